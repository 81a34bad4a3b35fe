import { create } from 'zustand';
import { type Alert, alertUrgencySchema } from '#common/alerts/alert.ts';
import type { BoardFilters, BoardGroup } from '#common/rides/board.ts';
import type { BoardPage } from '#common/rides/board-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { mergeSnapshot } from '#web/lib/snapshots.ts';
import { type ListPhase, mergeByVersion } from '#web/lib/versioned.ts';
import {
  type Alerts,
  eachGroup,
  type GroupPages,
  openAlerts,
  type Rides,
  unknownIn,
} from './board-groups.ts';

interface BoardStore {
  /** Every ride this window has loaded: from the lists, from events, and from the drawer. */
  rides: Rides;
  /** Alerts by id. Resolved ones are kept, so that a late event cannot reopen them. */
  alerts: Alerts;
  /** Whether the open alerts have been loaded. */
  areAlertsKnown: boolean;
  /** When an event last changed a ride, in milliseconds: its row is briefly outlined then. */
  changedAt: Readonly<Record<string, number>>;
  /** The filters that the lists were loaded with. */
  filters: BoardFilters;
  phase: ListPhase;
  /** User-facing reason of the failure; null unless `phase` is `failed`. */
  problem: string | null;
  /** When the lists were last loaded; null before. */
  asOf: Date | null;
  /** How far each group has been loaded; null before the first page with these filters. */
  pages: GroupPages | null;
  /** Rides that no snapshot removes, because a component shows them. */
  pinned: readonly string[];
  /** Incremented when an event brings a ride that the server's counts may include: they must be reloaded. */
  drift: number;
}

/** The state of the rides board in this window. */
export const useBoardStore = create<BoardStore>()(() => ({
  rides: {},
  alerts: {},
  areAlertsKnown: false,
  changedAt: {},
  filters: {},
  phase: 'loading',
  problem: null,
  asOf: null,
  pages: null,
  pinned: [],
  drift: 0,
}));

const { getState, setState } = useBoardStore;

/** Clears everything, when another user signs in or the session ends. */
export const forgetBoard = (): void => setState(useBoardStore.getInitialState(), true);

/** Merges rides from a reply, such as to a command of the drawer. The higher version wins. */
export const receiveStaffRides = (rides: readonly StaffRide[]): void =>
  setState((state) => ({ rides: mergeByVersion(state.rides, rides) }));

/** Merges rides from an event. Those that are newer are outlined. */
export function receiveBoardEvent(rides: readonly StaffRide[], at = new Date()): void {
  setState((state) => {
    const merged = mergeByVersion(state.rides, rides);
    const changed = rides.filter(({ id }) => merged[id] !== state.rides[id]);
    if (changed.length === 0) return state;
    const isStrange = (ride: StaffRide) =>
      !state.rides[ride.id] && state.asOf !== null && Date.parse(ride.createdAt) < state.asOf.getTime();
    return {
      rides: merged,
      changedAt: ringed(
        state.changedAt,
        changed.map(({ id }) => id),
        at,
      ),
      drift: state.drift + (hasUnknown(state.pages) && changed.some(isStrange) ? 1 : 0),
    };
  });
}

/**
 * Merges alerts from an event.
 *
 * @returns those that it opened, reopened or made more urgent
 */
export function receiveAlertEvent(alerts: readonly Alert[], at = new Date()): Alert[] {
  const opened = openedIn(alerts);
  const rides = opened.flatMap(({ subject }) => (subject.kind === 'ride' ? [subject.id] : []));
  setState((state) => ({
    alerts: mergeByVersion(state.alerts, alerts),
    changedAt: ringed(state.changedAt, rides, at),
  }));
  return opened;
}

/**
 * Merges a snapshot of the open alerts. Alerts that were open in `before`, when it was requested, and are
 * missing from it were resolved.
 *
 * @returns those that opened, reopened or became more urgent since the snapshot before; none for the first
 */
export function receiveOpenAlerts(open: readonly Alert[], before: Alerts): Alert[] {
  const opened = getState().areAlertsKnown ? openedIn(open) : [];
  setState(({ alerts }) => ({
    alerts: mergeSnapshot(alerts, { before, items: open, keeps: ({ resolvedAt }) => resolvedAt !== null }),
    areAlertsKnown: true,
  }));
  return opened;
}

