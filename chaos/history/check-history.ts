import { type RideChange, STAFF_ONLY_CHANGES } from '#common/rides/ride-states.ts';
import type { Entitlement, ListName } from './entitlements.ts';

/** A version of a ride in one of the lists. */
interface RideVersion {
  list: ListName;
  rideId: string;
  version: number;
}

/**
 * An entry of a page's record, `at` in milliseconds since 1970.
 * - `opened`: the page was loaded, or emptied its store after a change of user; it shows nothing yet.
 * - `joined`: its socket connected, or its server node subscribed to Redis again; for a driver, once offers
 *   were loaded after that. `cut`: the socket or the subscription was lost.
 * - `received`: the socket delivered a version of a ride, or the version that removed an offer.
 * - `shown`: a list now shows a version, with the ride's history as the page has it (null for offers, which
 *   have none).
 * - `hidden`: a list no longer shows the ride.
 */
export type Entry = { at: number } & (
  | { kind: 'opened' | 'joined' | 'cut' }
  | ({ kind: 'received' } & RideVersion)
  | ({ kind: 'shown'; changes: RideChange[] | null } & RideVersion)
  | { kind: 'hidden'; list: ListName; rideId: string }
);

/** A violation of the contract in a page's record. */
interface Violation extends RideVersion {
  name: 'lost' | 'applied twice' | 'out of order' | 'stale' | 'received twice';
  /** When the version was committed, in milliseconds since 1970. */
  at: number;
  /** What was observed, with times. */
  detail: string;
}

/** A time span, both ends in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

interface CheckedHistory {
  /** Oldest first. */
  record: readonly Entry[];
  entitled: readonly Entitlement[];
  /** The faults that could affect this page, each until recovery. */
  faults: readonly Span[];
  /** The end of the record. */
  until: number;
}

/** How soon after its commit, or after recovery, a version has to be shown, in milliseconds. */
export const BOUND_MS = 5_000;

/**
 * How long before and after a fault, disconnection or reconnection the contract requires nothing of the
 * socket, in milliseconds.
 */
const UNSETTLED_MS = 2_000;

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;
type About<E extends Entry> = Extract<E, { rideId: string }>;

/**
 * Checks the record of one page against the database. The contract:
 * - **On the screen, always.** Every version that the viewer is entitled to is shown, or superseded by a
 *   higher one, within five seconds of its commit or of the recovery from a fault that affected it. A version
 *   shown too late, or an older one that stays on screen, is `stale`; nothing at all is `lost`. A ride shown
 *   at version n has exactly the entries 1 to n of its history, without those for staff (else `lost`).
 *   Versions of a ride only rise (else `out of order`), and each is applied once while the page is open, so
 *   that nothing removed comes back (else `applied twice`).
 * - **On the socket, while settled.** Away from faults each version is delivered: missing is `lost`, repeated
 *   `received twice`, after a higher one `out of order`. Around a fault all three are allowed: a process may
 *   die between write and publish, and the outbox relay repeats what may not have been published.
 *
 * @returns the violations; none if the record is correct
 */
export function checkHistory({ record, entitled, faults, until }: CheckedHistory): Violation[] {
  const isSettled = settledOf(record, faults, until);
  const deadlineOf = deadlines(record, faults);
  return entitled.flatMap((ride) => {
    const isAbout = (entry: Entry): entry is About<Entry> =>
      'rideId' in entry && entry.rideId === ride.rideId && entry.list === ride.list;
    const own = record.filter((entry) => isAbout(entry) || entry.kind === 'opened');
    const received = record.filter(
      (entry): entry is Of<'received'> => isAbout(entry) && entry.kind === 'received',
    );
    return [
      ...checkOrder(own, ride),
      ...checkCoverage(own, ride, { deadlineOf, until }),
      ...checkSocket(received, ride, { isSettled, until }),
    ];
  });
}

const violation =
  ({ list, rideId, versions }: Entitlement) =>
  (name: Violation['name'], version: number, detail: string): Violation => ({
    name,
    list,
    rideId,
    version,
    at: versions.find((each) => each.version === version)?.at ?? Number.NaN,
    detail,
  });

const clock = (at: number) => new Date(at).toISOString().slice(11, 23);

/**
 * @returns a function that tells whether, around an instant, the socket was connected and no fault was near
 */
function settledOf(record: readonly Entry[], faults: readonly Span[], until: number) {
  const unsettled: Span[] = [...faults];
  let cutAt: number | null = Number.NEGATIVE_INFINITY;
  for (const { kind, at } of record) {
    if (kind === 'cut' || kind === 'opened') cutAt ??= at;
    if (kind !== 'joined' || cutAt === null) continue;
    unsettled.push({ from: cutAt, to: at });
    cutAt = null;
  }
  if (cutAt !== null) unsettled.push({ from: cutAt, to: until });
  return (at: number) =>
    unsettled.every(({ from, to }) => at < from - UNSETTLED_MS || at > to + UNSETTLED_MS);
}

