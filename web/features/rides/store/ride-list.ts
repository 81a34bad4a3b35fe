import type { DriverRide } from '#common/rides/ride.ts';
import type { RemovalReason, RemovedRide } from '#common/rides/ride-events.ts';
import { mergeSnapshot } from '#web/lib/snapshots.ts';
import { type ListPhase, mergeByVersion, type Versioned } from '#web/lib/versioned.ts';

/** The rides of one user as one audience sees them. */
export interface RideList<R extends Versioned> {
  /** Whose rides these are; null before anybody asked. */
  readonly ownerId: string | null;
  readonly phase: ListPhase;
  /** Why it failed, for the person; null unless it did. */
  readonly problem: string | null;
  /** When the server last sent something of this list; null before it did. */
  readonly asOf: Date | null;
  readonly rides: Readonly<Record<string, R>>;
  /** Rides that are no longer the user's, with the version that took them away: a late copy can't bring them back. */
  readonly tombstones: Readonly<Record<string, number>>;
  /** What took them away, by id. */
  readonly removals: Readonly<Record<string, RemovalReason>>;
}

/** A list of `ownerId` of which nothing is known yet. */
export const emptyRideList = (ownerId: string | null = null): RideList<never> => ({
  ownerId,
  phase: 'loading',
  problem: null,
  asOf: null,
  rides: {},
  tombstones: {},
  removals: {},
});

/** The list when `ownerId` wants it: what is known of somebody else is dropped. */
export const claimList = <R extends Versioned>(list: RideList<R>, ownerId: string): RideList<R> =>
  list.ownerId === ownerId ? list : emptyRideList(ownerId);

/** The list when a snapshot is requested: one that is ready stays in sight meanwhile. */
export function beginLoading<R extends Versioned>(list: RideList<R>, ownerId: string): RideList<R> {
  const claimed = claimList(list, ownerId);
  return claimed.phase === 'failed' ? { ...claimed, phase: 'loading', problem: null } : claimed;
}

/** The list after a snapshot failed. */
export const failLoading = <R extends Versioned>(list: RideList<R>, problem: string): RideList<R> =>
  list.phase === 'ready' ? list : { ...list, phase: 'failed', problem };

/** The list after a reply or an event brought single rides. */
export const mergeRides = <R extends Versioned>(
  list: RideList<R>,
  arrivals: readonly R[],
  at: Date,
): RideList<R> =>
  arrivals.length === 0
    ? list
    : { ...list, asOf: at, rides: mergeByVersion(list.rides, withoutRemoved(list, arrivals)) };

/** Rides without copies older than what took them off the list. */
const withoutRemoved = <R extends Versioned>(
  { tombstones }: RideList<R>,
  rides: readonly R[],
): readonly R[] => rides.filter(({ id, version }) => version > (tombstones[id] ?? 0));

/** The list after rides were taken from the user; one that has come back at a later version stays. */
export function removeRides<R extends Versioned>(
  list: RideList<R>,
  removed: readonly RemovedRide[],
  at: Date,
): RideList<R> {
  const tombstones = { ...list.tombstones };
  const removals = { ...list.removals };
  for (const { id, version, reason } of removed) {
    if (version < (tombstones[id] ?? 0)) continue;
    tombstones[id] = version;
    removals[id] = reason;
  }
  const kept = withoutRemoved({ ...list, tombstones }, Object.values(list.rides));
  const rides = Object.fromEntries(kept.map((ride) => [ride.id, ride]));
  return { ...list, asOf: at, tombstones, removals, rides };
}

/** A snapshot that came `at` an instant, and the list when it was requested. */
interface ListSnapshot<R extends Versioned> {
  before: RideList<R>;
  rides: readonly R[];
  at: Date;
}

/**
 * The list after a snapshot that was requested when `before` was known. It replaces what is known, except what arrived
 * while it was under way, which may be newer: a ride that changed since is kept even if the snapshot lacks it.
 */
export function mergeRideSnapshot<R extends Versioned>(
  list: RideList<R>,
  { before, rides, at }: ListSnapshot<R>,
): RideList<R> {
  return {
    ...list,
    phase: 'ready',
    problem: null,
    asOf: at,
    rides: mergeSnapshot(list.rides, { before: before.rides, items: withoutRemoved(list, rides) }),
  };
}

/**
 * The list after a snapshot, with what that shows of who rides: time alone decides on it, so that it holds at the version
 * that is known too.
 */
export function renewCustomers(
  list: RideList<DriverRide>,
  listed: readonly DriverRide[],
): RideList<DriverRide> {
  const renewed = listed.filter(({ id, version, customer }) => {
    const known = list.rides[id];
    return known?.version === version && JSON.stringify(known.customer) !== JSON.stringify(customer);
  });
  if (renewed.length === 0) return list;
  return { ...list, rides: { ...list.rides, ...Object.fromEntries(renewed.map((ride) => [ride.id, ride])) } };
}
