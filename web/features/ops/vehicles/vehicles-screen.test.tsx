// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { type ApiReplies, sent } from '#web/testing/serve-api.ts';
import { buildFleetVehicle, buildOpenRide } from '../testing/build-fleet.ts';
import { address, MARIA, press, showVehicles } from './testing/show-vehicles.tsx';

/** Types into the search field and submits it. */
function search(text: string) {
  const field = screen.getByRole('searchbox', { name: 'Search vehicles' });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.submit(field.closest('form') ?? field);
}

test('each vehicle is a row with its details, grouped by state', async () => {
  const vehicles = [
    buildFleetVehicle({
      driverIds: [MARIA.id],
      alsoServes: ['lux-sedan'],
      wheelchairLift: true,
      documents: [{ kind: 'inspection', number: 'I-1', expiresOn: '2020-01-01' }],
    }),
    buildFleetVehicle({ plate: 'NV 663-HTB', state: 'out-of-service', documents: [] }),
  ];
  await showVehicles({ vehicles });

  const row = await screen.findByRole('row', { name: /NV 218-QKD/ });
  for (const text of ['Lux SUV', 'Also Lux Sedan', '6 seats, lift', 'Black, 2024', 'Maria Delgado']) {
    expect(within(row).getByText(text)).toBeVisible();
  }
  expect(within(row).getByText(/^Inspection ended/)).toHaveClass('text-danger');
  const [, onRoad, , out, last] = screen.getAllByRole('row');
  expect(onRoad).toHaveTextContent('On the road 1');
  expect(out).toHaveTextContent('Out of service 1');
  expect(last).toHaveTextContent('NV 663-HTB');
  expect(screen.getByText('1 of 2 on the road')).toBeVisible();
});

test('vehicles are found by plate, name, kind and driver, and an empty result says so', async () => {
  const hummer = buildFleetVehicle({ plate: 'NV 663-HTB', rideType: 'hummer-18', label: 'Pink Hummer H2' });
  await showVehicles({ vehicles: [buildFleetVehicle({ driverIds: [MARIA.id] }), hummer] });
  const field = await screen.findByRole('searchbox', { name: 'Search vehicles' });
  const isShown = (plate: RegExp) => screen.queryByRole('row', { name: plate }) !== null;

  for (const text of ['nv663', '663-htb', 'pink h2', 'hummer 18']) {
    search(text);
    expect([isShown(/NV 663-HTB/), isShown(/NV 218-QKD/)], text).toEqual([true, false]);
  }
  search('delgado');
  expect([isShown(/NV 663-HTB/), isShown(/NV 218-QKD/)]).toEqual([false, true]);

  search('tank');
  expect(screen.getByRole('heading', { name: 'No vehicle fits' })).toBeVisible();
  expect(screen.getByText('Nothing matches “tank”.')).toBeVisible();
  press('Clear search');
  expect([isShown(/NV 663-HTB/), isShown(/NV 218-QKD/)]).toEqual([true, true]);
  expect(field).toHaveValue('');
});

test('the search is in the address, with the number of vehicles found', async () => {
  const hummer = buildFleetVehicle({ plate: 'NV 663-HTB', rideType: 'hummer-18' });
  await showVehicles({ vehicles: [buildFleetVehicle(), hummer], query: '?q=663' });

  expect(await screen.findByRole('row', { name: /NV 663-HTB/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /NV 218-QKD/ })).toBeNull();
  expect(screen.getByText('1 of 2 found')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('searchbox', { name: 'Search vehicles' })).toHaveValue('663');

  search('tank 9');
  expect(await screen.findByText('0 of 2 found')).toBeVisible();
  expect(address()).toBe('?q=tank+9');
  press('Clear search');
  expect(await screen.findByText('2 of 2 on the road')).toBeVisible();
  expect(address()).toBe('');
});

/** So many vehicles on the road that the group is folded, and one out of service. */
const buildLargeFleet = (): FleetVehicle[] => [
  ...Array.from({ length: 42 }, (_, index) => buildFleetVehicle({ plate: `NV ${100 + index}` })),
  buildFleetVehicle({ plate: 'NV 900', state: 'out-of-service' }),
];

