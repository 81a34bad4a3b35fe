// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { resyncLists } from '#web/lib/active-lists.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, sent } from '#web/testing/serve-api.ts';
import { buildAlert } from '../testing/build-alert.ts';
import { buildStaffDriver } from '../testing/build-fleet.ts';
import { useBoardStore } from './board-store.ts';
import {
  addressOfBoard,
  GROUPS,
  openBoard,
  rideIn,
  rowOf,
  setUpBoard,
  shownRides,
} from './testing/open-board.tsx';

setUpBoard();

test('each group lists its rides under its heading, and a ride’s row shows its alert', async () => {
  const late = rideIn(-7, { customerName: 'Owen Park', status: 'accepted' });
  const next = rideIn(90, { customerName: 'Peter Lang' });
  const gone = rideIn(3 * 24 * 60, { customerName: 'Gail Stone', status: 'cancelled' });
  const text = 'Not started 7 min after pickup.';
  await openBoard({
    rides: { attention: [late], next: [next], past: [gone] },
    alerts: [buildAlert(late.id, { kind: 'driver-late', text })],
  });

  const row = await screen.findByRole('row', { name: /Owen Park/ });
  expect(row.textContent).toContain('Driver late');
  expect(row.textContent).toContain(text);
  expect(screen.getByRole('heading', { name: 'Next 24 hours' })).toBeVisible();
  expect(screen.getByRole('row', { name: /Peter Lang/ }).textContent).toMatch(/in 1 h|\d:\d\d [AP]M/);
  // Cancelled, so listed as done although its pickup is far ahead.
  expect(screen.getByRole('heading', { name: 'Done and cancelled' })).toBeVisible();
  expect(screen.getByRole('row', { name: /Gail Stone/ })).toBeVisible();
  expect(document.title).toBe('(1) Rides · Marquee');
});

test('a focused row updates in place, and moves to its new group once it loses the focus', async () => {
  const user = userEvent.setup();
  const ride = rideIn(60, { status: 'accepted', driverId: 'd'.repeat(24) });
  await openBoard({ rides: { next: [ride, rideIn(70, { customerName: 'Peter Lang' })] } });
  await screen.findByText('Alex Morgan');
  await user.keyboard('j');

  act(() => emitOps('board:changed', [{ ...ride, version: 9, status: 'in_progress' }]));
  expect(rowOf(ride)?.textContent).toContain('In progress');
  expect(screen.queryByRole('heading', { name: 'Now' })).toBeNull();
  expect(screen.getByRole('button', { name: '1 ride moved' })).toBeVisible();

  await user.keyboard('j');
  expect(screen.getByRole('heading', { name: 'Now' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '1 ride moved' })).toBeNull();
});

test('drivers that could not be loaded appear at the next resync', async () => {
  const late = rideIn(-7, { customerName: 'Owen Park', status: 'accepted', driverId: DRIVER_ID });
  let drivers: readonly [number, unknown] = [503, {}];
  const calls = await openBoard({
    rides: { attention: [late] },
    alerts: [buildAlert(late.id, { kind: 'driver-late' })],
    more: { 'GET /api/ops/drivers': () => drivers },
  });
  await screen.findByRole('row', { name: /Owen Park/ });
  await expect.poll(() => sent(calls, 'GET /api/ops/drivers')).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Call Sam' })).toBeNull();

  const sam = buildStaffDriver({ id: DRIVER_ID, name: 'Sam Ortega', phone: '(702) 555-0163' });
  drivers = [200, { drivers: [sam], next: null }];
  act(() => resyncLists());

  expect(await screen.findByRole('link', { name: 'Call Sam' })).toBeVisible();
});

test('filters come from the address, an empty result names them, and Escape clears them', async () => {
  const user = userEvent.setup();
  const at = '/ops?vehicle=hummer-18&date=2031-11-25';
  const empty = { rides: [], next: null, count: 0 };
  const more = Object.fromEntries(
    GROUPS.map((group): [string, ApiReplies[string]] => [
      `GET /api/ops/rides?group=${group}&vehicle=hummer-18&date=2031-11-25`,
      [200, empty],
    ]),
  );
  await openBoard({ rides: { next: [rideIn(60)] }, more }, at);

  expect(await screen.findByRole('heading', { name: 'No ride fits' })).toBeVisible();
  expect(screen.getByText('Hummer 18 on Tue 25 Nov 2031.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(addressOfBoard()).toBe('');
  expect(await screen.findByText('Alex Morgan')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Status' }));
  await user.click(screen.getByRole('checkbox', { name: 'Completed', hidden: true }));
  expect(addressOfBoard()).toBe('?status=completed');
  expect(shownRides()).toEqual([]);
});

test('filter options show how many rides each would list, loaded when the filters are opened', async () => {
  const counts = { status: { requested: 12 }, vehicle: { 'hummer-18': 3 }, driver: { unassigned: 7 } };
  const calls = await openBoard({
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

test('a board without any rides says so and lists the first steps', async () => {
  await openBoard({
    steps: [
      { id: 'driver', isDone: false },
      { id: 'stripe', isDone: true },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'No rides yet' })).toBeVisible();
  const steps = await screen.findByRole('list', { name: 'First steps' });
  expect(within(steps).getByText('Find the first driver')).toBeVisible();
});

test('a board that fails to load shows an error until a retry succeeds', async () => {
  const user = userEvent.setup();
  const failure = [503, { message: 'Down.', code: 'UNAVAILABLE' }] as const;
  const retried = deferred<typeof failure>();
  let answer: () => Promise<readonly [number, unknown]> = async () => failure;
  await openBoard({
    rides: { next: [rideIn(60)] },
    more: { 'GET /api/ops/rides?group=now': () => answer() },
  });
  const heading = { name: 'We couldn’t load the rides' };
  expect(await screen.findByRole('heading', heading)).toBeVisible();

  answer = () => retried.promise;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('heading', heading)).toBeNull();
  retried.resolve(failure);
  expect(await screen.findByRole('heading', heading)).toBeVisible();

  answer = async () => [200, { rides: [], next: null, count: 0 }];
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Alex Morgan')).toBeVisible();
  expect(screen.queryByRole('heading', heading)).toBeNull();
});

test('of ten thousand rides only those near the viewport are rendered, and keys reach the others', async () => {
  const user = userEvent.setup();
  const ride = rideIn(120);
  const rides = Array.from({ length: 10_000 }, (_, index) => ({
    ...ride,
    id: index.toString(16).padStart(24, '0'),
  }));
  await openBoard({ rides: { next: rides } });
  await expect.poll(() => Object.keys(useBoardStore.getState().rides)).toHaveLength(rides.length);
  await screen.findAllByText('Alex Morgan');

  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10002');
  expect(shownRides().length).toBeGreaterThan(5);
  expect(shownRides().length).toBeLessThan(120);
  await user.keyboard('k');
  expect(document.activeElement).toBe(rowOf(rides.at(-1) ?? rideIn(0)));
  expect(shownRides().length).toBeLessThan(120);
});

test.each([
  { role: 'admin', link: '/ops/codes' },
  { role: 'dispatcher', link: null },
] as const)(
  'the alert about a promo code links to its page only for whom it is: $role',
  async ({ role, link }) => {
    const subject = { kind: 'promo', id: 'p'.repeat(24), name: 'RODEO10' } as const;
    await openBoard({ alerts: [buildAlert('', { kind: 'money-difference', subject })], role });

    expect((await screen.findByText('RODEO10')).getAttribute('href')).toBe(link);
  },
);
