import { MAX_OPEN_RIDES, overlaps, plannedSpan, type Span } from '#common/rides/overlap.ts';
import type { Claim } from '../../drivers/driver-claims.ts';
import type { RideRecord } from '../ride-model.ts';
import { listOpenRides } from '../ride-queries.ts';

/** What of a ride says when and where it takes place. */
export type PlannedRide = Pick<
  RideRecord,
  'id' | 'scheduledAt' | 'hours' | 'stops' | 'pickupLocation' | 'dropoffLocation'
>;

/** When a ride takes place, as planned. */
export const spanOf = (ride: PlannedRide): Span => plannedSpan(new Date(ride.scheduledAt), ride);

/**
 * The rides besides this one that a driver has ahead or under way, soonest first; with those of `earlier`, which they
 * may be about to get.
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

/** Whether somebody with these rides ahead can have no further one. */
export const isBookedUp = (ahead: readonly PlannedRide[]): boolean => ahead.length >= MAX_OPEN_RIDES;

/** The first of some rides that a ride overlaps; null for none. */
export const findOverlap = <Ride extends PlannedRide>(
  ride: PlannedRide,
  ahead: readonly Ride[],
): Ride | null => ahead.find((other) => overlaps(spanOf(ride), spanOf(other))) ?? null;
