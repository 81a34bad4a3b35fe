import type Stripe from 'stripe';
import { idSchema } from '#common/id.ts';

/** What a payment of ours was made for: a ride or the purchase of a gift card. */
export type PaidFor = { rideId: string; purchaseId: null } | { rideId: null; purchaseId: string };

/** What a payment, read along with something else at Stripe, was made for; null where it is not one of ours. */
export function paidFor(intent: Stripe.PaymentIntent | string | null): PaidFor | null {
  if (intent === null || typeof intent === 'string') return null;
  const rideId = idSchema.safeParse(intent.metadata.rideId);
  if (rideId.success) return { rideId: rideId.data, purchaseId: null };
  const purchaseId = idSchema.safeParse(intent.metadata.purchaseId);
  return purchaseId.success ? { rideId: null, purchaseId: purchaseId.data } : null;
}
