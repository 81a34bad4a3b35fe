import type { Alert } from '#common/alerts/alert.ts';
import type { BoardGroup } from '#common/rides/board.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import type { ListedGroup } from './board-groups.ts';

/** One line of the board's table. */
export type BoardItem =
  | { kind: 'heading'; group: BoardGroup; count: number; more: number }
  | { kind: 'ride'; group: BoardGroup; ride: StaffRide }
  | { kind: 'alert'; group: BoardGroup; alert: Alert }
  | { kind: 'more'; group: BoardGroup; more: number };

/** How many rides of a group are shown until it is unfolded; only without filters. */
const FOLDED: Partial<Record<BoardGroup, number>> = { later: 5, past: 3 };

interface ItemOptions {
  /** Alerts that are not about a ride. */
  alerts: readonly Alert[];
  /** Groups that the user has unfolded; null: all, as while filters are set. */
  unfolded: ReadonlySet<BoardGroup> | null;
  /** Page size of the server. */
  page: number;
}

/** The lines of the table in order. Empty groups are omitted. */
export function itemsOf(
  groups: readonly ListedGroup[],
  { alerts, unfolded, page }: ItemOptions,
): BoardItem[] {
  return groups.flatMap(({ group, rides, count }): BoardItem[] => {
    const about = group === 'attention' ? alerts : [];
    const total = count + about.length;
    if (total === 0) return [];
    const folded = unfolded === null || unfolded.has(group) ? undefined : FOLDED[group];
    const shown = folded === undefined ? rides : rides.slice(0, folded);
    const isFolded = shown.length < rides.length;
    const left = count - shown.length;
    return [
      { kind: 'heading', group, count: total, more: isFolded ? Math.min(left, page) : 0 },
      ...shown.map((ride): BoardItem => ({ kind: 'ride', group, ride })),
      ...about.map((alert): BoardItem => ({ kind: 'alert', group, alert })),
      ...(!isFolded && left > 0 ? [{ kind: 'more' as const, group, more: Math.min(left, page) }] : []),
    ];
  });
}

/** A stable React key of a line. */
export function itemKey(item: BoardItem): string {
  if (item.kind === 'ride') return item.ride.id;
  return item.kind === 'alert' ? item.alert.id : `${item.kind} ${item.group}`;
}

/** Headings of the groups. */
export const GROUP_TITLES: Readonly<Record<BoardGroup, string>> = {
  attention: 'Needs attention',
  now: 'Now',
  next: 'Next 24 hours',
  later: 'Later',
  past: 'Done and cancelled',
};

/**
 * The group whose next rides the keyboard shortcut loads: the group of the given ride; if that is fully
 * listed, the first group below it with more rides; else the first with more.
 */
export function groupWithMore(items: readonly BoardItem[], rideId: string | null): BoardGroup | null {
  const at = items.findIndex((item) => item.kind === 'ride' && item.ride.id === rideId);
  const own = items[at]?.group;
  const isMore = (item: BoardItem) => (item.kind === 'heading' || item.kind === 'more') && item.more > 0;
  const more = items.filter((item, index) => isMore(item) && (item.group === own || index > at));
  return (more[0] ?? items.find(isMore))?.group ?? null;
}
