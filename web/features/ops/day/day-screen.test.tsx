// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Candidate } from '#common/rides/dispatch-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { resyncLists } from '#web/lib/active-lists.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import { buildStaffRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { stubResizeObserver } from '#web/testing/stub-resize-observer.ts';
import { forgetBoard, receiveStaffRides } from '../board/board-store.ts';
import { setKeys } from '../keys/ops-keys.ts';
import { buildAssigned } from '../testing/build-assigned.ts';
import { buildStaffDriver } from '../testing/build-fleet.ts';
import { DayScreen } from './day-screen.tsx';

const OFFERED = buildStaffRide({ customerName: 'Hannah Cho' });
const ACCEPTED = buildStaffRide({
  customerName: 'Rachel Stein',
  scheduledTime: '20:30',
  status: 'accepted',
  driverId: DRIVER_ID,
  driver: { firstName: 'Sam', vehicle: 'Black Suburban' },
});
const SAM = { id: DRIVER_ID, name: 'Sam Ortega', state: 'active', isOnDuty: true, vehicles: [] };

beforeEach(() => {
  forgetBoard();
  setKeys(true);
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  stubResizeObserver();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const FITS: Candidate = {
  driverId: SAM.id,
  name: SAM.name,
  phone: null,
  fit: 'fits',
  reason: null,
  vehicle: null,
  isOnDuty: true,
  rides: [],
};
const DRIVERS = 'GET /api/ops/drivers';
const ASSIGN = (ride: StaffRide) => `POST /api/ops/rides/${ride.id}/assign`;

/** Opens the day of both rides with `ride` in the drawer. */
async function openDay(ride: StaffRide, address = '', more: ApiReplies = {}) {
  const replies: ApiReplies = {
    'GET /api/ops/day?date=2026-11-20': [200, { drivers: [SAM], rides: [OFFERED, ACCEPTED] }],
    'GET /api/ops/day?date=2026-11-21': [200, { drivers: [SAM], rides: [] }],
    [DRIVERS]: [200, { drivers: [], next: null }],
    [`GET /api/ops/rides/${OFFERED.id}`]: [200, OFFERED],
    [`GET /api/ops/rides/${ACCEPTED.id}`]: [200, ACCEPTED],
    ...more,
  };
  const calls = await answerApi(replies);
  const shown = { search: '' };
  const Address = () => {
    shown.search = useLocation().search;
    return null;
  };
  render(
    <MemoryRouter initialEntries={[`/ops/day?date=2026-11-20&ride=${ride.id}${address}`]}>
      <DayScreen isAdmin={false} renderWhereabouts={() => null} renderEdit={() => null} />
      <Address />
    </MemoryRouter>,
  );
  await screen.findByRole('button', { name: /^Hannah Cho, / });
  return { calls, replies, user: userEvent.setup(), search: () => new URLSearchParams(shown.search) };
}

test('the row of unassigned rides says when the next one is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T20:00:00Z') });
  await openDay(OFFERED);

  expect(screen.getByRole('region', { name: 'Unassigned' })).toHaveTextContent(
    /^Unassigned1 ride, next at 6:30 PM/,
  );
});

test('a key for an action that the open ride does not allow does nothing', async () => {
  const { user, search } = await openDay(OFFERED);
  await screen.findByRole('button', { name: 'Assign driver' });

  await user.keyboard('u');
  expect(search().get('do')).toBeNull();
  await user.keyboard('n');
  expect(search().get('do')).toBe('note');
});

test('while reconnecting, keys start no action for the open ride but a note', async () => {
  onTestFinished(() => setConnection('connecting'));
  const { user, search } = await openDay(ACCEPTED);
  await screen.findByRole('button', { name: 'Unassign' });
  act(() => setConnection('reconnecting'));

  await user.keyboard('u');
  expect(search().get('do')).toBeNull();
  await user.keyboard('n');
  expect(search().get('do')).toBe('note');
});

