import type { InboxRow } from '#common/messages/inbox.ts';
import type { InboxPage } from '#common/messages/inbox-api.ts';
import type { InboxFilters } from './inbox-filters.ts';

/** What becomes of a list of messages when one has come or changed. */
export interface Received {
  page: InboxPage;
  /** Whether the list has to be read again: what changed is not on screen, and may have been counted. */
  isStale: boolean;
}

/** Takes a message into a list that it fits, or out of one that it does not fit any more. Older versions are dropped. */
export function receiveRow(page: InboxPage, row: InboxRow, filters: InboxFilters): Received {
  const known = page.rows.find(({ id }) => id === row.id);
  if (known && known.version >= row.version) return { page, isStale: false };
  const others = page.rows.filter(({ id }) => id !== row.id);

  if (!fits(row, filters)) {
    if (!known) return { page, isStale: row.version > 1 };
    return { page: { ...page, rows: others, total: add(page.total, -1) }, isStale: false };
  }
  // A search knows only what it found: whether another one fits only the server can tell.
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