/** The filters and rides at the time a snapshot was requested. */
interface BoardRequest {
  filters: BoardFilters;
  rides: Rides;
}

/** Marks the lists as loading. Rides of other filters stay visible as far as they match the new ones. */
export function beginBoard(filters: BoardFilters): BoardRequest {
  setState((state) => ({
    phase: state.phase === 'failed' ? 'loading' : state.phase,
    problem: null,
    ...(!isSame(filters, state.filters) && { filters, pages: null }),
  }));
  return { filters, rides: getState().rides };
}

/** A loaded part of a group: its rides, the cursor and count of the last page, and the number of pages. */
export interface GroupReading {
  rides: StaffRide[];
  last: Pick<BoardPage, 'next' | 'count'>;
  depth: number;
}

/**
 * Stores a snapshot of all groups. It replaces what is known, except rides that events changed since the
 * request and pinned rides. A snapshot for filters that have changed meanwhile is discarded.
 */
export const receiveBoard = (
  { filters, rides: before }: BoardRequest,
  readings: Readonly<Record<BoardGroup, GroupReading>>,
  now: Date,
): void =>
  setState((state) => {
    if (!isSame(filters, state.filters)) return state;
    const read = Object.values(readings).flatMap(({ rides }) => rides);
    const rides = mergeSnapshot(state.rides, {
      before,
      items: read,
      keeps: ({ id }) => state.pinned.includes(id),
    });
    const known = { rides, alerts: state.alerts, filters, now };
    return {
      rides,
      phase: 'ready',
      problem: null,
      asOf: now,
      pages: eachGroup((group) => ({
        depth: readings[group].depth,
        next: readings[group].last.next,
        unknown: unknownIn(group, readings[group].last, known),
      })),
    };
  });

/** Merges the next page of one group. Discarded if the filters have changed meanwhile. */
export const receivePage = (group: BoardGroup, filters: BoardFilters, page: BoardPage, now: Date): void =>
  setState((state) => {
    if (!state.pages || !isSame(filters, state.filters)) return state;
    const rides = mergeByVersion(state.rides, page.rides);
    const unknown = unknownIn(group, page, { rides, alerts: state.alerts, filters, now });
    const depth = state.pages[group].depth + 1;
    return { rides, pages: { ...state.pages, [group]: { depth, next: page.next, unknown } } };
  });

/** Records that loading failed. Lists already loaded stay visible. */
export const failBoard = ({ filters }: BoardRequest, problem: string): void =>
  setState((state) =>
    state.phase === 'ready' || !isSame(filters, state.filters) ? state : { phase: 'failed', problem },
  );

/** Keeps a ride through every snapshot until the returned function is called. */
export function pinRide(id: string): () => void {
  setState(({ pinned }) => ({ pinned: [...pinned, id] }));
  return () =>
    setState(({ pinned }) => ({ pinned: pinned.filter((_, index) => index !== pinned.indexOf(id)) }));
}

/** Number of rides and other subjects with an open alert, as counted in the console's header. */
export const attentionCount = ({ alerts }: Pick<BoardStore, 'alerts'>): number =>
  new Set(openAlerts(alerts).map(({ subject }) => `${subject.kind} ${subject.id}`)).size;

/** Those of these alerts that are newly open, or more urgent than they are known to be. */
function openedIn(alerts: readonly Alert[]): Alert[] {
  const known = getState().alerts;
  return alerts.filter((alert) => isOpening(alert, known[alert.id]));
}

const isOpening = (alert: Alert, known: Alert | undefined): boolean =>
  alert.resolvedAt === null &&
  (!known ||
    (alert.version > known.version && (known.resolvedAt !== null || urgencyOf(alert) > urgencyOf(known))));

const urgencyOf = ({ urgency }: Alert): number => alertUrgencySchema.options.indexOf(urgency);

const hasUnknown = (pages: GroupPages | null): boolean =>
  pages !== null && Object.values(pages).some(({ unknown }) => unknown > 0);

const ringed = (known: Readonly<Record<string, number>>, ids: readonly string[], at: Date) =>
  ids.length === 0 ? known : { ...known, ...Object.fromEntries(ids.map((id) => [id, at.getTime()])) };

const isSame = (one: BoardFilters, other: BoardFilters): boolean =>
  (['status', 'vehicle', 'driver', 'date', 'q'] as const).every(
    (name) => (one[name] ?? '') === (other[name] ?? ''),
  );
