import { keepNewer, type Versioned } from './keep-newer.ts';

/** How far a list has come: a failed one has never been ready; a ready one stays so, whatever becomes of later snapshots. */
export type ListPhase = 'loading' | 'failed' | 'ready';

/** The rides of one user as one audience sees them. */
export interface RideList<R extends Versioned> {
  /** Whose rides these are; null before anybody asked. */
  readonly ownerId: string | null;
  readonly phase: ListPhase;
  /** Why it failed, for the person; null unless it did. */
  readonly problem: string | null;
  /** When the server last told of this list; null before it did. */
  readonly asOf: Date | null;
  readonly rides: Readonly<Record<string, R>>;
}

/** A list of `ownerId` of which nothing is known yet. */
export const emptyRideList = (ownerId: string | null = null): RideList<never> => ({
  ownerId,
  phase: 'loading',
  problem: null,
  asOf: null,
  rides: {},
});

/** The list when a snapshot is asked for: one that can be shown stays in sight meanwhile, unless it is somebody else's. */
export function beginLoading<R extends Versioned>(list: RideList<R>, ownerId: string): RideList<R> {
  if (list.ownerId !== ownerId) return emptyRideList(ownerId);
  return list.phase === 'ready' ? list : { ...list, phase: 'loading', problem: null };
}

/** The list after a snapshot failed. */
export const failLoading = <R extends Versioned>(list: RideList<R>, problem: string): RideList<R> =>
  list.phase === 'ready' ? list : { ...list, phase: 'failed', problem };

/** The list after a reply or an event brought single rides. */
export const takeRides = <R extends Versioned>(
  list: RideList<R>,
  arrivals: readonly R[],
  at: Date,
): RideList<R> =>
  arrivals.length === 0 ? list : { ...list, asOf: at, rides: keepNewer(list.rides, arrivals) };

/**
 * The list after a snapshot that was asked for when `before` was known. It replaces what is known, but what arrived while
 * it was under way may be newer than it: a ride that changed since is kept even if the snapshot lacks it.
 */
export function takeRideSnapshot<R extends Versioned>(
  list: RideList<R>,
  before: RideList<R>,
  snapshot: readonly R[],
  at: Date,
): RideList<R> {
  const listed = new Set(snapshot.map((ride) => ride.id));
  const kept = Object.entries(list.rides).filter(([id, ride]) => listed.has(id) || before.rides[id] !== ride);
  return {
    ...list,
    phase: 'ready',
    problem: null,
    asOf: at,
    rides: keepNewer(Object.fromEntries(kept), snapshot),
  };
}
