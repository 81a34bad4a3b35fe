import type Stripe from 'stripe';
import { idSchema } from '#common/id.ts';
import { isPurchase } from '../gift-cards/purchases.ts';
import { isRide } from '../rides/is-ride.ts';

/** What a payment of ours was made for: a ride or the purchase of a gift card. */
export type PaidFor = { rideId: string; purchaseId: null } | { rideId: null; purchaseId: string };

/**
 * What a payment, read along with something else at Stripe, was made for; null where it is not one of ours. An account at Stripe may serve
 * other installations as well, whose rides and purchases are not in this one's database.
 */
export async function findPaidFor(intent: Stripe.PaymentIntent | string | null): Promise<PaidFor | null> {
  if (intent === null || typeof intent === 'string') return null;
  const rideId = idSchema.safeParse(intent.metadata.rideId).data;
  if (rideId && (await isRide(rideId))) return { rideId, purchaseId: null };
  const purchaseId = idSchema.safeParse(intent.metadata.purchaseId).data;
  if (purchaseId && (await isPurchase(purchaseId))) return { rideId: null, purchaseId };
  return null;
}
