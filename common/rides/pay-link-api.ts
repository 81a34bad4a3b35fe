import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** The bearer token of a payment link, base64url. */
const params = { token: z.string().check(z.regex(/^[\w-]{40}$/)) };

/**
 * State of a payment link. `confirming`: paid, but the bank has not confirmed it. `gone`: nothing can be
 * paid, because the ride was cancelled, the link has expired, or the charge was withdrawn.
 */
const payLinkStateSchema = z.enum(['open', 'confirming', 'paid', 'gone']);

/** The subject of a payment link. */
export const payLinkSchema = z.object({
  state: payLinkStateSchema,
  amountCents: z.int(),
  /** Reason of the charge; null for the fare of the ride. */
  reason: z.nullable(z.string()),
  /** Deadline for paying; null for none. */
  payBy: z.nullable(z.iso.datetime()),
  reference: z.string(),
  rideType: z.string(),
  pickupLocation: z.string(),
  stops: z.array(z.string()),
  dropoffLocation: z.string(),
  scheduledAt: z.iso.datetime(),
  /** The flight whose passenger is picked up; null without one. */
  flightNumber: z.nullable(z.string()),
});
export type PayLink = z.infer<typeof payLinkSchema>;

const linkLimit = (name: string, times: number) =>
  ({ name, times, windowSeconds: 600, per: 'address' }) as const;

export const readPayLink = endpoint({
  method: 'GET',
  path: '/api/pay/:token',
  summary: 'Reads what a payment link is for. Checks a started payment at Stripe first.',
  who: 'anybody',
  params,
  reply: payLinkSchema,
  limit: linkLimit('pay-link', 300),
});

export const openPayLink = endpoint({
  method: 'POST',
  path: '/api/pay/:token/checkout',
  summary: 'Opens the hosted checkout of a payment link, or reuses the open one, and returns its URL.',
  who: 'anybody',
  params,
  reply: z.object({ checkoutUrl: z.string() }),
  errors: ['RIDE_STATE_CONFLICT', 'PAYMENT_IN_PROGRESS', 'PAYMENT_PROVIDER'],
  limit: linkLimit('pay-link-checkout', 60),
  isIdempotent: true,
});
