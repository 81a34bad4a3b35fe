import { overlaps, plannedSpan, type Span } from '#common/rides/overlap.ts';
import { ACTIVE_STATUSES, RIDE_STATES, type RideStatus } from '#common/rides/ride-states.ts';
import { findMoneyProblems } from '#server/rides/payment/find-ride-money-differences.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';

/** The rides after the last write, to compare the next write with. */
export interface KnownRides {
  /** The last state of each ride. */
  all: Map<string, RideRecord>;
  /** The rides that are not over. */
  active: Map<string, RideRecord>;
}

export const noRides = (): KnownRides => ({ all: new Map(), active: new Map() });

/**
 * Checks a ride that was just written against its previous state and the other rides, and remembers it. Its
 * history only grows, each entry follows from the one before, it has one driver at a time, no vehicle is used
 * twice at once, and its money adds up.
 *
 * @param vehicles how many vehicles serve each kind
 * @returns the violations, in words; none if everything holds
 */
export function checkStep(
  ride: RideRecord,
  known: KnownRides,
  vehicles: ReadonlyMap<string, number>,
): string[] {
  const before = known.all.get(ride.id);
  const problems = [
    ...checkHistory(ride, before),
    ...checkLife(ride),
    ...(ride.history.some(({ change }) => change === 'paid') ? findMoneyProblems(ride) : []),
    ...(isMoved(ride, before) ? checkCapacity(ride, known, vehicles.get(ride.rideType) ?? 0) : []),
    ...(isAcceptedNow(ride, before) ? checkVehicle(ride, known) : []),
  ];
  known.all.set(ride.id, ride);
  if (ACTIVE_STATUSES.includes(ride.status)) known.active.set(ride.id, ride);
  else known.active.delete(ride.id);
  return problems.map((problem) => `ride ${ride.id} ${problem}`);
}

function checkHistory({ version, history }: RideRecord, before: RideRecord | undefined): string[] {
  const isGrown = before === undefined || version - before.version === history.length - before.history.length;
  return [
    ...(version === history.length
      ? []
      : [`is at version ${version} with ${history.length} lines of history`]),
    ...(isGrown && version >= (before?.version ?? 0) && version - (before?.version ?? 0) <= 1
      ? []
      : [`went from version ${before?.version} to ${version} in one write`]),
  ];
}

/** Replays status and driver from the history: every entry has to follow from the one before. */
function checkLife({ history, status, driverId }: RideRecord): string[] {
  let now: { status: RideStatus; driverId: string | null } = { status: 'requested', driverId: null };
  let isPaid = false;
  for (const { change, by, assigned, former } of history) {
    if (change === 'paid') isPaid = true;
    if (change === 'accepted' || change === 'reassigned') {
      if (!isPaid) return ['was accepted before it was paid'];
      if (now.status !== (change === 'accepted' ? 'requested' : 'accepted'))
        return [`was ${change} while ${now.status}`];
      if (change === 'reassigned' && former?.driverId !== now.driverId)
        return ['was taken from a driver who did not have it'];
      now = { status: 'accepted', driverId: assigned?.driverId ?? by?.id ?? null };
    } else if (change === 'unassigned' || change === 'given_back') {
      if (now.status !== 'accepted') return [`was ${change} while ${now.status}`];
      now = { status: 'requested', driverId: null };
    } else if (change === 'in_progress' || change === 'completed' || change === 'cancelled') {
      if (!RIDE_STATES[now.status].next.includes(change)) return [`was ${change} while ${now.status}`];
      now = { ...now, status: change };
    }
  }
  return now.status === status && now.driverId === driverId
    ? []
    : [`is ${status} with driver ${driverId}, and its history says ${now.status} with ${now.driverId}`];
}

const spanOf = ({ scheduledAt, hours, stops }: RideRecord): Span =>
  plannedSpan(new Date(scheduledAt), { hours, stops });

/** Whether a ride is active and now occupies another time or kind of vehicle. */
function isMoved(ride: RideRecord, before: RideRecord | undefined): boolean {
  if (!ACTIVE_STATUSES.includes(ride.status)) return false;
  const takes = ({ rideType, hours, scheduledAt, stops }: RideRecord) =>
    JSON.stringify([rideType, hours, scheduledAt, stops.length]);
  return before === undefined || takes(ride) !== takes(before);
}

/** Checks that no more rides are planned at once than there are vehicles of the kind. */
function checkCapacity(ride: RideRecord, { active }: KnownRides, vehicles: number): string[] {
  const own = spanOf(ride);
  const spans = [...active.values()]
    .filter(({ id, rideType }) => id !== ride.id && rideType === ride.rideType)
    .map(spanOf)
    .filter((span) => overlaps(span, own));
  const starts = [own, ...spans]
    .map(({ startMs }) => startMs)
    .filter((startMs) => startMs >= own.startMs && startMs < own.endMs);
  const atOnce = starts.map(
    (instant) => 1 + spans.filter(({ startMs, endMs }) => startMs <= instant && endMs > instant).length,
  );
  const most = Math.max(1, ...atOnce);
  return most > vehicles ? [`is one of ${most} at once, and ${vehicles} ${ride.rideType} are there`] : [];
}

const isAcceptedNow = ({ status, history }: RideRecord, before: RideRecord | undefined): boolean => {
  const last = history.at(-1);
  return status === 'accepted' && before?.status === 'requested' && last?.by?.role === 'driver' && !last.note;
};

/**
 * Checks that a driver who accepted without the overlap note has no other ride, and a vehicle that nobody
 * else uses, at that time.
 */
function checkVehicle(ride: RideRecord, { active }: KnownRides): string[] {
  const own = spanOf(ride);
  return [...active.values()]
    .filter(({ id, driverId }) => id !== ride.id && driverId !== null)
    .filter((other) => other.driverId === ride.driverId || other.vehicleId === ride.vehicleId)
    .filter((other) => overlaps(spanOf(other), own))
    .map((other) => `has the driver or the vehicle of ride ${other.id} at that time`);
}