/**
 * @returns a function that gives the deadline for showing a version; a fault that begins before the
 * deadline extends it
 */
function deadlines(record: readonly Entry[], faults: readonly Span[]) {
  const openedAt = record.find(({ kind }) => kind === 'opened')?.at ?? 0;
  const inOrder = faults.toSorted((a, b) => a.from - b.from);
  return (at: number) =>
    inOrder.reduce(
      (deadline, { from, to }) =>
        from <= deadline && to >= at ? Math.max(deadline, to + BOUND_MS) : deadline,
      Math.max(at, openedAt) + BOUND_MS,
    );
}

/** Checks that versions rise, that each is applied once, and that each has its whole history. */
function checkOrder(own: readonly Entry[], ride: Entitlement): Violation[] {
  const found = violation(ride);
  const violations: Violation[] = [];
  let highest = 0;
  let applied = new Set<number>();
  for (const entry of own) {
    if (entry.kind === 'opened') applied = new Set();
    if (entry.kind !== 'shown') continue;
    const { version, at, changes } = entry;
    if (version < highest) {
      violations.push(found('out of order', version, `shown at ${clock(at)} after version ${highest}`));
    } else if (applied.has(version)) {
      violations.push(found('applied twice', version, `shown again at ${clock(at)}`));
    }
    if (changes && changes.join() !== shownChanges(ride.changes.slice(0, version)).join()) {
      violations.push(found('lost', version, `shown at ${clock(at)} with the history ${changes.join()}`));
    }
    highest = Math.max(highest, version);
    applied.add(version);
  }
  return violations;
}

/** Returns the part of a history that riders and drivers are shown. */
const shownChanges = (changes: readonly RideChange[]) =>
  changes.filter((change) => !STAFF_ONLY_CHANGES.includes(change));

interface CoverageOptions {
  deadlineOf: (at: number) => number;
  until: number;
}

/** Checks that every version is shown in time, and that a removed offer is hidden. */
function checkCoverage(own: readonly Entry[], ride: Entitlement, options: CoverageOptions): Violation[] {
  const { deadlineOf, until } = options;
  const found = violation(ride);
  const removal = ride.versions.find(({ removes }) => removes);
  return ride.versions.flatMap(({ version, at, removes }) => {
    const deadline = deadlineOf(at);
    if (deadline > until) return [];
    // An offer removed before its deadline need not have been shown.
    if (removal && !removes && removal.at <= deadline) return [];
    const coveredAt = removes ? hiddenAt(own, at) : shownAt(own, version);
    if (coveredAt !== null && coveredAt <= deadline) return [];
    if (coveredAt !== null)
      return [found('stale', version, `committed at ${clock(at)}, on screen at ${clock(coveredAt)}`)];
    const isOlderShown = own.findLast(({ kind }) => kind !== 'received')?.kind === 'shown';
    return [found(isOlderShown ? 'stale' : 'lost', version, `committed at ${clock(at)}, never on screen`)];
  });
}

function shownAt(own: readonly Entry[], version: number): number | null {
  return own.find((entry) => entry.kind === 'shown' && entry.version >= version)?.at ?? null;
}

/** @returns when the ride left the list: `at` if it was never on it, null while it is on it */
function hiddenAt(own: readonly Entry[], at: number): number | null {
  const last = own.findLast(({ kind }) => kind !== 'received');
  if (last?.kind === 'shown') return null;
  return last?.kind === 'hidden' ? last.at : at;
}

interface SocketOptions {
  isSettled: (at: number) => boolean;
  until: number;
}

/** Checks that, while settled, each version is delivered once and in order. */
function checkSocket(
  received: readonly Of<'received'>[],
  ride: Entitlement,
  options: SocketOptions,
): Violation[] {
  const { isSettled, until } = options;
  const found = violation(ride);
  return ride.versions.flatMap(({ version, at }) => {
    if (!isSettled(at) || at + UNSETTLED_MS > until) return [];
    const deliveries = received.filter((entry) => entry.version === version);
    const [first, second] = deliveries;
    if (!first) return [found('lost', version, `committed at ${clock(at)}, never received`)];
    if (second)
      return [
        found('received twice', version, `received at ${clock(first.at)} and again at ${clock(second.at)}`),
      ];
    const isLate = received.some((entry) => entry.version > version && entry.at < first.at);
    return isLate
      ? [found('out of order', version, `received at ${clock(first.at)}, after a higher one`)]
      : [];
  });
}
