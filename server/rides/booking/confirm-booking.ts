import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { cancelRide } from '../cancel/cancel-ride.ts';
import { markPaid } from '../payment/confirm-payment.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { captureHolds } from './ride-holds.ts';

/**
 * Its rider books a ride of which promo code and gift card leave nothing to pay: captures its holds, then makes it an
 * offer. A repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT when something is due, or the ride or a hold of it has expired meanwhile
 */
export async function confirmBooking(ride: RideRecord, by: AuditActor): Promise<RideRecord> {
  if (ride.paymentStatus === 'waived') return ride;
  if (ride.fare.totalCents > 0) {
    throw new AppError('RIDE_STATE_CONFLICT', 'This ride has to be paid for first.');
  }
  if (ride.paymentStatus !== 'pending') throw notHeld();
  if (!(await captureHolds(ride))) {
    await cancelRide(ride.id);
    throw notHeld();
  }
  const waived = await markPaid(ride.id, {
    guard: { status: 'requested', paymentStatus: 'pending' },
    patch: { paymentStatus: 'waived' },
    by,
  });
  if (waived) return waived;
  const current = await findRide(ride.id);
  if (current.paymentStatus === 'waived') return current;
  throw notHeld();
}

const notHeld = () => new AppError('RIDE_STATE_CONFLICT', 'This ride is no longer held. Please book again.');
