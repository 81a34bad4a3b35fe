import Stripe from 'stripe';
import { env } from '../env.ts';

const simulator = env.STRIPE_SIMULATOR_URL ? new URL(env.STRIPE_SIMULATOR_URL) : null;

/** Stripe, or the simulator when its address is set. */
export const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  timeout: 10_000,
  telemetry: false,
  ...(simulator && { host: simulator.hostname, port: Number(simulator.port), protocol: 'http' as const }),
});

/** The code of a request that Stripe refuses; null for a refusal without one, and for every other error. */
export const refusalCodeOf = (error: unknown): string | null =>
  error instanceof Stripe.errors.StripeInvalidRequestError ? (error.code ?? null) : null;

/** Whether Stripe refuses the request, as against being unavailable. */
export const isStripeRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError;
