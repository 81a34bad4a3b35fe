import { AppError } from '#common/errors.ts';
import { cancelRide } from './cancel-ride.ts';
import { captureHolds } from './capture-holds.ts';
import { findRide } from './find-rides.ts';
import { markPaid } from './mark-paid.ts';
import type { RideRecord } from './ride-record.ts';

/**
 * Settles a ride that promo code and gift card leave nothing to pay of: takes what is held, then offers the ride. Repeatable. Throws
 * RIDE_STATE_CONFLICT when the ride, or a hold of it, has run out meanwhile.
 */
export async function waivePayment(ride: RideRecord): Promise<RideRecord> {
  if (await captureHolds(ride)) {
    const waived = await markPaid(ride.id, {
      guard: { status: 'requested', paymentStatus: 'pending' },
      patch: { paymentStatus: 'waived' },
    });
    if (waived) return waived;
    const current = await findRide(ride.id);
    if (current.paymentStatus === 'waived') return current;
  } else {
    await cancelRide(ride.id);
  }
  throw new AppError('RIDE_STATE_CONFLICT', 'This ride is no longer held. Please book again.');
}
