// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Alert } from '#common/alerts/alert.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { dateInVegas } from '#common/time.ts';
import type { StaffRole } from '#common/users/user.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { setKeys, useOpsKey } from '../keys/ops-keys.ts';
import { undoLast } from '../ride/dispatch-actions.ts';
import { buildAlert } from '../testing/build-alert.ts';
import { BoardScreen } from './board-screen.tsx';
import { forgetBoard } from './board-store.ts';
import { useOpsLive } from './use-ops-live.ts';

const GROUPS = ['attention', 'now', 'next', 'later', 'past'];

/** A ride that is picked up so many minutes from now. */
function rideIn(minutes: number, overrides: Partial<StaffRide> = {}): StaffRide {
  const at = new Date(serverNow().getTime() + minutes * 60_000);
  return {
    ...buildStaffRide({ scheduledDate: dateInVegas(at), ...overrides }),
    scheduledAt: at.toISOString(),
  };
}

interface Served {
  rides?: Partial<Record<string, StaffRide[]>>;
  alerts?: Alert[];
  steps?: { id: string; isDone: boolean }[];
  more?: ApiReplies;
}

const ADMIN: StaffRole = 'admin';

let address = '';
function Address() {
  address = useLocation().search;
  return null;
}

function Console() {
  useOpsLive('s'.repeat(24));
  useOpsKey('z', undoLast);
  return <BoardScreen role={ADMIN} renderWhereabouts={() => null} />;
}

async function open({ rides = {}, alerts = [], steps = [], more = {} }: Served, at = '/ops') {
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
    'GET /api/ops/drivers?': [200, { drivers: [], next: null }],
    'GET /api/ops/first-steps': [200, steps],
    ...more,
  });
  render(
    <MemoryRouter initialEntries={[at]}>
      <Console />
      <Address />
    </MemoryRouter>,
  );
  return calls;
}

const rowOf = (ride: StaffRide) => document.querySelector<HTMLElement>(`[data-ride="${ride.id}"]`);
const shownRides = () =>
  [...document.querySelectorAll<HTMLElement>('[data-ride]')].map(({ dataset }) => dataset.ride);

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
  // The palette measures its list, which jsdom has no layout for.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  return () => vi.unstubAllGlobals();
});

test('each group has its rides under its name, and the alert says why', async () => {
  const late = rideIn(-7, { customerName: 'Owen Park', status: 'accepted' });
  const next = rideIn(90, { customerName: 'Peter Lang' });
  const text = 'Not started 7 min after pickup.';
  await open({
    rides: { attention: [late], next: [next] },
    alerts: [buildAlert(late.id, { kind: 'driver-late', text })],
  });

  const row = await screen.findByRole('row', { name: /Owen Park/ });
  expect(row.textContent).toContain('Driver late');
  expect(row.textContent).toContain(text);
  expect(screen.getByRole('heading', { name: 'Next 24 hours' })).toBeDefined();
  expect(screen.getByRole('row', { name: /Peter Lang/ }).textContent).toMatch(/in 1 h|\d:\d\d [AP]M/);
  expect(document.title).toBe('(1) Rides · Marquee');
});

test('the keys walk the rows, open a ride, begin an action, and leave', async () => {
  const user = userEvent.setup();
  const [one, two] = [rideIn(60), rideIn(120)];
  await open({ rides: { next: [one, two] } });
  await screen.findAllByText('Alex Morgan');

  await user.keyboard('j');
  expect(document.activeElement).toBe(rowOf(one));
  await user.keyboard('jjk');
  expect(document.activeElement).toBe(rowOf(one));
  expect(rowOf(two)?.tabIndex).toBe(-1);
  await user.keyboard('j{Enter}');
  expect(address).toBe(`?ride=${two.id}`);
  expect(await screen.findByRole('dialog')).toBeDefined();
  await user.keyboard('k');
  expect(address).toBe(`?ride=${one.id}`);
  await user.keyboard('{Escape}');
  expect(address).toBe('');
  expect(document.activeElement).toBe(rowOf(one));
  await user.keyboard('a');
  expect(address).toBe(`?ride=${one.id}&do=assign`);
});

