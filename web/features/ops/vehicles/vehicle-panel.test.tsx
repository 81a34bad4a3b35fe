// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sent } from '#web/testing/serve-api.ts';
import { buildFleetVehicle } from '../testing/build-fleet.ts';
import { MARIA, press, showVehicles, type } from './testing/show-vehicles.tsx';

test('the form for a new vehicle reports each missing field, then adds the vehicle', async () => {
  const added = buildFleetVehicle({ plate: 'NV 100-NEW', version: 1 });
  const calls = await showVehicles({
    vehicles: [],
    more: { 'POST /api/ops/vehicles': [201, { vehicle: added }] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add vehicle' }));

  const form = await screen.findByRole('form', { name: 'Add a vehicle' });
  fireEvent.submit(form);
  expect(await within(form).findByText('Please choose a kind of vehicle.')).toBeVisible();
  expect(within(form).getByText('Please enter the plate.')).toBeVisible();
  expect(within(form).getByText('Vehicles must be 2018 or newer.')).toBeVisible();
  expect(screen.getByLabelText('Kind')).toHaveFocus();

  type('Kind', 'lux-suv');
  expect(screen.getByLabelText('Passenger seats')).toHaveValue('6');
  type('What riders look for', 'Black GMC Yukon');
  type('Plate', 'nv 100-new');
  type('Model year', '2025');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Lux Sedan' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Maria Delgado' }));
  press('Add a document');
  type('Number', 'R-7');
  type('Expires', '2099-01-31');
  fireEvent.submit(form);

  expect(await screen.findByRole('row', { name: /NV 100-NEW/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent(calls, 'POST /api/ops/vehicles')[0]).toEqual({
    label: 'Black GMC Yukon',
    rideType: 'lux-suv',
    alsoServes: ['lux-sedan'],
    seats: 6,
    paint: 'black',
    plate: 'NV 100-NEW',
    year: 2025,
    wheelchairLift: false,
    driverIds: [MARIA.id],
    documents: [{ kind: 'registration', number: 'R-7', expiresOn: '2099-01-31', file: null }],
  });
});

test('a plate that another vehicle has is reported at the plate field', async () => {
  const vehicle = buildFleetVehicle();
  const message = 'Another vehicle has the plate NV 1.';
  await showVehicles({
    vehicles: [vehicle],
    more: { [`PATCH /api/ops/vehicles/${vehicle.id}`]: [409, { code: 'PLATE_TAKEN', message }] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit NV 218-QKD' }));
  type('Plate', 'NV 1');
  fireEvent.submit(screen.getByRole('form'));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Plate')).toBeInvalid();
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Plate'));
});

test('only changed fields are sent; after a conflict the form takes the saved values and keeps other edits', async () => {
  const vehicle = buildFleetVehicle();
  const newest = { ...vehicle, label: 'Black Cadillac Escalade ESV', version: 2 };
  const message = 'Dana Reyes changed it a moment ago.';
  const path = `/api/ops/vehicles/${vehicle.id}`;
  const calls = await showVehicles({
    vehicles: [vehicle],
    more: {
      [`PATCH ${path}`]: [409, { code: 'VERSION_CONFLICT', message }],
      [`GET ${path}`]: [200, { vehicle: newest }],
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit NV 218-QKD' }));
  type('Model year', '2023');
  type('What riders look for', 'Escalade');
  fireEvent.submit(screen.getByRole('form'));

  const lost = 'Someone else saved first. Shown as it is now: what riders look for.';
  expect(await screen.findByText(`${message} ${lost}`)).toHaveAttribute('role', 'alert');
  expect(screen.getByLabelText('What riders look for')).toHaveValue('Black Cadillac Escalade ESV');
  expect(screen.getByLabelText('Model year')).toHaveValue('2023');
  expect(sent(calls, `PATCH ${path}`)[0]).toEqual({ version: 1, year: 2023, label: 'Escalade' });
  fireEvent.submit(screen.getByRole('form'));
  await expect.poll(() => sent(calls, `PATCH ${path}`)[1]).toEqual({ version: 2, year: 2023 });
});