test('a long group is folded until its button shows the rest and moves the focus there', async () => {
  await showVehicles({ vehicles: buildLargeFleet() });

  const unfold = await screen.findByText('Show 2 more');
  expect(unfold).toHaveAccessibleName('Show 2 more under On the road');
  expect(screen.getByText('NV 139')).toBeVisible();
  expect(screen.queryByText('NV 140')).toBeNull();
  expect(screen.getByText('NV 900')).toBeVisible();

  unfold.focus();
  fireEvent.click(unfold);
  expect(screen.getByText('NV 141')).toBeVisible();
  expect(unfold).not.toBeInTheDocument();
  expect(screen.getByLabelText('Edit NV 140')).toHaveFocus();
});

test('a vehicle that was put back among many has the focus', async () => {
  const vehicles = buildLargeFleet();
  const vehicle = { ...vehicles[42], state: 'active' } as FleetVehicle;
  const path = `PUT /api/ops/vehicles/${vehicle.id}/state`;
  await showVehicles({ vehicles, more: { [path]: [200, { vehicle, rides: [] }] } });
  const opener = await screen.findByLabelText('Put back: NV 900');
  opener.focus();
  fireEvent.click(opener);
  fireEvent.click(await screen.findByText('Put back', { selector: '[role=dialog] button' }));

  const moved = await screen.findByLabelText('Out of service: NV 900');
  await waitFor(() => expect(moved).toHaveFocus());
});

/** Makes the window as narrow as a phone or a tablet. */
function narrowWindow() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width < 80rem)',
    addEventListener() {},
    removeEventListener() {},
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('on a narrow screen a row has one menu, with what it does not say and its actions', async () => {
  narrowWindow();
  const ended = [{ kind: 'inspection', number: 'I-1', expiresOn: '2020-01-01' } as const];
  const vehicles = [
    buildFleetVehicle({ alsoServes: ['lux-sedan'], wheelchairLift: true, driverIds: [MARIA.id] }),
    buildFleetVehicle({ plate: 'NV 663-HTB', documents: ended }),
  ];
  await showVehicles({ vehicles });

  const row = await screen.findByRole('row', { name: /NV 218-QKD/ });
  const [trigger] = within(row).getAllByRole('button');
  expect(trigger).toHaveAccessibleName('More about NV 218-QKD');
  const menu = document.getElementById(trigger?.getAttribute('popovertarget') ?? '');
  for (const text of ['6 seats, lift, black, 2024', 'Also Lux Sedan', 'All in date']) {
    expect(within(row).getByText(text).closest('[popover]')).toBe(menu);
  }
  expect(within(row).getByText('Maria Delgado').closest('[popover]')).toBeNull();
  const other = screen.getByRole('row', { name: /NV 663-HTB/ });
  expect(within(other).getAllByText(/^Inspection ended/)).toHaveLength(2);
});

test('on a narrow screen the focus returns to the menu from which a vehicle was taken out of service', async () => {
  narrowWindow();
  HTMLElement.prototype.hidePopover ??= () => {};
  const vehicle = buildFleetVehicle();
  await showVehicles({
    vehicles: [vehicle],
    more: {
      [`GET /api/ops/vehicles/${vehicle.id}/rides`]: [200, []],
      [`PUT /api/ops/vehicles/${vehicle.id}/state`]: [
        200,
        { vehicle: { ...vehicle, state: 'out-of-service' }, rides: [] },
      ],
    },
  });
  const trigger = await screen.findByRole('button', { name: 'More about NV 218-QKD' });
  // As the browser does when the menu closes.
  trigger.focus();
  fireEvent.click(screen.getByRole('button', { name: 'Out of service: NV 218-QKD', hidden: true }));
  fireEvent.click(await screen.findByRole('button', { name: 'Take out of service' }));

  expect(await screen.findByRole('row', { name: 'Out of service 1' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'More about NV 218-QKD' })).toHaveFocus());
});

