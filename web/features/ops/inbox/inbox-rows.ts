import type { InboxRow } from '#common/messages/inbox.ts';
import type { InboxPage } from '#common/messages/inbox-api.ts';
import type { InboxFilters } from './inbox-filters.ts';

/** A list of messages after one was added or changed. */
interface Received {
  page: InboxPage;
  /** Whether the list must be reloaded: the changed message is not on screen, but may be in the total. */
  isStale: boolean;
}

/** Merges a message into a list, or removes it if it does not match the filters. Ignores older versions. */
export function receiveRow(page: InboxPage, row: InboxRow, filters: InboxFilters): Received {
  const known = page.rows.find(({ id }) => id === row.id);
  if (known && known.version >= row.version) return { page, isStale: false };
  const others = page.rows.filter(({ id }) => id !== row.id);

  if (!fits(row, filters)) {
    if (!known) return { page, isStale: row.version > 1 };
    return { page: { ...page, rows: others, total: add(page.total, -1) }, isStale: false };
  }
  // Only the server can tell whether a message that is not listed matches the search.
  if (!known && filters.q) return { page, isStale: true };
  const rows = [...others, row].toSorted(newestFirst);
  if (known) return { page: { ...page, rows }, isStale: false };
  const isOnLaterPage = page.next !== null && rows.at(-1) === row;
  if (isOnLaterPage) return { page, isStale: true };
  return { page: { ...page, rows, total: add(page.total, 1) }, isStale: false };
}

const fits = ({ state, kind, assignee }: InboxRow, filters: InboxFilters): boolean =>
  (!filters.state || state === filters.state) &&
  (!filters.kind || kind === filters.kind) &&
  (!filters.assignee ||
    (filters.assignee === 'nobody' ? assignee === null : assignee?.id === filters.assignee));

const add = (total: number | null, change: number): number | null => (total === null ? null : total + change);

const newestFirst = (one: InboxRow, other: InboxRow): number =>
  other.receivedAt.localeCompare(one.receivedAt) || other.id.localeCompare(one.id);
