import type { Cents } from '#common/money.ts';
import type { CaptureOutcome } from '../../promos/promo-holds.ts';
import { captureHolds } from '../booking/ride-holds.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';

/**
 * What is paid by one payment: a ride, or two of which one goes there and the other back. The first ride, `lead`,
 * has the payment, and what becomes of the order is decided on it alone, by one statement; the way back follows
 * (`followLead`).
 */
export interface RideOrder {
  lead: RideRecord;
  /** Null for a ride by itself. */
  back: RideRecord | null;
}

/** The order that a ride is part of. A way back whose first ride was never written leads an order that nobody can pay. */
export async function findOrder(ride: RideRecord): Promise<RideOrder> {
  if (!ride.order) return { lead: ride, back: null };
  const doc = await RideModel.findById(ride.order.otherRideId).lean<RideDoc>();
  if (!doc) return { lead: ride, back: null };
  const other = toRideRecord(doc);
  return ride.order.leg === 'there' ? { lead: ride, back: other } : { lead: other, back: ride };
}

/** Whether the first ride of an order was written: only then can it be paid or confirmed. */
export const isWhole = ({ lead }: RideOrder): boolean => lead.order?.leg !== 'back';

/** The one or two rides of an order. */
export const ridesOf = ({ lead, back }: RideOrder): RideRecord[] => (back ? [lead, back] : [lead]);

/** What is due by bank card for an order, as it was booked. */
export const dueCentsOf = ({ lead }: RideOrder): Cents => lead.order?.dueCents ?? shareOf(lead);

/** A ride's part of the payment of its order, as it was booked. */
export const shareOf = ({ fare, bookedFare }: Pick<RideRecord, 'fare' | 'bookedFare'>): Cents =>
  (bookedFare ?? fare).totalCents;

/** How a ride of a paid order is settled: by the card, or with nothing due where promo code and gift card covered it. */
export const settledAs = (ride: RideRecord): 'paid' | 'waived' => (shareOf(ride) > 0 ? 'paid' : 'waived');

/** What the payment of an order says at Stripe of what it is for. */
export const metadataOf = ({ lead, back }: RideOrder): Record<string, string> => ({
  rideId: lead.id,
  riderId: lead.riderId,
  ...(back && { returnRideId: back.id }),
});

/**
 * What of a payment that came too late is a ride's to give back: of the way back its share, of the first ride all the
 * rest, so that nothing is kept of a payment that was not the one expected either.
 */
export function shareOfLate({ lead, back }: RideOrder, { id }: RideRecord, receivedCents: Cents): Cents {
  const ofBack = back ? Math.min(shareOf(back), receivedCents) : 0;
  return id === lead.id ? receivedCents - ofBack : ofBack;
}

/** Captures the holds of an order, just before it is settled, as `captureHolds` does. Repeatable. */
export async function captureOrderHolds(order: RideOrder, card: string | null): Promise<CaptureOutcome> {
  for (const ride of ridesOf(order)) {
    const outcome = await captureHolds(ride, card);
    if (outcome !== 'captured') return outcome;
  }
  return 'captured';
}
