// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { ApplicationSummary } from '#common/driver-applications/application-views.ts';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { buildFleetVehicle, buildStaffDriver } from '../testing/build-fleet.ts';
import { DriversScreen } from './drivers-screen.tsx';

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

async function showList(drivers: StaffDriver[]) {
  await answerApi({
    'GET /api/ops/drivers': [200, { drivers, next: null }],
    'GET /api/ops/driver-applications?status=received': [200, { applications: [], next: null }],
  });
  renderScreen();
}

test('pressing Show more twice lists the next applications once', async () => {
  const [first, second] = [ANA, { ...ANA, id: '2'.repeat(24), name: 'Ben Stone' }];
  const more = deferred<readonly [number, object]>();
  const LIST = 'GET /api/ops/driver-applications?status=received';
  await answerApi({
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
    fireEvent.submit(field);
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
