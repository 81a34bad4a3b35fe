import Stripe from 'stripe';
import type { SimulatorOptions } from '../options.ts';
import { startSimulator } from '../start-simulator.ts';

/** A simulator for one test file, the official client pointed at it, and its controls. */
export async function startTestSimulator(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({
    port: 0,
    directory: null,
    webhookUrls: [],
    webhookSecret: 'whsec_test',
    ...options,
  });
  return {
    ...simulator,
    stripe: connectStripe(simulator.url),
    control: (name: 'webhooks' | 'faults' | 'clock' | 'reset', body: object = {}) =>
      control(simulator.url, name, body),
  };
}

/** The official client, unchanged, for the simulator at an address. It does not retry unless told. */
export function connectStripe(url: string, key = 'sk_test_tests', maxNetworkRetries = 0): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries,
    emitEventBodies: true,
  });
}

async function control(url: string, name: string, body: object): Promise<void> {
  const response = await fetch(`${url}/sim/control/${name}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_tests' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`control ${name}: ${response.status} ${await response.text()}`);
}