test('while reconnecting, neither the key nor a tap on a bar starts assigning it', async () => {
  onTestFinished(() => setConnection('connecting'));
  const { user, search } = await openDay(ACCEPTED);
  const bar = screen.getByRole('button', { name: /^Hannah Cho, / });
  act(() => setConnection('reconnecting'));

  act(() => bar.focus());
  await user.keyboard('a');
  expect(screen.queryByRole('dialog', { name: 'Assign a driver' })).toBeNull();

  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  await user.click(bar);
  expect(screen.queryByRole('dialog', { name: 'Assign a driver' })).toBeNull();
  await waitFor(() => expect(search().get('ride')).toBe(OFFERED.id));

  act(() => setConnection('live'));
  await user.click(bar);
  expect(await screen.findByRole('dialog', { name: 'Assign a driver' })).toBeVisible();
});

test('while reconnecting, a ride cannot be picked up to assign it', async () => {
  onTestFinished(() => setConnection('connecting'));
  const { user } = await openDay(ACCEPTED);
  const bar = screen.getByRole('button', { name: /^Hannah Cho, / });
  act(() => setConnection('reconnecting'));

  act(() => bar.focus());
  await user.keyboard(' ');

  expect(screen.queryByText('Picked up. Choose a driver with the arrow keys.')).toBeNull();
});

/** Drags the bar of a customer onto Sam's row with the mouse. */
async function dropOnSam(customerName: string) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.getAttribute('aria-label') === 'Sam Ortega' ? new DOMRect(0, 200, 900, 50) : new DOMRect();
  });
  const unassigned = within(screen.getByRole('region', { name: 'Unassigned' }));
  const bar = unassigned.getByRole('button', { name: new RegExp(`^${customerName}, `) });
  fireEvent.mouseDown(bar, { button: 0, clientX: 5, clientY: 5 });
  fireEvent.mouseMove(document, { clientX: 50, clientY: 100 });
  await waitFor(() => {
    fireEvent.mouseMove(document, { clientX: 50, clientY: 220 });
    expect(screen.getByRole('region', { name: 'Sam Ortega' })).toHaveAttribute('data-over');
  });
  fireEvent.mouseUp(document, { clientX: 50, clientY: 220 });
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Sam Ortega' })).not.toHaveAttribute('data-over'),
  );
}

test('a ride dropped while another one is still being assigned is assigned too', async () => {
  const { calls, replies } = await openDay(OFFERED);
  const other = buildStaffRide({ customerName: 'Ida Moss' });
  const slow = deferred<readonly [number, unknown]>();
  act(() => receiveStaffRides([other]));
  for (const ride of [OFFERED, other])
    replies[`GET /api/ops/rides/${ride.id}/candidates`] = [200, { candidates: [FITS] }];
  replies[ASSIGN(OFFERED)] = () => slow.promise;
  replies[ASSIGN(other)] = [200, buildAssigned(other, FITS)];

  await dropOnSam('Hannah Cho');
  await waitFor(() => expect(sent(calls, ASSIGN(OFFERED))).toHaveLength(1));
  await dropOnSam('Hannah Cho');
  await dropOnSam('Ida Moss');

  await waitFor(() => expect(sent(calls, ASSIGN(other))).toMatchObject([{ driverId: SAM.id }]));
  expect(sent(calls, ASSIGN(OFFERED))).toHaveLength(1);
  slow.resolve([200, buildAssigned(OFFERED, FITS)]);
  await screen.findByText('Every ride has a driver');
});

