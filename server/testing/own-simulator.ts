import { afterAll } from 'vitest';
import { startSimulator } from '#embedded/stripe/start-simulator.ts';
import { control } from '#embedded/stripe/testing/start-test-simulator.ts';
import { env } from '../env.ts';
import { requireOwnProcess } from './require-own-process.ts';

requireOwnProcess('A Stripe simulator of its own');

/** URLs that receive the simulator's webhooks. A test file adds its server once that is listening. */
const webhookUrls: string[] = [];

const simulator = await startSimulator({
  port: 0,
  directory: null,
  webhookUrls,
  webhookSecret: env.STRIPE_WEBHOOK_SECRET,
});
env.STRIPE_SIMULATOR_URL = simulator.url;
afterAll(() => simulator.close());

/**
 * A Stripe simulator used by one test file only, which may therefore make it fail and send webhooks. Import
 * this file for its side effect before all other modules: they connect to Stripe when they are loaded.
 */
export const ownSimulator = {
  sendWebhooksTo: (appUrl: string) => {
    webhookUrls.push(`${appUrl}/api/webhooks/stripe`);
  },
  /** Changes how webhooks are delivered from now on. */
  webhooks: (behaviour: { isPaused?: boolean; copies?: number; jitterMs?: number }) =>
    control(simulator.url, 'webhooks', behaviour),
  /** Makes the next requests to a path fail. */
  fail: (fault: { path: string; times?: number; outcome: 500 | 409 | 'timeout' | 'insufficient_balance' }) =>
    control(simulator.url, 'faults', fault),
  /** Advances the simulator's clock. */
  advanceClock: (seconds: number) => control(simulator.url, 'clock', { advanceSeconds: seconds }),
  /** Delays the next request to a path. */
  delay: (fault: { path: string; delayMs: number }) => control(simulator.url, 'faults', fault),
};
