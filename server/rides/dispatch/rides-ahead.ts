import { MAX_OPEN_RIDES, overlaps, plannedSpan, type Span } from '#common/rides/overlap.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import type { HistoryEntry } from '#common/rides/ride-fields.ts';
import type { Claim } from '../../drivers/driver-claims.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';
import { listOpenRides } from '../ride-queries.ts';

/** The fields of a ride that say when and where it takes place. */
export type PlannedRide = Pick<
  RideRecord,
  'id' | 'status' | 'scheduledAt' | 'hours' | 'stops' | 'pickupLocation' | 'dropoffLocation'
> & { history: readonly Pick<HistoryEntry, 'change' | 'at'>[] };

/**
 * The span of a ride: as planned, and once it has begun until its expected end, or until now if that has
 * passed.
 */
export function spanOf(ride: PlannedRide): Span {
  const planned = plannedSpan(new Date(ride.scheduledAt), ride);
  if (ride.status !== 'in_progress') return planned;
  return { ...planned, endMs: Math.max(expectedEnd(ride).getTime(), databaseClock.nowMs()) };
}

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

/** The first ride that overlaps this one, one in progress only if there is no other; null for none. */
export function findOverlap<Ride extends PlannedRide>(
  ride: PlannedRide,
  ahead: readonly Ride[],
): Ride | null {
  const overlapping = ahead.filter((other) => overlaps(spanOf(ride), spanOf(other)));
  return overlapping.find(({ status }) => status !== 'in_progress') ?? overlapping[0] ?? null;
}
