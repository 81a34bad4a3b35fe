import { mergeByVersion, type Versioned } from './versioned.ts';

/** Items that a snapshot brought. Every reply and event brings objects of its own. */
const listed = new WeakSet<object>();

/** Notes that a snapshot brought these. */
export function markListed(items: readonly object[]): void {
  for (const item of items) listed.add(item);
}

/**
 * Whether an item is newer than a snapshot that was requested when `before` was known of it: then a snapshot that lacks it may not
 * take it away. What another snapshot brought since was requested earlier, and is no newer.
 */
export const isNews = (item: object, before: object | undefined): boolean =>
  item !== before && !listed.has(item);

/** A snapshot of a list, and what was known when it was requested. */
interface Snapshot<T extends Versioned> {
  before: Readonly<Record<string, T>>;
  items: readonly T[];
  /** What stays even if the snapshot lacks it. */
  keeps?: (item: T) => boolean;
}

/** What is known after a snapshot: what it lists, and what events brought since it was requested. */
export function mergeSnapshot<T extends Versioned>(
  known: Readonly<Record<string, T>>,
  { before, items, keeps }: Snapshot<T>,
): Readonly<Record<string, T>> {
  const ids = new Set(items.map(({ id }) => id));
  const kept = Object.entries(known).filter(
    ([id, item]) => ids.has(id) || isNews(item, before[id]) || keeps?.(item),
  );
  markListed(items);
  return mergeByVersion(Object.fromEntries(kept), items);
}

/** The requests for one list, counted: an answer is dropped when that to a later one has come. */
export interface Requests {
  /** Counts a request. @returns its number */
  begin: () => number;
  /** Whether the answer to a request is still wanted; none to an earlier one is from then on. */
  take: (request: number) => boolean;
  /** Whether nothing later than a request has been answered. */
  isWanted: (request: number) => boolean;
  /** Drops the answers to all requests so far. */
  abandon: () => void;
}

/** Counts the requests for one list. */
export function countRequests(): Requests {
  let last = 0;
  let firstWanted = 1;
  const isWanted = (request: number) => request >= firstWanted;
  return {
    begin: () => {
      last += 1;
      return last;
    },
    take: (request) => {
      if (!isWanted(request)) return false;
      firstWanted = request;
      return true;
    },
    isWanted,
    abandon: () => {
      firstWanted = last + 1;
    },
  };
}
