import { mergeByVersion, type Versioned } from './versioned.ts';

/** Items from snapshots, by identity: every reply and event creates new objects. */
const listed = new WeakSet<object>();

/** Records that these items came from a snapshot. */
export function markListed(items: readonly object[]): void {
  for (const item of items) listed.add(item);
}

/**
 * Whether an item is newer than a snapshot, because an event brought it after the snapshot was requested. A
 * snapshot that lacks such an item does not remove it. `before` is the item's value at the time of the
 * request. Items from another snapshot do not count: that snapshot was requested earlier.
 */
export const isNewerThanSnapshot = (item: object, before: object | undefined): boolean =>
  item !== before && !listed.has(item);

/** A snapshot of a list, with the items known when it was requested. */
interface Snapshot<T extends Versioned> {
  before: Readonly<Record<string, T>>;
  items: readonly T[];
  /** Whether an item stays even if the snapshot lacks it. */
  keeps?: (item: T) => boolean;
}

/** Merges a snapshot into the known items: keeps those it lists, and those from events since its request. */
export function mergeSnapshot<T extends Versioned>(
  known: Readonly<Record<string, T>>,
  { before, items, keeps }: Snapshot<T>,
): Readonly<Record<string, T>> {
  const ids = new Set(items.map(({ id }) => id));
  const kept = Object.entries(known).filter(
    ([id, item]) => ids.has(id) || isNewerThanSnapshot(item, before[id]) || keeps?.(item),
  );
  markListed(items);
  return mergeByVersion(Object.fromEntries(kept), items);
}

/** Numbers the requests for one list, so that a reply is dropped once a later request has been answered. */
export interface Requests {
  /** Registers a request. @returns its number */
  begin: () => number;
  /** Whether to accept the reply to a request. From then on, replies to earlier requests are rejected. */
  accept: (request: number) => boolean;
  /** Whether no later request has been answered yet. */
  isCurrent: (request: number) => boolean;
  /** Rejects the replies to all requests so far. */
  rejectAll: () => void;
}

/** Creates the request counter of one list. */
export function createRequestCounter(): Requests {
  let last = 0;
  let firstAccepted = 1;
  const isCurrent = (request: number) => request >= firstAccepted;
  return {
    begin: () => {
      last += 1;
      return last;
    },
    accept: (request) => {
      if (!isCurrent(request)) return false;
      firstAccepted = request;
      return true;
    },
    isCurrent,
    rejectAll: () => {
      firstAccepted = last + 1;
    },
  };
}
