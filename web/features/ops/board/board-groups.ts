import type { Alert, AlertKind } from '#common/alerts/alert.ts';
import {
  type BoardFilters,
  type BoardGroup,
  boardGroupOf,
  boardGroupSchema,
  isOnBoard,
  meetsFilters,
} from '#common/rides/board.ts';
import type { BoardPage } from '#common/rides/board-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';

export type Rides = Readonly<Record<string, StaffRide>>;
export type Alerts = Readonly<Record<string, Alert>>;

/** The groups, in display order. */
export const BOARD_GROUPS: readonly BoardGroup[] = boardGroupSchema.options;

/** Builds a record with one value per group. */
export const eachGroup = <Value>(make: (group: BoardGroup) => Value): Record<BoardGroup, Value> => ({
  attention: make('attention'),
  now: make('now'),
  next: make('next'),
  later: make('later'),
  past: make('past'),
});

/** How far a group has been loaded. */
interface GroupPage {
  /** Number of pages loaded. */
  depth: number;
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /** Rides of the group that the server counted and this window has not loaded. */
  unknown: number;
}
export type GroupPages = Readonly<Record<BoardGroup, GroupPage>>;

/** What determines the group and order of rides. */
interface Known {
  rides: Rides;
  alerts: Alerts;
  filters: BoardFilters;
  now: Date;
}

/** A group as the board lists it. */
export interface ListedGroup {
  group: BoardGroup;
  rides: readonly StaffRide[];
  /** Rides in the group, listed or not. */
  count: number;
}

/**
 * Returns the groups of the board. A ride beyond the last page loaded is counted but not listed, because
 * rides that sort before it may not be loaded yet.
 */
export function listGroups(known: Known, pages: GroupPages | null): ListedGroup[] {
  const members = membersOf(known);
  return BOARD_GROUPS.map((group) => {
    const page = pages?.[group];
    const isRead = isWithin(group, page?.next ?? null);
    const rides = members[group].filter(isRead).toSorted(orderOf(group, known.alerts));
    return { group, rides, count: members[group].length + (page?.unknown ?? 0) };
  });
}

/** How many of the rides in a page's `count` for the group this window has not loaded; 0 at the last page. */
export const unknownIn = (
  group: BoardGroup,
  { next, count }: Pick<BoardPage, 'next' | 'count'>,
  known: Known,
): number => (next === null ? 0 : Math.max(0, count - membersOf(known)[group].length));

function membersOf({ rides, alerts, filters, now }: Known): Record<BoardGroup, StaffRide[]> {
  const alerted = alertsOfRides(alerts);
  const members = eachGroup((): StaffRide[] => []);
  for (const ride of Object.values(rides)) {
    const hasAlert = alerted.has(ride.id);
    if (isOnBoard(ride, hasAlert) && meetsFilters(ride, filters))
      members[boardGroupOf(ride, now, hasAlert)].push(ride);
  }
  return members;
}

/** Whether a ride sorts at or before `next`, the cursor of the next page (`<milliseconds>-<id>`). */
function isWithin(group: BoardGroup, next: string | null): (ride: StaffRide) => boolean {
  if (next === null) return () => true;
  const dash = next.lastIndexOf('-');
  const end = { scheduledAt: new Date(Number(next.slice(0, dash))).toISOString(), id: next.slice(dash + 1) };
  const order = group === 'past' ? latestFirst : soonestFirst;
  return (ride) => order(ride, end) <= 0;
}

type Placed = Pick<StaffRide, 'scheduledAt' | 'id'>;

/** Compares ISO instants or ids by code units; `localeCompare` takes ten times as long. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const soonestFirst = (one: Placed, other: Placed): number =>
  compare(one.scheduledAt, other.scheduledAt) || compare(one.id, other.id);
const latestFirst = (one: Placed, other: Placed): number => soonestFirst(other, one);

function orderOf(group: BoardGroup, alerts: Alerts): (one: StaffRide, other: StaffRide) => number {
  if (group === 'past') return latestFirst;
  if (group !== 'attention') return soonestFirst;
  const alerted = alertsOfRides(alerts);
  const rank = ({ id }: StaffRide) => rankOf(alerted.get(id)?.[0]);
  return (one, other) => rank(one) - rank(other) || soonestFirst(one, other);
}

/** Alert kinds, the most urgent first. */
const PRESSING: readonly AlertKind[] = [
  'driver-late',
  'driver-silent',
  'unaccepted',
  'not-on-the-way',
  'unassigned',
  'driver-suspended',
  'vehicle-out',
  'not-started',
  'not-completed',
  'payment-flagged',
  'fare-check',
  'dispute-opened',
  'inquiry-opened',
  'refund-failed',
];

function rankOf(alert: Alert | undefined): number {
  const rank = alert ? PRESSING.indexOf(alert.kind) : -1;
  return rank === -1 ? PRESSING.length : rank;
}

export const openAlerts = (alerts: Alerts): Alert[] =>
  Object.values(alerts).filter(({ resolvedAt }) => resolvedAt === null);

const byRide = new WeakMap<Alerts, ReadonlyMap<string, readonly Alert[]>>();

/** The open alerts of each ride that has any, the most urgent first. Cached per alerts object. */
export function alertsOfRides(alerts: Alerts): ReadonlyMap<string, readonly Alert[]> {
  const known = byRide.get(alerts);
  if (known) return known;
  const grouped = new Map<string, Alert[]>();
  const pressing = openAlerts(alerts)
    .filter(({ subject }) => subject.kind === 'ride')
    .toSorted((one, other) => rankOf(one) - rankOf(other) || compare(one.openedAt, other.openedAt));
  for (const alert of pressing)
    grouped.set(alert.subject.id, [...(grouped.get(alert.subject.id) ?? []), alert]);
  byRide.set(alerts, grouped);
  return grouped;
}

/** Open alerts that are not about a ride, oldest first. */
export const otherAlerts = (alerts: Alerts): Alert[] =>
  openAlerts(alerts)
    .filter(({ subject }) => subject.kind !== 'ride')
    .toSorted((one, other) => compare(one.openedAt, other.openedAt));
