// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApplicationSummary } from '#common/driver-applications/application-views.ts';
import type { StaffDriver } from '#common/drivers/driver.ts';
import type { AssignedRide } from '#common/rides/assigned-ride.ts';
import { NO_STAMPS } from '#common/rides/ride-states.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { buildStaffRide, NOW } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { buildFleetVehicle, buildStaffDriver } from '../testing/build-fleet.ts';
import { DriversScreen } from './drivers-screen.tsx';

/** The time is {@link NOW}: Friday, 4:12 PM. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An application that nobody has looked at. */
const ANA: ApplicationSummary = {
  id: '1'.repeat(24),
  reference: 'A1B2C3',
  name: 'Ana Ruiz',
  status: 'received',
  sentAt: '2026-11-18T18:00:00.000Z',
  vehicle: null,
  done: 0,
  of: 8,
};

const renderScreen = () =>
  render(
    <MemoryRouter>
      <DriversScreen />
    </MemoryRouter>,
  );

const NOTHING_DONE: ApiReplies = {
  'GET /api/ops/driver-figures': [200, { figures: [], next: null }],
  'GET /api/ops/assigned-rides': [200, { rides: [] }],
};

async function showList(drivers: StaffDriver[], more: ApiReplies = {}) {
  const replies: ApiReplies = {
    ...NOTHING_DONE,
    'GET /api/ops/drivers': [200, { drivers, next: null }],
    'GET /api/ops/driver-applications?status=received': [200, { applications: [], next: null }],
    ...more,
  };
  await answerApi(replies);
  renderScreen();
  return replies;
}

test('pressing Show more twice lists the next applications once', async () => {
  const [first, second] = [ANA, { ...ANA, id: '2'.repeat(24), name: 'Ben Stone' }];
  const more = deferred<readonly [number, object]>();
  const LIST = 'GET /api/ops/driver-applications?status=received';
  await answerApi({
    ...NOTHING_DONE,
    'GET /api/ops/drivers': [200, { drivers: [], next: null }],
    [LIST]: [200, { applications: [first], next: first.id }],
    [`${LIST}&after=${first.id}`]: () => more.promise,
  });
  renderScreen();
  const button = await screen.findByRole('button', { name: 'Show more' });
  fireEvent.click(button);
  fireEvent.click(button);
  more.resolve([200, { applications: [second], next: null }]);

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(await screen.findAllByRole('link', { name: /Ben Stone/ })).toHaveLength(1);
});

test('an approved application that could not be completed is listed as a problem', async () => {
  const stuck = { ...ANA, status: 'approved', done: 8, problem: 'Another vehicle has the plate 123.' };
  await answerApi({
    ...NOTHING_DONE,
    'GET /api/ops/drivers': [200, { drivers: [], next: null }],
    'GET /api/ops/driver-applications?status=received': [200, { applications: [], next: null }],
    'GET /api/ops/driver-applications?status=approved': [200, { applications: [stuck], next: null }],
  });
  renderScreen();

  fireEvent.click(screen.getByRole('radio', { name: 'Approved' }));

  expect(await screen.findByRole('link', { name: /Ana Ruiz/ })).toHaveTextContent('Problem');
});

