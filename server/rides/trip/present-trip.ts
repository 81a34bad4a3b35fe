import { TRIP_ENDS_AFTER, type Trip } from '#common/rides/trip-api.ts';
import { splitPlate } from '#common/vehicles/vehicle.ts';
import type { RideRecord } from '../ride-model.ts';

/** Presents a ride to the viewers of its trip link: nothing of the rider, and no address. */
export const presentTrip = (ride: RideRecord): Trip => ({
  version: ride.version,
  status: ride.status,
  rideType: ride.rideType,
  preferredColor: ride.preferredColor,
  scheduledDate: ride.scheduledDate,
  scheduledTime: ride.scheduledTime,
  enRouteAt: ride.enRouteAt,
  arrivedAt: ride.arrivedAt,
  endedAt: endOf(ride),
  driver: ride.driver && { firstName: ride.driver.firstName, ...splitPlate(ride.driver.vehicle) },
});

/** When a ride was completed or cancelled; null while it is active. */
function endOf({ status, completedAt, history }: RideRecord): string | null {
  if (status === 'completed') return completedAt;
  if (status !== 'cancelled') return null;
  return history.findLast(({ change }) => change === 'cancelled')?.at ?? null;
}

/** Whether a ride's trip link works at `now`. */
export function isTripOpen(ride: RideRecord, now: Date): boolean {
  if (!ride.share) return false;
  const end = endOf(ride);
  if (end === null) return ride.status !== 'completed' && ride.status !== 'cancelled';
  return now.getTime() < Date.parse(end) + TRIP_ENDS_AFTER.ms;
}
