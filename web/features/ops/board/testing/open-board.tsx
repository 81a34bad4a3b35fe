import { render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, vi } from 'vitest';
import type { Alert } from '#common/alerts/alert.ts';
import { MINUTE_MS } from '#common/durations.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { dateInVegas } from '#common/time.ts';
import type { StaffRole } from '#common/users/user.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { stubResizeObserver } from '#web/testing/stub-resize-observer.ts';
import { setKeys, useOpsKey } from '../../keys/ops-keys.ts';
import { undoLast } from '../../ride/dispatch-actions.ts';
import { BoardScreen } from '../board-screen.tsx';
import { forgetBoard } from '../board-store.ts';
import { useOpsLive } from '../use-ops-live.ts';

/** The groups of the board, as named in API calls. */
export const GROUPS = ['attention', 'now', 'next', 'later', 'past'];

/** Builds a ride whose pickup is this many minutes from now. */
export function rideIn(minutes: number, overrides: Partial<StaffRide> = {}): StaffRide {
  const at = new Date(serverNow().getTime() + minutes * MINUTE_MS);
  return {
    ...buildStaffRide({ scheduledDate: dateInVegas(at), ...overrides }),
    scheduledAt: at.toISOString(),
  };
}

interface Served {
  /** Rides by group. */
  rides?: Partial<Record<string, StaffRide[]>>;
  alerts?: Alert[];
  steps?: { id: string; isDone: boolean }[];
  more?: ApiReplies;
  /** The role of the signed-in user; an admin by default. */
  role?: StaffRole;
}

let address = '';

/** The current query string of the board's URL. */
export const addressOfBoard = (): string => address;

function Address() {
  address = useLocation().search;
  return null;
}

function Console({ role }: { role: StaffRole }) {
  useOpsLive('s'.repeat(24), role);
  useOpsKey('z', undoLast);
  return <BoardScreen role={role} renderWhereabouts={() => null} renderEdit={() => null} />;
}

/**
 * Renders the board with these API replies, at a URL of the console.
 *
 * @returns the API calls, as they are made
 */
export async function openBoard(
  { rides = {}, alerts = [], steps = [], more = {}, role = 'admin' }: Served,
  at = '/ops',
) {
  const pages = GROUPS.map((group): [string, ApiReplies[string]] => {
    const listed = rides[group] ?? [];
    return [`GET /api/ops/rides?group=${group}`, [200, { rides: listed, next: null, count: listed.length }]];
  });
  const all = Object.values(rides).flatMap((listed = []) => listed);
  const calls = await answerApi({
    ...Object.fromEntries(pages),
    ...Object.fromEntries(
      all.map((ride): [string, ApiReplies[string]] => [`GET /api/ops/rides/${ride.id}`, [200, ride]]),
    ),
    'GET /api/ops/alerts': [200, alerts],
    'GET /api/ops/drivers': [200, { drivers: [], next: null }],
    'GET /api/ops/first-steps': [200, steps],
    ...more,
  });
  render(
    <MemoryRouter initialEntries={[at]}>
      <Console role={role} />
      <Address />
    </MemoryRouter>,
  );
  return calls;
}

export const rowOf = (ride: StaffRide) => document.querySelector<HTMLElement>(`[data-ride="${ride.id}"]`);

/** Ids of the rendered rides, from top to bottom. */
export const shownRides = () =>
  [...document.querySelectorAll<HTMLElement>('[data-ride]')].map(({ dataset }) => dataset.ride);

/** Sets up each test of a file: a wide window, keyboard shortcuts enabled, and an empty board. */
export function setUpBoard(): void {
  beforeEach(() => {
    localStorage.clear();
    setKeys(true);
    forgetBoard();
    Element.prototype.scrollIntoView = vi.fn();
    vi.stubGlobal('scrollTo', () => {});
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('80rem'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    stubResizeObserver();
    return () => vi.unstubAllGlobals();
  });
}
