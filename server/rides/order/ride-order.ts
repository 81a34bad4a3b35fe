import type { Cents } from '#common/money.ts';
import { fareAsBooked } from '#common/rides/ride-money.ts';
import type { CaptureOutcome } from '../../promos/promo-holds.ts';
import { captureHolds } from '../booking/ride-holds.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';

/**
 * One ride, or a ride and its return ride, paid by one payment. The payment belongs to the first ride,
 * `lead`. Its outcome is decided by one statement on `lead` alone; the return ride follows
 * (`syncReturnRide`).
 */
export interface RideOrder {
  lead: RideRecord;
  /** Null for a single ride. */
  back: RideRecord | null;
}

/**
 * Finds the order of a ride. A return ride whose first ride was never written becomes the `lead` of an order
 * that nobody can pay.
 */
export async function findOrder(ride: RideRecord): Promise<RideOrder> {
  if (!ride.order) return { lead: ride, back: null };
  const doc = await RideModel.findById(ride.order.otherRideId).lean<RideDoc>();
  if (!doc) return { lead: ride, back: null };
  const other = toRideRecord(doc);
  return ride.order.leg === 'there' ? { lead: ride, back: other } : { lead: other, back: ride };
}

/** Whether the first ride of an order was written; only then can it be paid or confirmed. */
export const hasFirstRide = ({ lead }: RideOrder): boolean => lead.order?.leg !== 'back';

/** The one or two rides of an order. */
export const ridesOf = ({ lead, back }: RideOrder): RideRecord[] => (back ? [lead, back] : [lead]);

/** A ride's share of its order's payment, as booked. */
export const shareOf = (ride: Pick<RideRecord, 'fare' | 'bookedFare'>): Cents =>
  fareAsBooked(ride).totalCents;

/** How a ride of a paid order is settled: `paid` by card, or `waived` when its share is zero. */
export const settledAs = (ride: RideRecord): 'paid' | 'waived' => (shareOf(ride) > 0 ? 'paid' : 'waived');

/** The metadata of an order's payment at Stripe. */
export const metadataOf = ({ lead, back }: RideOrder): Record<string, string> => ({
  rideId: lead.id,
  riderId: lead.riderId,
  ...(back && { returnRideId: back.id }),
});

/**
 * A ride's part of the refund of a late payment. The return ride refunds its share and the first ride all the
 * rest, so that the refund is complete even for an unexpected amount.
 */
export function shareOfLate({ lead, back }: RideOrder, { id }: RideRecord, receivedCents: Cents): Cents {
  const ofBack = back ? Math.min(shareOf(back), receivedCents) : 0;
  return id === lead.id ? receivedCents - ofBack : ofBack;
}

/** Captures the holds of an order's rides, just before it is settled. Idempotent, like `captureHolds`. */
export async function captureOrderHolds(order: RideOrder, card: string | null): Promise<CaptureOutcome> {
  for (const ride of ridesOf(order)) {
    const outcome = await captureHolds(ride, card);
    if (outcome !== 'captured') return outcome;
  }
  return 'captured';
}
