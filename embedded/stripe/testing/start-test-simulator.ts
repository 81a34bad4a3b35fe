import Stripe from 'stripe';
import { type SimulatorOptions, startSimulator } from '../start-simulator.ts';
import { schemaErrors } from './reply-schema.ts';

/** A simulator for one test file, an official client connected to it, and its controls. */
export type TestSimulator = Awaited<ReturnType<typeof startTestSimulator>>;

/** Starts a simulator. `close` rejects if a reply to `stripe` violated Stripe's schemas. */
export async function startTestSimulator(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({
    port: 0,
    directory: null,
    webhookUrls: [],
    webhookSecret: 'whsec_test',
    ...options,
  });
  const stripe = connectStripe(simulator.url);
  const violations: string[] = [];
  stripe.on('response', ({ method, path, body }: { method: string; path: string; body: object }) => {
    for (const error of schemaErrors(wireBody(body))) violations.push(`${method} ${path}: ${error}`);
  });
  return {
    url: simulator.url,
    stripe,
    control: (name: ControlName, body: object = {}) => control(simulator.url, name, body),
    async close() {
      await simulator.close();
      if (violations.length > 0) throw new Error(violations.join('\n'));
    },
  };
}

/** Creates an unmodified official client for a simulator. By default it does not retry. */
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

/**
 * Returns the error of a call, as the official client reports it.
 * @throws Error if the call succeeds
 */
export async function refused(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('the call was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { type, rawType, code, decline_code, param, message, statusCode, payment_intent } = error;
  return { type, rawType, code, decline_code, param, message, statusCode, payment_intent };
}

/** The `/sim/control` routes. */
type ControlName = 'webhooks' | 'faults' | 'clock' | 'reset';

/** Posts to a control route of the simulator at `url`. */
export async function control(url: string, name: ControlName, body: object = {}): Promise<void> {
  const response = await fetch(`${url}/sim/control/${name}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_tests' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`control ${name}: ${response.status} ${await response.text()}`);
}

/** Restores the wire format of a body, by removing the fields that the client adds to `error`. */
function wireBody(body: object): object {
  const withoutClientFields = ({ headers, statusCode, requestId, ...error }: Record<string, unknown>) =>
    error;
  return JSON.parse(
    JSON.stringify(body, (key, value) => (key === 'error' ? withoutClientFields(value) : value)),
  );
}