test('an empty fleet says what to do and offers one button to add a vehicle', async () => {
  await showVehicles({ vehicles: [], query: '?q=663' });
  expect(await screen.findByRole('heading', { name: 'No vehicles yet' })).toBeVisible();
  expect(screen.queryByText('No vehicle fits')).toBeNull();
  expect(screen.getByText('Add the first one so that rides of its kind can be driven.')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Add vehicle' })).toHaveLength(1);
});

test('a dispatcher can take a vehicle out of service but cannot edit or add one', async () => {
  await showVehicles({ vehicles: [buildFleetVehicle()], isAdmin: false });
  expect(await screen.findByRole('button', { name: 'Out of service: NV 218-QKD' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Edit|Add/ })).toBeNull();
  expect(await screen.findByText('Limit bookings to the vehicles on the road: off')).toBeVisible();
});

test('a list of vehicles that failed to load can be loaded again', async () => {
  let isDown = true;
  const page = { vehicles: [buildFleetVehicle()], next: null };
  await showVehicles({
    vehicles: [],
    more: { 'GET /api/ops/vehicles': () => (isDown ? [503, {}] : [200, page]) },
  });
  expect(await screen.findByRole('heading', { name: "We couldn't load the vehicles" })).toBeVisible();
  isDown = false;
  press('Try again');
  expect(await screen.findByRole('row', { name: /NV 218-QKD/ })).toBeVisible();
});

test('taking a vehicle out of service lists the rides that need another one, and the focus returns', async () => {
  const vehicle = buildFleetVehicle();
  await showVehicles({
    vehicles: [vehicle],
    more: {
      [`PUT /api/ops/vehicles/${vehicle.id}/state`]: [
        200,
        { vehicle: { ...vehicle, state: 'out-of-service' }, rides: [buildOpenRide()] },
      ],
    },
  });
  const opener = await screen.findByRole('button', { name: 'Out of service: NV 218-QKD' });
  opener.focus();
  fireEvent.click(opener);
  fireEvent.click(await screen.findByRole('button', { name: 'Take out of service' }));

  const list = await screen.findByRole('list', { name: '1 ride needs another vehicle' });
  expect(within(list).getByText('Hannah Cho')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'NV 218-QKD is out of service' })).toBeVisible();
  // The next frame may be drawn immediately.
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => draw(0));
  onTestFinished(() => void vi.unstubAllGlobals());
  press('Done');
  const back = await screen.findByRole('button', { name: 'Put back: NV 218-QKD' });
  await expect.poll(() => document.activeElement).toBe(back);
});

test('a vehicle whose change got no answer is shown as the server has it by then', async () => {
  const vehicle = buildFleetVehicle();
  const more: ApiReplies = {
    [`GET /api/ops/vehicles/${vehicle.id}`]: [200, { vehicle: { ...vehicle, state: 'out-of-service' } }],
    [`GET /api/ops/vehicles/${vehicle.id}/rides`]: [200, []],
    [`PUT /api/ops/vehicles/${vehicle.id}/state`]: [504, {}],
  };
  await showVehicles({ vehicles: [vehicle], more });
  fireEvent.click(await screen.findByRole('button', { name: `Out of service: ${vehicle.plate}` }));

  fireEvent.click(await screen.findByRole('button', { name: 'Take out of service' }));

  expect(await screen.findByText('The server didn’t answer. Please try again.')).toBeVisible();
  expect(await screen.findByText('0 of 1 on the road')).toBeInTheDocument();
});

test('an admin limits the bookings to the vehicles on the road', async () => {
  const calls = await showVehicles({
    vehicles: [buildFleetVehicle()],
    more: { 'PUT /api/ops/capacity': [200, { isEnforced: true }] },
  });
  const limit = await screen.findByRole('switch', { name: 'Limit bookings to the vehicles on the road' });
  expect(limit).not.toBeChecked();
  fireEvent.click(limit);
  await expect.poll(() => limit.getAttribute('aria-checked')).toBe('true');
  expect(sent(calls, 'PUT /api/ops/capacity').at(-1)).toEqual({ isEnforced: true });
});
