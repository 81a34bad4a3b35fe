// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { DRIVER_ID } from '#web/testing/build-ride.ts';
import { sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import { buildAssigned } from '../testing/build-assigned.ts';
import {
  ACCEPTED,
  button,
  CANDIDATES,
  newestToast,
  openDrawer,
  PATH,
  RAYS,
  RIDE,
  setUpDrawer,
} from './testing/open-drawer.tsx';

setUpDrawer();

test('a driver is assigned with the keyboard alone, and the Undo of the toast reverts it', async () => {
  const { calls, user } = await openDrawer(RIDE, {
    [`POST ${PATH}/assign`]: [200, RAYS],
    [`POST ${PATH}/undo`]: [200, { ...RIDE, version: 4 }],
  });
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Ray Donnelly/ });

  await user.keyboard('ray{Enter}');

  await waitFor(() => expect(newestToast()?.title).toBe('Ray Donnelly has the ride'));
  expect(sent(calls, `POST ${PATH}/assign`)).toEqual([
    { version: RIDE.version, driverId: DRIVER_ID, vehicleId: 'b'.repeat(24) },
  ]);
  const action = newestToast()?.action;
  expect(action).toMatchObject({ label: 'Undo' });
  if (action && 'onPress' in action) action.onPress();
  await waitFor(() => expect(newestToast()?.title).toBe('Undone'));
  expect(sent(calls, `POST ${PATH}/undo`)).toEqual([{ version: 3 }]);
});

test('a name typed before the drivers are loaded is kept, and Enter does nothing until then', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { calls, user } = await openDrawer(RIDE, {
    [`GET ${PATH}/candidates`]: async () => {
      await asked;
      return [200, { candidates: CANDIDATES }];
    },
    [`POST ${PATH}/assign`]: [200, RAYS],
  });
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}ray{Enter}');
  expect(screen.getByText('Loading the drivers...')).toBeVisible();
  expect(screen.getByRole('combobox')).toHaveValue('ray');
  answer();

  const found = await screen.findByRole('option', { name: /Ray Donnelly/ });
  await waitFor(() => expect(found).toHaveAttribute('aria-selected', 'true'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent(calls, `POST ${PATH}/assign`)).toHaveLength(1));
});

test('Escape closes the list of drivers', async () => {
  const { user } = await openDrawer();
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Ray Donnelly/ });

  await user.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
});

test('a search for a driver stays when the ride changes', async () => {
  const { user } = await openDrawer();
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Ray Donnelly/ });
  await user.keyboard('ra');
  act(() => receiveBoardEvent([{ ...RIDE, version: RIDE.version + 1 }]));
  await user.keyboard('y');

  expect(await screen.findByRole('combobox')).toHaveValue('ray');
  expect(await screen.findByRole('option', { name: /Ray Donnelly/ })).toBeVisible();
});

test('when the drivers cannot be reloaded, the search text and the focus stay', async () => {
  const { known, user } = await openDrawer();
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Ray Donnelly/ });
  await user.keyboard('ra');
  const candidates = known[`GET ${PATH}/candidates`];
  known[`GET ${PATH}/candidates`] = [503, {}];
  act(() => receiveBoardEvent([{ ...RIDE, version: RIDE.version + 1 }]));
  await screen.findByText('We couldn’t load the drivers');

  await user.keyboard('y');
  if (candidates) known[`GET ${PATH}/candidates`] = candidates;
  await user.click(await button('Try again'));

  expect(await screen.findByRole('option', { name: /Ray Donnelly/ })).toBeVisible();
  expect(screen.getByRole('combobox')).toHaveValue('ray');
});

test('after a refusal the first driver who now fits is selected for Enter', async () => {
  const [ray, sam] = CANDIDATES;
  if (!ray || !sam) throw new Error('two drivers are needed');
  const { calls, known, user } = await openDrawer();
  known[`POST ${PATH}/assign`] = () => {
    known[`GET ${PATH}/candidates`] = [
      200,
      {
        candidates: [
          { ...sam, fit: 'fits', reason: null },
          { ...ray, fit: 'no', reason: 'Off duty' },
        ],
      },
    ];
    known[`POST ${PATH}/assign`] = [200, buildAssigned(RIDE, sam)];
    return [409, { code: 'OFF_DUTY', message: 'Ray Donnelly is off duty.' }];
  };
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Ray Donnelly/, selected: true });
  await user.keyboard('{Enter}');

  expect(await screen.findByRole('option', { name: /Sam Ortega/, selected: true })).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent(calls, `POST ${PATH}/assign`)).toHaveLength(2));
  expect(sent(calls, `POST ${PATH}/assign`)[1]).toMatchObject({ driverId: sam.driverId });
});

test('a driver who nearly fits needs confirmation, and the reasons against others are shown on demand', async () => {
  const { calls, user } = await openDrawer(RIDE, { [`POST ${PATH}/assign`]: [200, RAYS] });
  await user.click(await button('Assign driver'));
  await screen.findByRole('option', { name: /Sam Ortega/ });
  expect(screen.queryByText('Drives a Hummer 18')).toBeNull();
  await user.click(await button('Show them'));
  expect(screen.getByText('Drives a Hummer 18')).toBeVisible();

  await user.click(screen.getByRole('option', { name: /Sam Ortega/ }));
  expect(screen.getByRole('alert')).toHaveTextContent('Overlaps a ride at 6:30 PM');
  expect(screen.getByText('The history shows that you assigned it.')).toBeVisible();
  expect(await button('Choose another')).toHaveFocus();
  await user.click(await button('Assign anyway'));

  await waitFor(() => expect(sent(calls, `POST ${PATH}/assign`)).toHaveLength(1));
  expect(sent(calls, `POST ${PATH}/assign`)[0]).toMatchObject({
    allowNearly: true,
    confirmedReason: 'Overlaps a ride at 6:30 PM',
  });
});

