import http from 'node:http';
import https from 'node:https';
import Stripe from 'stripe';
import { env } from '../env.ts';

const simulator = env.STRIPE_SIMULATOR_URL ? new URL(env.STRIPE_SIMULATOR_URL) : null;

/**
 * How long Stripe may be silent within an attempt, in milliseconds, and how often the library tries again. Somebody waits for the
 * answer, who gets one within nine seconds (`answerInTime`): both attempts and the pause between them take eight.
 */
const SILENCE_MS = 3_500;
const RETRIES = 1;

/** For jobs, which nobody waits for: what takes Stripe long, such as refunds and lists. */
export const PATIENT = { timeout: 20_000, maxNetworkRetries: 2 };

/** Stripe, or the simulator when its address is set. */
export const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  timeout: SILENCE_MS,
  maxNetworkRetries: RETRIES,
  telemetry: false,
  // The library's own timeout begins once there is a connection; this one with the attempt to make it.
  httpAgent: new (simulator ? http : https).Agent({ keepAlive: true, timeout: SILENCE_MS }),
  ...(simulator && { host: simulator.hostname, port: Number(simulator.port), protocol: 'http' as const }),
});

/** The code of a request that Stripe refuses; null for a refusal without one, and for every other error. */
export const refusalCodeOf = (error: unknown): string | null =>
  error instanceof Stripe.errors.StripeInvalidRequestError ? (error.code ?? null) : null;

/** Whether Stripe refuses the request, as against being unavailable. */
export const isStripeRefusal = (
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError;
