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
  /** All that the console knows of rides: of the lists, of events, and of the drawer. */
  rides: Rides;
  /** Alerts by id. Resolved ones are kept, so that a late event does not open them again. */
  alerts: Alerts;
  /** Whether the open alerts have been read. */
  areAlertsKnown: boolean;
  /** When an event last changed a ride, in milliseconds: its row is ringed for a moment. */
  changedAt: Readonly<Record<string, number>>;
  /** What the lists are of. */
  filters: BoardFilters;
  phase: ListPhase;
  /** Why it failed, for the person; null unless it did. */
  problem: string | null;
  /** When the lists were last read; null before. */
  asOf: Date | null;
  /** How far each group has been read; null before the first page with these filters. */
  pages: GroupPages | null;
  /** Rides that no snapshot takes out, since somebody looks at them. */
  pinned: readonly string[];
  /** Rises when an event told of a ride nobody knew of, so that the counts have to be read again. */
  drift: number;
}

/** The rides board of this window. */
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

/** Forgets everything: somebody else signed in, or nobody. */
export const forgetBoard = (): void => setState(useBoardStore.getInitialState(), true);

/** Takes rides that a reply brought, such as what the drawer changed. The higher version wins. */
export const receiveStaffRides = (rides: readonly StaffRide[]): void =>
  setState((state) => ({ rides: mergeByVersion(state.rides, rides) }));

/** Takes rides that an event brought: those that are newer are ringed. */
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

/** Takes alerts that an event brought. @returns those that opened with it, again too, or became more urgent */
export function receiveAlertEvent(alerts: readonly Alert[], at = new Date()): Alert[] {
  const before = getState().alerts;
  const opened = alerts.filter((alert) => isOpening(alert, before[alert.id]));
  const rides = opened.flatMap(({ subject }) => (subject.kind === 'ride' ? [subject.id] : []));
  setState((state) => ({
    alerts: mergeByVersion(state.alerts, alerts),
    changedAt: ringed(state.changedAt, rides, at),
  }));
  return opened;
}

/** Takes the list of open alerts. Those that were open when it was asked for and are not in it have been resolved. */
export const receiveOpenAlerts = (open: readonly Alert[], before: Alerts): void =>
  setState(({ alerts }) => ({
    alerts: mergeSnapshot(alerts, { before, items: open, keeps: ({ resolvedAt }) => resolvedAt !== null }),
    areAlertsKnown: true,
  }));

/** The lists as they were when a snapshot was asked for. */
export interface BoardRequest {
  filters: BoardFilters;
  rides: Rides;
}

/** Begins to read the lists. Those of other filters stay in sight, as far as they meet these. */
export function beginBoard(filters: BoardFilters): BoardRequest {
  setState((state) => ({
    phase: state.phase === 'failed' ? 'loading' : state.phase,
    problem: null,
    ...(!isSame(filters, state.filters) && { filters, pages: null }),
  }));
  return { filters, rides: getState().rides };
}

/** How much of a group was read: so many pages, the last of which said where the next one starts. */
export interface GroupReading {
  rides: StaffRide[];
  last: Pick<BoardPage, 'next' | 'count'>;
  depth: number;
}

/**
 * Takes a snapshot of all groups. It replaces what is known, except what events brought while it was under way and
 * what somebody looks at. One of filters that have changed meanwhile is dropped.
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

/** Takes the next page of one group. */
export const receivePage = (group: BoardGroup, filters: BoardFilters, page: BoardPage, now: Date): void =>
  setState((state) => {
    if (!state.pages || !isSame(filters, state.filters)) return state;
    const rides = mergeByVersion(state.rides, page.rides);
    const unknown = unknownIn(group, page, { rides, alerts: state.alerts, filters, now });
    const depth = state.pages[group].depth + 1;
    return { rides, pages: { ...state.pages, [group]: { depth, next: page.next, unknown } } };
  });

/** The lists could not be read; what is in sight stays. */
export const failBoard = ({ filters }: BoardRequest, problem: string): void =>
  setState((state) =>
    state.phase === 'ready' || !isSame(filters, state.filters) ? state : { phase: 'failed', problem },
  );

/** Keeps a ride whatever the lists say, until the returned function is called. */
export function pinRide(id: string): () => void {
  setState(({ pinned }) => ({ pinned: [...pinned, id] }));
  return () =>
    setState(({ pinned }) => ({ pinned: pinned.filter((_, index) => index !== pinned.indexOf(id)) }));
}

/** Rides and other things that need a person: what the console's header counts. */
export const attentionCount = ({ alerts }: Pick<BoardStore, 'alerts'>): number =>
  new Set(openAlerts(alerts).map(({ subject }) => `${subject.kind} ${subject.id}`)).size;

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