test('Choose another returns to the search, with its text selected and the other drivers still shown', async () => {
  const { user } = await openDrawer();
  (await button('Assign driver')).focus();
  await user.keyboard('{Enter}');
  await user.click(await button('Show them'));
  await user.type(screen.getByRole('combobox'), 'sam');
  await user.keyboard('{Enter}');
  await user.click(await button('Choose another'));

  const search = screen.getByRole<HTMLInputElement>('combobox');
  expect(search).toHaveValue('sam');
  expect(search).toHaveFocus();
  expect(await screen.findByRole('option', { name: /Sam Ortega/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Ray Donnelly/ })).toBeNull();
  expect(await button('Hide them')).toBeVisible();

  expect([search.selectionStart, search.selectionEnd]).toEqual([0, 3]);
  await user.keyboard('ray');
  expect(search).toHaveValue('ray');
  expect(await screen.findByRole('option', { name: /Ray Donnelly/ })).toBeVisible();
});

test('when someone else took the ride first, a toast says who and the drawer shows it', async () => {
  const message = 'Accepted by Sam a moment ago; the board is up to date.';
  const { known, user } = await openDrawer();
  known[`POST ${PATH}/assign`] = () => {
    known[`GET ${PATH}`] = [
      200,
      {
        ...RIDE,
        version: 9,
        status: 'accepted',
        driverId: DRIVER_ID,
        driver: { firstName: 'Sam', vehicle: 'A' },
      },
    ];
    return [409, { code: 'RIDE_CHANGED', message }];
  };
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Ray Donnelly/ }));

  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Not assigned', description: message }));
  expect(await screen.findByText(/^Sam drives on/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Assign a driver' })).toBeNull();
});

test('when a driver accepts the ride during an assignment, a toast says so and nobody is assigned', async () => {
  const { calls, user } = await openDrawer();
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Sam Ortega/ }));
  expect(await button('Assign anyway')).toBeVisible();

  act(() => receiveBoardEvent([ACCEPTED]));

  expect(newestToast()).toMatchObject({
    title: 'Not assigned',
    description: 'Accepted by Sam a moment ago; the board is up to date.',
  });
  expect(screen.queryByRole('heading', { name: /^Assign/ })).toBeNull();
  expect(sent(calls, `POST ${PATH}/assign`)).toEqual([]);
});

test('when the ride is cancelled before a driver was chosen, the palette closes and a toast says by whom', async () => {
  const { calls, user } = await openDrawer();
  await user.click(await button('Assign driver'));
  await screen.findByRole('option', { name: /Ray Donnelly/ });
  const by = { role: 'rider', id: 'c'.repeat(24), name: 'Hannah Cho', address: null } as const;
  const entry = { change: 'cancelled', at: RIDE.createdAt, version: 3, by } as const;

  act(() =>
    receiveBoardEvent([{ ...RIDE, version: 3, status: 'cancelled', history: [...RIDE.history, entry] }]),
  );

  expect(newestToast()).toMatchObject({
    title: 'Not assigned',
    description: 'Cancelled by Hannah Cho a moment ago; the board is up to date.',
  });
  expect(screen.queryByRole('heading', { name: 'Assign a driver' })).toBeNull();
  expect(sent(calls, `POST ${PATH}/assign`)).toEqual([]);
});

test('when another dispatcher assigns the ride first, the toast names them', async () => {
  const { user } = await openDrawer();
  await user.click(await button('Assign driver'));
  await screen.findByRole('option', { name: /Ray Donnelly/ });
  const entry: StaffRide['history'][number] = {
    change: 'accepted',
    at: RIDE.createdAt,
    version: 3,
    by: { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null },
    assigned: { driverId: DRIVER_ID, name: 'Sam Ortega', vehicleId: null, vehicle: null },
  };
  act(() => receiveBoardEvent([{ ...ACCEPTED, history: [...RIDE.history, entry] }]));

  expect(newestToast()?.description).toBe(
    'Assigned to Sam Ortega by Dana Reyes a moment ago; the board is up to date.',
  );
});

test('when the ride changes during a confirmation, the drivers are listed again with the search text', async () => {
  const { user } = await openDrawer();
  await user.click(await button('Assign driver'));
  await user.keyboard('or');
  await user.click(await screen.findByRole('option', { name: /Sam Ortega/ }));
  expect(await button('Assign anyway')).toBeVisible();

  act(() => receiveBoardEvent([{ ...RIDE, version: RIDE.version + 1 }]));

  expect(screen.queryByRole('button', { name: 'Assign anyway' })).toBeNull();
  expect(await screen.findByRole('option', { name: /Sam Ortega/ })).toBeVisible();
  expect(screen.getByRole('combobox')).toHaveValue('or');
});

test('the number of drivers who fit is written in singular and plural', async () => {
  const { known, user } = await openDrawer();
  const [ray, sam] = CANDIDATES;
  known[`GET ${PATH}/candidates`] = [200, { candidates: [ray] }];
  await user.click(await button('Assign driver'));
  expect(await screen.findByText('1 fits')).toBeVisible();

  known[`GET ${PATH}/candidates`] = [200, { candidates: [ray, { ...sam, fit: 'fits', reason: null }] }];
  act(() => receiveBoardEvent([{ ...RIDE, version: RIDE.version + 1 }]));
  expect(await screen.findByText('2 fit')).toBeVisible();
});
