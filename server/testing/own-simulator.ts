import { afterAll } from 'vitest';
import { startSimulator } from '#embedded/stripe/start-simulator.ts';
import { control } from '#embedded/stripe/testing/start-test-simulator.ts';
import { env } from '../env.ts';
import { requireOwnProcess } from './require-own-process.ts';

requireOwnProcess('A Stripe simulator of its own');

/** Where the simulator sends its webhooks; a test file adds its server once that listens. */
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
 * A Stripe simulator for one test file alone, which may therefore fail it and have it send webhooks. Import
 * this file for its effect, before all others: they connect to Stripe as they load.
 */
export const ownSimulator = {
  sendWebhooksTo: (appUrl: string) => {
    webhookUrls.push(`${appUrl}/api/webhooks/stripe`);
  },
  /** Changes how webhooks go out from now on. */
  webhooks: (behaviour: { isPaused?: boolean; copies?: number; jitterMs?: number }) =>
    control(simulator.url, 'webhooks', behaviour),
  /** Has the next requests to a path fail. */
  fail: (fault: { path: string; times?: number; outcome: 500 | 409 | 'timeout' | 'insufficient_balance' }) =>
    control(simulator.url, 'faults', fault),
  /** Lets time pass at Stripe. */
  advanceClock: (seconds: number) => control(simulator.url, 'clock', { advanceSeconds: seconds }),
  /** Holds the next request to a path back. */
  delay: (fault: { path: string; delayMs: number }) => control(simulator.url, 'faults', fault),
};
