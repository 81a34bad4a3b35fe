import type { DriverRide } from '#common/rides/ride.ts';
import { presentDriverRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { startedRide } from '../rides.ts';

/** Rides in memory, where the product has MongoDB. */
const rides = new Map<string, RideRecord>();

/** What every server under measurement does when a ride changes: updates one entry of a map. */
export function moveRide(rideId: string, riderId: string, driverId: string): RideRecord {
  const known = rides.get(rideId) ?? startedRide(-1, riderId, driverId);
  const number = Number(/^#(-?\d+)/.exec(known.pickupLocation)?.[1]) + 1;
  const moved = {
    ...known,
    id: rideId,
    version: known.version + 1,
    pickupLocation: known.pickupLocation.replace(/^#-?\d+/, `#${number}`),
  };
  rides.set(rideId, moved);
  return moved;
}

/** What every one of them answers. */
export const answerOf = (ride: RideRecord): DriverRide => presentDriverRide(ride, new Date());
