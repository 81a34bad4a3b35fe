import { AppError } from '#common/errors.ts';
import { SETTLED, statusesBefore } from '#common/rides/status.ts';
import type { DriverIntroduction } from '../users/accounts.ts';
import { findRide } from './find-rides.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

/**
 * A driver takes an offer. The first one wins; the same driver asking again gets its ride again.
 * Throws RIDE_TAKEN when another was first, RIDE_NOT_OPEN when it is unpaid or cancelled, NOT_FOUND.
 */
export async function acceptRide(rideId: string, driver: DriverIntroduction): Promise<RideRecord> {
  const accepted = await transitionRide({
    rideId,
    change: 'accepted',
    guard: { status: { $in: statusesBefore('accepted') }, paymentStatus: { $in: SETTLED } },
    patch: {
      status: 'accepted',
      driverId: driver.id,
      driver: { firstName: driver.firstName, vehicle: driver.vehicle },
    },
  });
  if (accepted) return accepted;

  const ride = await findRide(rideId);
  if (ride.driverId === driver.id) return ride;
  if (ride.driverId !== null) {
    throw new AppError('RIDE_TAKEN', 'This ride has already been accepted by another driver');
  }
  throw new AppError('RIDE_NOT_OPEN', 'This ride is not open for drivers.');
}