test('J comes back to the only ride after the cursor left it', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  await open({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');

  await user.keyboard('j');
  act(() => rowOf(ride)?.blur());
  await user.keyboard('j');
  expect(document.activeElement).toBe(rowOf(ride));
});

test('no key does anything in a field, or once they are switched off', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  await open({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');

  await user.keyboard('/');
  const search = screen.getByLabelText('Search rides');
  expect(document.activeElement).toBe(search);
  await user.keyboard('jan');
  expect(address).toBe('');
  expect(search).toHaveValue('jan');

  act(() => search.blur());
  act(() => setKeys(false));
  await user.keyboard('j');
  expect(document.activeElement).toBe(document.body);
});

test('a row changes under the cursor, and moves when that leaves', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60, { status: 'accepted', driverId: 'd'.repeat(24) });
  await open({ rides: { next: [ride, rideIn(70, { customerName: 'Peter Lang' })] } });
  await screen.findByText('Alex Morgan');
  await user.keyboard('j');

  act(() => emitOps('board:changed', [{ ...ride, version: 9, status: 'in_progress' }]));
  expect(rowOf(ride)?.textContent).toContain('In progress');
  expect(screen.queryByRole('heading', { name: 'Now' })).toBeNull();
  expect(screen.getByRole('button', { name: '1 ride moved' })).toBeDefined();

  await user.keyboard('j');
  expect(screen.getByRole('heading', { name: 'Now' })).toBeDefined();
  expect(screen.queryByRole('button', { name: '1 ride moved' })).toBeNull();
});

test('filters are the address’s, in words when nothing fits, and Escape clears them', async () => {
  const user = userEvent.setup();
  const at = '/ops?vehicle=hummer-18&date=2031-11-25';
  const empty = { rides: [], next: null, count: 0 };
  const more = Object.fromEntries(
    GROUPS.map((group): [string, ApiReplies[string]] => [
      `GET /api/ops/rides?group=${group}&vehicle=hummer-18&date=2031-11-25`,
      [200, empty],
    ]),
  );
  await open({ rides: { next: [rideIn(60)] }, more }, at);

  expect(await screen.findByRole('heading', { name: 'No ride fits' })).toBeDefined();
  expect(screen.getByText('Hummer 18 on Tue 25 Nov 2031.')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(address).toBe('');
  expect(await screen.findByText('Alex Morgan')).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Status' }));
  await user.click(screen.getByRole('checkbox', { name: 'Completed', hidden: true }));
  expect(address).toBe('?status=completed');
  expect(shownRides()).toEqual([]);
});

test('the choices of the filters say how many rides each would list, as they come into sight', async () => {
  const counts = { status: { requested: 12 }, vehicle: { 'hummer-18': 3 }, driver: { unassigned: 7 } };
  const calls = await open({
    rides: { next: [rideIn(120)] },
    more: { 'GET /api/ops/ride-counts': [200, counts] },
  });
  const asked = () =>
    calls.filter(({ call }) => call.startsWith('GET /api/ops/ride-counts')).map(({ call }) => call);
  expect(screen.getByRole('checkbox', { name: 'Requested', hidden: true })).not.toBeChecked();
  expect(asked()).toEqual([]);

  const panel = document.querySelector('#board-filters [popover]');
  act(() => void panel?.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' })));
  expect(await screen.findByRole('checkbox', { name: 'Requested 12', hidden: true })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Accepted 0', hidden: true })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Unassigned 7', hidden: true })).not.toBeChecked();

  await userEvent.click(screen.getByRole('checkbox', { name: 'Hummer 18 3', hidden: true }));
  await expect.poll(asked).toContain('GET /api/ops/ride-counts?vehicle=hummer-18');
});

test('an installation without rides says so, and what is left to do', async () => {
  await open({
    steps: [
      { id: 'driver', isDone: false },
      { id: 'stripe', isDone: true },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'No rides yet' })).toBeDefined();
  const steps = await screen.findByRole('list', { name: 'First steps' });
  expect(within(steps).getByText('Find the first driver')).toBeDefined();
});

test('a board that cannot be read says so, and is read again', async () => {
  const user = userEvent.setup();
  const replies: ApiReplies = {
    'GET /api/ops/rides?group=now': [503, { message: 'Down.', code: 'UNAVAILABLE' }],
  };
  await open({ more: replies });
  expect(await screen.findByRole('heading', { name: 'We couldn’t load the rides' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'We couldn’t load the rides' })).toBeDefined();
});

test('of ten thousand rides only those near the window are drawn, and the keys reach the others', async () => {
  const user = userEvent.setup();
  const ride = rideIn(120);
  const rides = Array.from({ length: 10_000 }, (_, index) => ({
    ...ride,
    id: index.toString(16).padStart(24, '0'),
  }));
  await open({ rides: { next: rides } });
  await screen.findAllByText('Alex Morgan');

  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10002');
  expect(shownRides().length).toBeGreaterThan(5);
  expect(shownRides().length).toBeLessThan(120);
  await user.keyboard('k');
  expect(document.activeElement).toBe(rowOf(rides.at(-1) ?? rideIn(0)));
  expect(shownRides().length).toBeLessThan(120);
});

