import type { Entitlement } from './entitlements.ts';
import type { Entry, ListName } from './record.ts';

/** What is wrong with a screen's history. */
export interface Violation {
  name: 'lost' | 'applied twice' | 'out of order' | 'stale' | 'heard twice';
  list: ListName;
  rideId: string;
  version: number;
  /** When the version was committed, in milliseconds since 1970. */
  at: number;
  /** What was seen, for whoever looks into it. */
  says: string;
}

/** A span of time, both ends in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

interface CheckedHistory {
  /** What the screen lived through, oldest first. */
  record: readonly Entry[];
  entitled: readonly Entitlement[];
  /** When faults acted that this screen could feel, each up to the recovery from it. */
  faults: readonly Span[];
  /** When the record ends. */
  until: number;
}

/** How long a version may take to the screen, from its commit or from recovery. */
export const BOUND_MS = 5_000;

/** So close to a fault, a reconnection or another's absence, the wire promises nothing: news may be on its way, or watched for not yet. */
const CALM_MS = 2_000;

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;
type About<E extends Entry> = Extract<E, { rideId: string }>;

/**
 * Checks one screen against the database. The contract:
 *
 * - **On the screen, always.** Every version the viewer is entitled to is shown, or covered by a higher one, within five seconds of its
 *   commit or of the recovery from a fault that touched it; later, or an older one in its place to the end, is `stale`, nothing at all is
 *   `lost`. A ride shown at version n tells exactly lines 1 to n of its history (else `lost`). Versions of a ride only rise (else `out of
 *   order`), and each is taken in once for as long as the page is open, so that nothing which went comes back (else `applied twice`).
 * - **On the wire, in calm.** Away from faults each version is told: missing is `lost`, repeated `heard twice`, after a higher one `out of
 *   order`. Around a fault all three are allowed: a process may die between write and announcement, and the repair tells again what was
 *   perhaps not told.
 */
export function checkHistory({ record, entitled, faults, until }: CheckedHistory): Violation[] {
  const isCalm = calmOf(record, faults, until);
  const deadlineOf = deadlines(record, faults);
  return entitled.flatMap((ride) => {
    const isAbout = (entry: Entry): entry is About<Entry> =>
      'rideId' in entry && entry.rideId === ride.rideId && entry.list === ride.list;
    const own = record.filter((entry) => isAbout(entry) || entry.kind === 'opened');
    const heard = record.filter((entry): entry is Of<'heard'> => isAbout(entry) && entry.kind === 'heard');
    return [
      ...checkOrder(own, ride),
      ...checkCoverage(own, ride, { deadlineOf, until }),
      ...checkWire(heard, ride, { isCalm, until }),
    ];
  });
}

const violation =
  ({ list, rideId, versions }: Entitlement) =>
  (name: Violation['name'], version: number, says: string): Violation => ({
    name,
    list,
    rideId,
    version,
    at: versions.find((each) => each.version === version)?.at ?? Number.NaN,
    says,
  });

const clock = (at: number) => new Date(at).toISOString().slice(11, 23);

/** Whether nothing was the matter with the wire around an instant. */
function calmOf(record: readonly Entry[], faults: readonly Span[], until: number) {
  const away: Span[] = [...faults];
  let cutAt: number | null = Number.NEGATIVE_INFINITY;
  for (const { kind, at } of record) {
    if (kind === 'cut' || kind === 'opened') cutAt ??= at;
    if (kind !== 'joined' || cutAt === null) continue;
    away.push({ from: cutAt, to: at });
    cutAt = null;
  }
  if (cutAt !== null) away.push({ from: cutAt, to: until });
  return (at: number) => away.every(({ from, to }) => at < from - CALM_MS || at > to + CALM_MS);
}

/** By when a version has to be on the screen: faults that begin before then put it off until after their end. */
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

/** Versions rise, each is taken in once, and each tells its whole history. */
function checkOrder(own: readonly Entry[], ride: Entitlement): Violation[] {
  const found = violation(ride);
  const violations: Violation[] = [];
  let highest = 0;
  let taken = new Set<number>();
  for (const entry of own) {
    if (entry.kind === 'opened') taken = new Set();
    if (entry.kind !== 'shown') continue;
    const { version, at, changes } = entry;
    if (version < highest) {
      violations.push(found('out of order', version, `shown at ${clock(at)} after version ${highest}`));
    } else if (taken.has(version)) {
      violations.push(found('applied twice', version, `shown again at ${clock(at)}`));
    }
    if (changes && changes.join() !== ride.changes.slice(0, version).join()) {
      violations.push(found('lost', version, `shown at ${clock(at)} with the history ${changes.join()}`));
    }
    highest = Math.max(highest, version);
    taken.add(version);
  }
  return violations;
}

interface CoverageOptions {
  deadlineOf: (at: number) => number;
  until: number;
}

/** Every version comes onto the screen in time, and an offer off it when it went. */
function checkCoverage(own: readonly Entry[], ride: Entitlement, options: CoverageOptions): Violation[] {
  const { deadlineOf, until } = options;
  const found = violation(ride);
  const removal = ride.versions.find(({ removes }) => removes);
  return ride.versions.flatMap(({ version, at, removes }) => {
    const deadline = deadlineOf(at);
    if (deadline > until) return [];
    // Nobody has to see an offer that went while it could still have been on its way.
    if (removal && !removes && removal.at <= deadline) return [];
    const coveredAt = removes ? goneAt(own, at) : shownAt(own, version);
    if (coveredAt !== null && coveredAt <= deadline) return [];
    if (coveredAt !== null)
      return [found('stale', version, `committed at ${clock(at)}, on screen at ${clock(coveredAt)}`)];
    const isOlderShown = own.findLast(({ kind }) => kind !== 'heard')?.kind === 'shown';
    return [found(isOlderShown ? 'stale' : 'lost', version, `committed at ${clock(at)}, never on screen`)];
  });
}

function shownAt(own: readonly Entry[], version: number): number | null {
  return own.find((entry) => entry.kind === 'shown' && entry.version >= version)?.at ?? null;
}

/** Since when a ride has been off the list for good: from the start if it never came; null while it is on it. */
function goneAt(own: readonly Entry[], at: number): number | null {
  const last = own.findLast(({ kind }) => kind !== 'heard');
  if (last?.kind === 'shown') return null;
  return last?.kind === 'hidden' ? last.at : at;
}

interface WireOptions {
  isCalm: (at: number) => boolean;
  until: number;
}

/** In calm each version is told once, in order. */
function checkWire(heard: readonly Of<'heard'>[], ride: Entitlement, options: WireOptions): Violation[] {
  const { isCalm, until } = options;
  const found = violation(ride);
  return ride.versions.flatMap(({ version, at }) => {
    if (!isCalm(at) || at + CALM_MS > until) return [];
    const tellings = heard.filter((entry) => entry.version === version);
    const [first, second] = tellings;
    if (!first) return [found('lost', version, `committed at ${clock(at)}, never told`)];
    if (second)
      return [found('heard twice', version, `told at ${clock(first.at)} and again at ${clock(second.at)}`)];
    const isLate = heard.some((entry) => entry.version > version && entry.at < first.at);
    return isLate ? [found('out of order', version, `told at ${clock(first.at)}, after a later one`)] : [];
  });
}
