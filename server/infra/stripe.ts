import http from 'node:http';
import https from 'node:https';
import Stripe from 'stripe';
import { env } from '../env.ts';

const simulator = env.STRIPE_SIMULATOR_URL ? new URL(env.STRIPE_SIMULATOR_URL) : null;

/**
 * Timeout of an attempt in milliseconds, and number of retries. Both attempts with the pause between them
 * take up to eight seconds, so that the request can be answered within nine (`answerInTime`).
 */
const SILENCE_MS = 3_500;
const RETRIES = 1;

/** Options for jobs, which can wait: refunds and lists take Stripe long. */
export const JOB_REQUEST_OPTIONS = { timeout: 20_000, maxNetworkRetries: 2 };

/** The Stripe client, connected to the simulator if its URL is set. */
export const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  timeout: SILENCE_MS,
  maxNetworkRetries: RETRIES,
  telemetry: false,
  // The library's timeout starts once connected; this one covers connecting too.
  httpAgent: new (simulator ? http : https).Agent({ keepAlive: true, timeout: SILENCE_MS }),
  ...(simulator && { host: simulator.hostname, port: Number(simulator.port), protocol: 'http' as const }),
});

/** Returns the code of a request that Stripe refused; null for other errors or without a code. */
export const refusalCodeOf = (error: unknown): string | null =>
  error instanceof Stripe.errors.StripeInvalidRequestError ? (error.code ?? null) : null;

/** Whether Stripe refused the request, as opposed to being unavailable. */
export const isStripeRefusal = (
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError;