test('two rides dropped on a driver whom they nearly fit are asked about one after the other', async () => {
  const { calls, replies, user } = await openDay(OFFERED);
  const other = buildStaffRide({ customerName: 'Ida Moss' });
  const [first, second] = [deferred<readonly [number, unknown]>(), deferred<readonly [number, unknown]>()];
  act(() => receiveStaffRides([other]));
  replies[`GET /api/ops/rides/${OFFERED.id}/candidates`] = () => first.promise;
  replies[`GET /api/ops/rides/${other.id}/candidates`] = () => second.promise;
  for (const ride of [OFFERED, other]) replies[ASSIGN(ride)] = [200, buildAssigned(ride, FITS)];
  await dropOnSam('Hannah Cho');
  await dropOnSam('Ida Moss');
  const nearly = [200, { candidates: [{ ...FITS, fit: 'nearly', reason: 'Ends close to a ride' }] }] as const;

  first.resolve(nearly);
  expect(await screen.findByRole('dialog', { description: 'Hannah Cho' })).toBeVisible();
  second.resolve(nearly);
  await waitFor(() => expect(calls.filter(({ call }) => call.endsWith('/candidates'))).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Assign anyway' }));

  const asked = await screen.findByRole('dialog', { description: 'Ida Moss' });
  expect(sent(calls, ASSIGN(OFFERED))).toMatchObject([{ driverId: SAM.id, allowNearly: true }]);
  expect(sent(calls, ASSIGN(other))).toEqual([]);
  await user.click(within(asked).getByRole('button', { name: 'Assign anyway' }));
  await screen.findByText('Every ride has a driver');
});

test('an action requested for one ride is not started on the next ride that is opened', async () => {
  const unknown = { ...ACCEPTED, id: 'f'.repeat(24) };
  const { user, search } = await openDay(unknown, '&do=unassign');
  await screen.findByText('We couldn’t load the ride');

  await user.click(screen.getByRole('button', { name: /^Rachel Stein, / }));

  await waitFor(() => expect(search().get('ride')).toBe(ACCEPTED.id));
  expect(search().get('do')).toBeNull();
  await screen.findByRole('button', { name: 'Unassign' });
  expect(screen.queryByRole('heading', { name: 'Unassign Sam?' })).toBeNull();
});

test('the filter by vehicle keeps drivers whose vehicles could not be loaded, until they are at a resync', async () => {
  const search = '&vehicle=lux-suv';
  const { replies } = await openDay(OFFERED, search, { [DRIVERS]: [503, {}] });
  expect(screen.getByRole('region', { name: 'Sam Ortega' })).toBeVisible();

  replies[DRIVERS] = [200, { drivers: [buildStaffDriver({ id: SAM.id, vehicles: [] })], next: null }];
  act(() => resyncLists());

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sam Ortega' })).toBeNull());
});

const DAY = 'GET /api/ops/day?date=2026-11-20';
const NORA = { ...SAM, id: 'e'.repeat(24), name: 'Nora Vance' };

test('each reply to two reloads of the day changes who is on duty if they arrive in order', async () => {
  const [first, second] = [deferred<readonly [number, unknown]>(), deferred<readonly [number, unknown]>()];
  const { calls, replies } = await openDay(OFFERED, '&duty=on');
  const asked = () => calls.filter(({ call }) => call === DAY);
  replies[DAY] = () => first.promise;
  act(() => resyncLists());
  await waitFor(() => expect(asked()).toHaveLength(2));
  replies[DAY] = () => second.promise;
  act(() => resyncLists());
  await waitFor(() => expect(asked()).toHaveLength(3));

  first.resolve([200, { drivers: [SAM, NORA], rides: [OFFERED] }]);
  expect(await screen.findByRole('region', { name: 'Nora Vance' })).toBeVisible();
  second.resolve([200, { drivers: [SAM, { ...NORA, isOnDuty: false }], rides: [OFFERED] }]);

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Nora Vance' })).toBeNull());
  expect(screen.getByRole('region', { name: 'Sam Ortega' })).toBeVisible();
});

test('a late reply to an earlier reload of the day does not change who is on duty', async () => {
  const older = deferred<readonly [number, unknown]>();
  const { calls, replies } = await openDay(OFFERED, '&duty=on');
  replies[DAY] = () => older.promise;
  act(() => resyncLists());
  await waitFor(() => expect(calls.filter(({ call }) => call === DAY)).toHaveLength(2));
  const booked = buildStaffRide({ customerName: 'Ida Moss' });
  replies[DAY] = [200, { drivers: [SAM, { ...NORA, isOnDuty: false }], rides: [OFFERED, booked] }];
  act(() => resyncLists());
  await screen.findByRole('button', { name: /^Ida Moss, / });

  const late = buildStaffRide({ customerName: 'Ben Ash' });
  older.resolve([200, { drivers: [SAM, NORA], rides: [OFFERED, late] }]);

  await screen.findByRole('button', { name: /^Ben Ash, / });
  expect(screen.getByRole('region', { name: 'Sam Ortega' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Nora Vance' })).toBeNull();
});