/** A board of three rides that need a driver, the first of which gets one from the palette. */
async function assignFirst(user: ReturnType<typeof userEvent.setup>) {
  const rides = [40, 45, 50].map((minutes) => rideIn(minutes));
  const [first = rideIn(0)] = rides;
  const alerts = rides.map(({ id }, index) =>
    buildAlert(id, { id: `${index}`.repeat(24), kind: 'unaccepted' }),
  );
  const driverId = 'e'.repeat(24);
  const candidate = {
    driverId,
    name: 'Ray Donnelly',
    phone: null,
    fit: 'fits',
    reason: null,
    vehicle: null,
    isOnDuty: true,
    rides: [],
  };
  const assigned = { ...first, version: 9, status: 'accepted', driverId };
  const path = `/api/ops/rides/${first.id}`;
  const calls = await open({
    rides: { attention: rides },
    alerts,
    more: {
      [`GET ${path}/candidates`]: [200, { candidates: [candidate] }],
      [`POST ${path}/assign`]: () => {
        emitOps('alert:changed', [
          { ...alerts[0], version: 9, resolvedAt: serverNow().toISOString() } as Alert,
        ]);
        return [200, assigned];
      },
      [`POST ${path}/undo`]: [200, { ...first, version: 10 }],
    },
  });
  await screen.findAllByText('Alex Morgan');
  await user.keyboard('ja');
  const option = await screen.findByRole('option', { name: /Ray Donnelly/ });
  await waitFor(() => expect(option).toHaveAttribute('aria-selected', 'true'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  return { calls, rides };
}

test('J goes on to the next ride that needs a person, though the one that was assigned needs nobody any more', async () => {
  const user = userEvent.setup();
  const { rides } = await assignFirst(user);

  expect(shownRides()).toEqual(rides.map(({ id }) => id));
  await user.keyboard('j');
  expect(address).toBe(`?ride=${rides[1]?.id}`);
  expect(shownRides()).toEqual([rides[1]?.id, rides[2]?.id, rides[0]?.id]);
});

test('after a note beside the open ride the focus is on the row again', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  await open({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');

  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('dialog')).toHaveFocus();
  await user.keyboard('jn');
  expect(await screen.findByLabelText('Note')).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(rowOf(ride)));
});

test('Z takes back what was done last, once', async () => {
  const user = userEvent.setup();
  const { calls, rides } = await assignFirst(user);
  const undone = () => calls.filter(({ call }) => call.endsWith('/undo'));

  await user.keyboard('z');
  await waitFor(() => expect(undone()).toMatchObject([{ body: { version: 9 } }]));
  await waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Taken back'));
  await user.keyboard('z');
  await user.keyboard('j');
  expect(address).toBe(`?ride=${rides[1]?.id}`);
  expect(undone()).toHaveLength(1);
});

test('of two keys in one breath the second one means the ride that the first one went to', async () => {
  const user = userEvent.setup();
  const [one, two] = [rideIn(60), rideIn(120)];
  await open({ rides: { next: [one, two] } });
  await screen.findAllByText('Alex Morgan');
  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('dialog')).toBeDefined();

  act(() => {
    fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' });
    fireEvent.keyUp(document.body, { key: 'j', code: 'KeyJ' });
    fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' });
  });
  expect(address).toBe(`?ride=${two.id}&do=assign`);
});

test('a key for what cannot be done with a ride now opens the ride alone', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  await open({ rides: { next: [ride] } });
  await screen.findByText('Alex Morgan');

  await user.keyboard('ju');
  expect(address).toBe(`?ride=${ride.id}`);
  await user.keyboard('c');
  expect(address).toBe(`?ride=${ride.id}&do=cancel`);
});

test('from a filter’s button the keys lead into the list, and what drops down keeps its own', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60);
  const filter = `vehicle=${ride.rideType}`;
  const more = Object.fromEntries(
    GROUPS.map((group): [string, ApiReplies[string]] => {
      const listed = group === 'next' ? [ride] : [];
      return [
        `GET /api/ops/rides?group=${group}&${filter}`,
        [200, { rides: listed, next: null, count: listed.length }],
      ];
    }),
  );
  await open({ more }, `/ops?${filter}`);
  await screen.findByText('Alex Morgan');
  act(() => screen.getByRole('button', { name: 'Date' }).focus());
  await user.keyboard('j');
  expect(document.activeElement).toBe(rowOf(ride));

  act(() => screen.getByRole('button', { name: 'Today', hidden: true }).focus());
  await user.keyboard('{Escape}');
  expect(address).toBe(`?${filter}`);
});

test('M lists more of the group that the cursor stands in', async () => {
  const user = userEvent.setup();
  const rides = Array.from({ length: 8 }, (_, index) => rideIn(2_000 + index));
  await open({ rides: { later: rides, next: [rideIn(60)] } });
  await screen.findAllByText('Alex Morgan');
  expect(shownRides()).toHaveLength(6);

  await user.keyboard('jjm');
  expect(shownRides()).toHaveLength(9);
  expect(document.activeElement).toBe(rowOf(rides[0] ?? rideIn(0)));
});
