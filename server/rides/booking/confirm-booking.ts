import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { orderDueCents } from '#common/rides/ride-money.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { captureOrderHolds, findOrder, hasFirstRide, type RideOrder } from '../order/ride-order.ts';
import { syncReturnRide } from '../order/sync-return-ride.ts';
import { settleRide } from '../payment/payment-outcomes.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

/**
 * Books a ride, and its return trip, that promo code and gift card cover in full: captures the holds, then
 * turns the rides into offers. Idempotent.
 *
 * @throws AppError RIDE_STATE_CONFLICT when something is due, or the ride or one of its holds has expired
 */
export async function confirmBooking(ride: RideRecord, by: AuditActor): Promise<RideRecord> {
  const order = await findOrder(ride);
  try {
    if (ride.paymentStatus !== 'waived') await waiveOrder(order, by);
  } finally {
    await syncReturnRide(order);
  }
  return findRide(ride.id);
}

/** Settles an order with nothing due. */
async function waiveOrder(order: RideOrder, by: AuditActor): Promise<void> {
  const { firstRide } = order;
  if (firstRide.paymentStatus === 'waived') return;
  if (orderDueCents(firstRide) > 0) {
    throw new AppError('RIDE_STATE_CONFLICT', 'This ride has to be paid for first.');
  }
  if (firstRide.paymentStatus !== 'pending' || !hasFirstRide(order)) throw notHeld();
  if ((await captureOrderHolds(order, null)) !== 'captured') {
    await cancelUnpaidRide(firstRide.id);
    throw notHeld();
  }
  const waived = await settleRide(firstRide.id, {
    guard: { status: 'requested', paymentStatus: 'pending' },
    patch: { paymentStatus: 'waived' },
    by,
  });
  if (!waived && (await findRide(firstRide.id)).paymentStatus !== 'waived') throw notHeld();
}

const notHeld = () => new AppError('RIDE_STATE_CONFLICT', 'This ride is no longer held. Please book again.');
