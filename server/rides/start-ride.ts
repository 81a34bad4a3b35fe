import { AppError } from '#common/errors.ts';
import { statusesBefore } from '#common/rides/status.ts';
import { findRide } from './find-rides.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

/** The ride's driver starts it; asked again, it stays started. Throws RIDE_STATE_CONFLICT when it is not accepted. */
export async function startRide(ride: RideRecord): Promise<RideRecord> {
  const started = await transitionRide({
    rideId: ride.id,
    change: 'in_progress',
    guard: { status: { $in: statusesBefore('in_progress') }, driverId: ride.driverId },
    patch: { status: 'in_progress' },
  });
  if (started) return started;

  const current = await findRide(ride.id);
  if (current.status === 'in_progress') return current;
  throw new AppError('RIDE_STATE_CONFLICT', 'Only an accepted ride can be started.');
}