test('applications stay listed when the next ones cannot be loaded', async () => {
  const LIST = 'GET /api/ops/driver-applications?status=received';
  await answerApi({
    ...NOTHING_DONE,
    'GET /api/ops/drivers': [200, { drivers: [], next: null }],
    [LIST]: [200, { applications: [ANA], next: ANA.id }],
    [`${LIST}&after=${ANA.id}`]: [503, {}],
  });
  renderScreen();
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));

  await waitFor(() => expect(useToastStore.getState().newest?.title).toBe('Not loaded'));
  expect(screen.getByRole('link', { name: /Ana Ruiz/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
});

test('drivers are grouped by duty and suspension, with the worst of their and their vehicles’ documents', async () => {
  const expiring = buildFleetVehicle({
    documents: [{ kind: 'inspection', number: 'I-1', expiresOn: '2020-01-01' }],
  });
  await showList([
    buildStaffDriver({ name: 'Sam Ortega', isOnDuty: true, vehicles: [expiring, buildFleetVehicle()] }),
    buildStaffDriver({ name: 'Aaron Blake', documents: [] }),
    buildStaffDriver({
      name: 'Mick Farrow',
      state: 'suspended',
      suspension: { reason: 'No insurance', at: '2026-11-18T18:00:00.000Z' },
    }),
  ]);

  const sam = await screen.findByRole('row', { name: /Sam Ortega/ });
  expect(within(sam).getByText(/^Inspection of NV 218-QKD ended/)).toHaveClass('text-danger');
  expect(sam).toHaveTextContent('Lux SUV and 1 more');
  expect(screen.getByRole('row', { name: 'On duty 1 of 2' })).toBeVisible();
  expect(screen.getByRole('row', { name: /Mick Farrow/ })).toHaveTextContent('Suspended since');
  expect(screen.getByRole('row', { name: /Aaron Blake/ })).toHaveTextContent('No documents yet');
  expect(screen.getByRole('link', { name: 'Aaron Blake' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/ops\/drivers\/[0-9a-f]{24}$/),
  );
});

test('drivers are found by name, plate and kind of vehicle, and an empty result says so', async () => {
  await showList([
    buildStaffDriver({ name: 'Sam Ortega', vehicles: [buildFleetVehicle()] }),
    buildStaffDriver({ name: 'Aaron Blake', vehicles: [] }),
  ]);
  const field = await screen.findByRole('searchbox', { name: 'Search drivers' });
  const search = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.submit(field.closest('form') ?? field);
  };

  for (const text of ['ortega', 'nv 218', 'lux suv']) {
    search(text);
    expect(screen.getByRole('link', { name: 'Sam Ortega' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Aaron Blake' })).toBeNull();
  }
  search('nobody');
  expect(screen.getByRole('heading', { name: 'No driver fits' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByRole('link', { name: 'Aaron Blake' })).toBeVisible();
});

test('an empty list of drivers says that there are none yet, and how drivers get there', async () => {
  await showList([]);
  expect(await screen.findByRole('heading', { name: 'No drivers yet' })).toBeVisible();
  expect(screen.getByText('Drivers who apply on the Drive page appear here once approved.')).toBeVisible();
});

/** An accepted ride of a driver today at 4:30 PM, for three hours. */
const buildAssigned = (driver: StaffDriver, overrides: Partial<AssignedRide> = {}): AssignedRide => ({
  id: 'e'.repeat(24),
  version: 3,
  driverId: driver.id,
  status: 'accepted',
  scheduledAt: '2026-11-21T00:30:00.000Z',
  ...NO_STAMPS,
  endsAt: '2026-11-21T03:30:00.000Z',
  ...overrides,
});

async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('rowheader', { name })).closest('tr');
  if (!row) throw new Error(`${name} has no row`);
  return row;
}

test('each driver is listed with what they are doing and until when, with rating and rides of this week', async () => {
  const names = ['Driven', 'Over', 'Late', 'Waiting', 'Near', 'Later', 'Tomorrow', 'Ruth'];
  const onDuty = names.map((name) => buildStaffDriver({ name, isOnDuty: true }));
  const [driven, over, late, waiting, near, later, tomorrow] = onDuty as [
    StaffDriver,
    StaffDriver,
    StaffDriver,
    StaffDriver,
    StaffDriver,
    StaffDriver,
    StaffDriver,
  ];
  const weeklyHours = [{ weekday: 6, from: '13:00', to: '20:00' }];
  const offDuty = buildStaffDriver({ name: 'Nadia', weeklyHours });
  const rides = [
    buildAssigned(driven, { status: 'in_progress', endsAt: '2026-11-21T01:00:00.000Z' }),
    buildAssigned(over, { status: 'in_progress', endsAt: '2026-11-21T00:10:00.000Z' }),
    buildAssigned(late, { scheduledAt: '2026-11-21T00:05:00.000Z' }),
    buildAssigned(waiting, {
      scheduledAt: '2026-11-21T00:10:00.000Z',
      arrivedAt: '2026-11-21T00:01:00.000Z',
    }),
    buildAssigned(near),
    buildAssigned(later, { scheduledAt: '2026-11-21T06:15:00.000Z' }),
    buildAssigned(tomorrow, { scheduledAt: '2026-11-22T00:30:00.000Z' }),
  ].map((ride, index) => ({ ...ride, id: `${index}`.repeat(24) }));
  const figures = [{ driverId: driven.id, rating: 4.9, completedThisWeek: 23 }];
  await showList([...onDuty, offDuty], {
    'GET /api/ops/assigned-rides': [200, { rides }],
    'GET /api/ops/driver-figures': [200, { figures, next: null }],
  });

  const first = await rowOf('Driven');
  expect(first).toHaveTextContent('In a ride to 5:00 PM');
  expect(within(first).getByRole('cell', { name: /^4\.90/ })).toBeTruthy();
  expect(within(first).getByRole('cell', { name: '23' })).toBeTruthy();
  expect(await rowOf('Over')).toHaveTextContent('In a ride, due 4:10 PM');
  expect(within(await rowOf('Late')).getByText('Late since 4:05 PM')).toHaveClass('text-danger');
  expect(await rowOf('Waiting')).toHaveTextContent('Ride at 4:10 PM');
  expect(await rowOf('Near')).toHaveTextContent('Ride at 4:30 PM');
  expect(await rowOf('Later')).toHaveTextContent('Free until 10:15 PM');
  expect(within(await rowOf('Tomorrow')).getByText('Free')).toBeTruthy();
  expect(within(await rowOf('Ruth')).getByText('Free')).toBeTruthy();
  expect(await rowOf('Nadia')).toHaveTextContent('From Sat 1:00 PM');
});

test('a change of a ride shows in its driver’s row at once, and a completed ride counts to the week', async () => {
  const sam = buildStaffDriver({ name: 'Sam Ortega', isOnDuty: true });
  const ray = buildStaffDriver({ name: 'Ray Donnelly', isOnDuty: true });
  const ride = buildStaffRide({ status: 'accepted', driverId: sam.id, version: 3 });
  const figures = [sam, ray].map(({ id }) => ({ driverId: id, rating: null, completedThisWeek: 4 }));
  const { id, scheduledAt } = ride;
  await showList([sam, ray], {
    'GET /api/ops/assigned-rides': [200, { rides: [buildAssigned(sam, { id, scheduledAt })] }],
    'GET /api/ops/driver-figures': [200, { figures, next: null }],
  });
  expect(await rowOf('Sam Ortega')).toHaveTextContent('Ride at 6:30 PM');
  const change = (changes: Partial<typeof ride>) =>
    act(() => emitOps('board:changed', [{ ...ride, ...changes }]));

  change({ version: 4, driverId: ray.id, status: 'in_progress' });
  expect(await rowOf('Sam Ortega')).toHaveTextContent('Free');
  const row = await rowOf('Ray Donnelly');
  expect(row).toHaveTextContent('In a ride to 7:15 PM');
  expect(row.querySelector('.row-ring')).not.toBeNull();

  change({ version: 5, driverId: ray.id, status: 'completed' });
  expect(row).toHaveTextContent('Free');
  expect(within(row).getByRole('cell', { name: '5' })).toBeTruthy();
  change({ version: 4, driverId: ray.id, status: 'in_progress' });
  expect(row).toHaveTextContent('Free');
});

test('a driver who goes off duty moves to that group while the list is open', async () => {
  const sam = buildStaffDriver({ name: 'Sam Ortega', isOnDuty: true });
  const replies = await showList([sam]);
  expect(await screen.findByRole('row', { name: 'On duty 1 of 1' })).toBeVisible();

  replies['GET /api/ops/drivers'] = [200, { drivers: [{ ...sam, isOnDuty: false }], next: null }];
  act(() => emitOps('fleet:changed', [sam.id]));

  expect(await screen.findByRole('row', { name: 'Off duty 1' })).toBeVisible();
});

test('drivers can be filtered by vehicle and documents, whose choices say how many drivers they list', async () => {
  const ended = [{ kind: 'license', number: 'L-1', expiresOn: '2026-11-01' } as const];
  await showList([
    buildStaffDriver({ name: 'Sam Ortega', vehicles: [buildFleetVehicle()], documents: ended }),
    buildStaffDriver({
      name: 'Aaron Blake',
      vehicles: [buildFleetVehicle({ rideType: 'hummer-18' }), buildFleetVehicle()],
    }),
    buildStaffDriver({ name: 'Omar Rashid', vehicles: [buildFleetVehicle({ rideType: 'limousine-18' })] }),
  ]);
  await rowOf('Sam Ortega');
  const tick = (name: string) => fireEvent.click(screen.getByLabelText(name));

  tick('Lux SUV 2');
  expect(screen.queryByRole('link', { name: 'Omar Rashid' })).toBeNull();
  expect(await rowOf('Aaron Blake')).toHaveTextContent('Lux SUV and 1 more');
  tick('Ended 1');
  expect(screen.queryByRole('link', { name: 'Aaron Blake' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Sam Ortega' })).toBeVisible();

  tick('Lux SUV 1');
  tick('Limousine 18 0');
  expect(screen.getByRole('heading', { name: 'No driver fits' })).toBeVisible();
  expect(screen.getByText('Limousine 18; Ended.')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getByRole('link', { name: 'Omar Rashid' })).toBeVisible();
});
