import type { Cents } from '#common/money.ts';
import { fareAsBooked } from '#common/rides/ride-money.ts';
import type { CaptureOutcome } from '../../promos/promo-holds.ts';
import { captureHolds } from '../booking/ride-holds.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';

/**
 * One ride, or a ride and its return ride, paid by one payment. The payment belongs to the first ride. Its
 * outcome is decided by one statement on the first ride alone; the return ride follows (`syncReturnRide`).
 */
export interface RideOrder {
  /** The only ride of a single booking, or the one with leg `there`. */
  firstRide: RideRecord;
  /** The ride with leg `back`. Null for a single ride. */
  returnRide: RideRecord | null;
}

/**
 * Finds the order of a ride. A return ride whose first ride was never written becomes the `firstRide` of an
 * order that nobody can pay.
 */
export async function findOrder(ride: RideRecord): Promise<RideOrder> {
  if (!ride.order) return { firstRide: ride, returnRide: null };
  const doc = await RideModel.findById(ride.order.otherRideId).lean<RideDoc>();
  if (!doc) return { firstRide: ride, returnRide: null };
  const other = toRideRecord(doc);
  return ride.order.leg === 'there'
    ? { firstRide: ride, returnRide: other }
    : { firstRide: other, returnRide: ride };
}

/** Whether the first ride of an order was written; only then can it be paid or confirmed. */
export const hasFirstRide = ({ firstRide }: RideOrder): boolean => firstRide.order?.leg !== 'back';

/** The one or two rides of an order. */
export const ridesOf = ({ firstRide, returnRide }: RideOrder): RideRecord[] =>
  returnRide ? [firstRide, returnRide] : [firstRide];

/** A ride's share of its order's payment, as booked. */
export const shareOf = (ride: Pick<RideRecord, 'fare' | 'bookedFare'>): Cents =>
  fareAsBooked(ride).totalCents;

/** How a ride of a paid order is settled: `paid` by card, or `waived` when its share is zero. */
export const settledAs = (ride: RideRecord): 'paid' | 'waived' => (shareOf(ride) > 0 ? 'paid' : 'waived');

/** The metadata of an order's payment at Stripe. */
export const paymentMetadataOf = ({ firstRide, returnRide }: RideOrder): Record<string, string> => ({
  rideId: firstRide.id,
  riderId: firstRide.riderId,
  ...(returnRide && { returnRideId: returnRide.id }),
});

/**
 * A ride's part of the refund of a late payment. The return ride refunds its share and the first ride all the
 * rest, so that the refund is complete even for an unexpected amount.
 */
export function shareOfLate(
  { firstRide, returnRide }: RideOrder,
  { id }: RideRecord,
  receivedCents: Cents,
): Cents {
  const ofReturn = returnRide ? Math.min(shareOf(returnRide), receivedCents) : 0;
  return id === firstRide.id ? receivedCents - ofReturn : ofReturn;
}

/** Captures the holds of an order's rides, just before it is settled. Idempotent, like `captureHolds`. */
export async function captureOrderHolds(order: RideOrder, card: string | null): Promise<CaptureOutcome> {
  for (const ride of ridesOf(order)) {
    const outcome = await captureHolds(ride, card);
    if (outcome !== 'captured') return outcome;
  }
  return 'captured';
}
