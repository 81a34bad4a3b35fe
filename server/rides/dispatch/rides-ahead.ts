import { MAX_OPEN_RIDES, overlaps, plannedSpan, type Span } from '#common/rides/overlap.ts';
import type { Claim } from '../../drivers/driver-claims.ts';
import type { RideRecord } from '../ride-model.ts';
import { listOpenRides } from '../ride-queries.ts';

/** The fields of a ride that say when and where it takes place. */
export type PlannedRide = Pick<
  RideRecord,
  'id' | 'scheduledAt' | 'hours' | 'stops' | 'pickupLocation' | 'dropoffLocation'
>;

/** The planned span of a ride. */
export const spanOf = (ride: PlannedRide): Span => plannedSpan(new Date(ride.scheduledAt), ride);

/**
 * Lists a driver's other active rides, soonest first. Includes the rides of `earlier` claims, which the
 * driver may be about to get.
 */
export async function listRidesAhead(
  ride: RideRecord,
  driverId: string,
  earlier: readonly Claim[],
): Promise<RideRecord[]> {
  const others = earlier.filter(({ rideId }) => rideId !== ride.id).map(({ rideId }) => rideId);
  const open = await listOpenRides({ driverId, orAnyOf: others });
  return open.filter(({ id }) => id !== ride.id);
}

/** Whether a driver with these rides is at the limit. */
export const isBookedUp = (ahead: readonly PlannedRide[]): boolean => ahead.length >= MAX_OPEN_RIDES;

/** The first ride that overlaps this one; null for none. */
export const findOverlap = <Ride extends PlannedRide>(
  ride: PlannedRide,
  ahead: readonly Ride[],
): Ride | null => ahead.find((other) => overlaps(spanOf(ride), spanOf(other))) ?? null;
