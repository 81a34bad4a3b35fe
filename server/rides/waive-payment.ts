import { AppError } from '#common/errors.ts';
import { callOffRide } from './call-off-ride.ts';
import { captureHolds } from './capture-holds.ts';
import { findRide } from './find-rides.ts';
import type { RideRecord } from './ride-record.ts';
import { settleRide } from './settle-ride.ts';

/**
 * Settles a ride that promo code and gift card leave nothing to pay of: takes what is held, then offers the ride. Repeatable. Throws
 * RIDE_MOVED_ON when the ride, or a hold of it, has run out meanwhile.
 */
export async function waivePayment(ride: RideRecord): Promise<RideRecord> {
  if (await captureHolds(ride)) {
    const waived = await settleRide(ride.id, {
      guard: { status: 'requested', paymentStatus: 'pending' },
      patch: { paymentStatus: 'waived' },
    });
    if (waived) return waived;
    const current = await findRide(ride.id);
    if (current.paymentStatus === 'waived') return current;
  } else {
    await callOffRide(ride.id);
  }
  throw new AppError('RIDE_MOVED_ON', 'This ride is no longer held. Please book again.');
}
