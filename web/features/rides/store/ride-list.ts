import type { DriverRide } from '#common/rides/ride.ts';
import type { RecentRides, RemovalReason, RemovedRide } from '#common/rides/ride-events.ts';
import { mergeSnapshot } from '#web/lib/snapshots.ts';
import { type ListPhase, mergeByVersion, type Versioned } from '#web/lib/versioned.ts';

/** The rides of one user in the view of one audience. */
export interface RideList<R extends Versioned> {
  /** The user whose rides these are; null before the first request. */
  readonly ownerId: string | null;
  readonly phase: ListPhase;
  /** Error message for the user; null unless loading failed. */
  readonly problem: string | null;
  /** When the server last sent data of this list; null before. */
  readonly asOf: Date | null;
  readonly rides: Readonly<Record<string, R>>;
  /**
   * Rides that are no longer the user's, with the version that removed them, so that a late copy cannot
   * restore them.
   */
  readonly tombstones: Readonly<Record<string, number>>;
  /** The reason of each removal, by ride id. */
  readonly removals: Readonly<Record<string, RemovalReason>>;
}

/** Creates a list of `ownerId` without any data. */
export const emptyRideList = (ownerId: string | null = null): RideList<never> => ({
  ownerId,
  phase: 'loading',
  problem: null,
  asOf: null,
  rides: {},
  tombstones: {},
  removals: {},
});

/** Makes `ownerId` the list's owner. Data of another user is dropped. */
export const claimList = <R extends Versioned>(list: RideList<R>, ownerId: string): RideList<R> =>
  list.ownerId === ownerId ? list : emptyRideList(ownerId);

/** Updates the list when a snapshot is requested. One that is ready stays visible. */
export function beginLoading<R extends Versioned>(list: RideList<R>, ownerId: string): RideList<R> {
  const claimed = claimList(list, ownerId);
  return claimed.phase === 'failed' ? { ...claimed, phase: 'loading', problem: null } : claimed;
}

/** Updates the list after a snapshot failed. One that is ready stays visible. */
export const failLoading = <R extends Versioned>(list: RideList<R>, problem: string): RideList<R> =>
  list.phase === 'ready' ? list : { ...list, phase: 'failed', problem };

/** Merges rides from a reply or an event into the list. */
export const mergeRides = <R extends Versioned>(
  list: RideList<R>,
  arrivals: readonly R[],
  at: Date,
): RideList<R> =>
  arrivals.length === 0
    ? list
    : { ...list, asOf: at, rides: mergeByVersion(list.rides, withoutRemoved(list, arrivals)) };

/** Drops rides that were removed from the list at the same version or a later one. */
const withoutRemoved = <R extends Versioned>(
  { tombstones }: RideList<R>,
  rides: readonly R[],
): readonly R[] => rides.filter(({ id, version }) => version > (tombstones[id] ?? 0));

/** Removes rides from the list. A ride known at a later version than its removal stays. */
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

/**
 * Makes a snapshot of recent rides and of those that the page has. Null when the page lacks one at the
 * required version.
 */
export function completeRides<R extends Versioned>(
  known: Readonly<Record<string, R>> | null,
  { rides, versions }: RecentRides<R>,
): R[] | null {
  const recentIds = new Set(rides.map(({ id }) => id));
  const whole = [...rides];
  for (const [id, version] of Object.entries(versions)) {
    if (recentIds.has(id)) continue;
    const ride = known?.[id];
    if (!ride || ride.version < version) return null;
    whole.push(ride);
  }
  return whole;
}

/** A snapshot received at `at`, and the list when it was requested. */
interface ListSnapshot<R extends Versioned> {
  before: RideList<R>;
  rides: readonly R[];
  at: Date;
}

/**
 * Merges a snapshot that was requested in the state `before`. It replaces the list, except for rides that
 * changed meanwhile: these are kept even if the snapshot lacks them.
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
 * Updates the customers from a snapshot. Their visibility depends on time, so it may change at the same
 * version.
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
