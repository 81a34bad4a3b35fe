import Stripe from 'stripe';
import type { SimulatorOptions } from '../options.ts';
import { startSimulator } from '../start-simulator.ts';
import { errorShape } from './shapes/error-shape.ts';
import { replyShape } from './shapes/reply-shape.ts';

/** A simulator for one test file, the official client pointed at it, and its controls. */
export type TestSimulator = Awaited<ReturnType<typeof startTestSimulator>>;

/** Starts a simulator. Closing it fails when one of its replies to `stripe` had not the shape Stripe's API gives. */
export async function startTestSimulator(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({
    port: 0,
    directory: null,
    webhookUrls: [],
    webhookSecret: 'whsec_test',
    ...options,
  });
  const stripe = connectStripe(simulator.url);
  const misshapen: string[] = [];
  stripe.on('response', ({ method, path, body }: { method: string; path: string; body: unknown }) => {
    const problem = shapeProblem(body);
    if (problem) misshapen.push(`${method} ${path}: ${problem}`);
  });
  return {
    url: simulator.url,
    stripe,
    control: (name: ControlName, body: object = {}) => control(simulator.url, name, body),
    async close() {
      await simulator.close();
      if (misshapen.length > 0) throw new Error(misshapen.join('\n'));
    },
  };
}

/** The official client, unchanged, for the simulator at an address. It does not retry unless told. */
export function connectStripe(url: string, { key = 'sk_test_tests', maxNetworkRetries = 0 } = {}): Stripe {
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

/** What is wrong with a reply, or null. */
export function shapeProblem(body: unknown): string | null {
  // The client writes its own fields into the error before it shows the body.
  const plain = JSON.parse(JSON.stringify(body, (key, value) => (key === 'error' ? bare(value) : value)));
  const result = 'error' in plain ? errorShape.safeParse(plain) : replyShape.safeParse(plain);
  return result.success ? null : JSON.stringify(result.error.issues);
}

function bare({ headers, statusCode, requestId, ...error }: Record<string, unknown>): object {
  return error;
}

/** What of a simulator a test can change. */
export type ControlName = 'webhooks' | 'faults' | 'clock' | 'reset';

/** Changes how a simulator behaves. */
export async function control(url: string, name: ControlName, body: object = {}): Promise<void> {
  const response = await fetch(`${url}/sim/control/${name}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_tests' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`control ${name}: ${response.status} ${await response.text()}`);
}
