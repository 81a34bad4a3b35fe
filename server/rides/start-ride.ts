import { AppError } from '#common/errors.ts';
import { statusesBefore } from '#common/rides/status.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

/** The ride's driver starts it; asked again, it stays started. Throws RIDE_MOVED_ON when it is not accepted. */
export async function startRide(ride: RideRecord): Promise<RideRecord> {
  if (ride.status === 'in_progress') return ride;
  const started = await transitionRide({
    rideId: ride.id,
    change: 'in_progress',
    guard: { status: { $in: statusesBefore('in_progress') }, driverId: ride.driverId },
    patch: { status: 'in_progress' },
  });
  if (!started) throw new AppError('RIDE_MOVED_ON', 'Only an accepted ride can be started.');
  return started;
}
