// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { sent } from '#web/testing/serve-api.ts';
import { setAlert, useAlertSettings } from '../alerts/alert-settings.ts';
import { receiveRides, useRideStore } from '../store/ride-store.ts';
import {
  ACCEPT,
  accepted,
  atPickup,
  giveVoices,
  OWN_RIDES,
  onTheWay,
  openDriveView,
  setUpDriveView,
  spoken,
  WHOLE,
} from './testing/open-drive-view.tsx';

const user = userEvent.setup();

beforeEach(setUpDriveView);

test('a question of the next screen stays when the reply to the last press arrives late', async () => {
  const reply = deferred<readonly [number, unknown]>();
  await openDriveView({
    [OWN_RIDES]: [200, [onTheWay]],
    [ACCEPT]: ({ body }) =>
      Object(body).status === 'arrived'
        ? reply.promise
        : [409, { code: 'PIN_REQUIRED', message: 'Ask Alex for their PIN.' }],
  });
  await user.click(screen.getByRole('button', { name: 'Arrived' }));
  const atPickupNow = { ...atPickup, version: onTheWay.version + 1 };
  act(() => receiveRides([atPickupNow]));
  await user.click(screen.getByRole('button', { name: 'Start ride' }));
  await screen.findByText('Ask Alex for their PIN.');
  await user.keyboard('47');

  reply.resolve([200, { ...atPickupNow, version: atPickupNow.version + 1, passengers: 5 }]);

  await expect.poll(() => Object.values(useRideStore.getState().driverRides.rides)[0]?.passengers).toBe(5);
  expect(screen.getByText('2 of 4 digits')).toBeInTheDocument();
});

test('an early step confirmed by its event closes its question before the reply', async () => {
  const reply = deferred<readonly [number, unknown]>();
  await openDriveView({
    [OWN_RIDES]: [200, [onTheWay]],
    [ACCEPT]: ({ body }) =>
      Object(body).confirmEarly
        ? reply.promise
        : [409, { code: 'TOO_EARLY', message: 'The pickup is tomorrow. Are you there?' }],
  });
  await user.click(screen.getByRole('button', { name: 'Arrived' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, tell them' }));

  act(() => receiveRides([{ ...atPickup, version: onTheWay.version + 1 }]));

  expect(await screen.findByRole('button', { name: 'Start ride' })).not.toHaveAttribute('aria-disabled');
});

test('a ride goes from setting off to completion, which asks for confirmation and sends the paid fare', async () => {
  let ride = buildDriverRide({ ...accepted, passengers: 2 });
  const step = (change: Partial<typeof ride>) => {
    ride = { ...ride, ...change, version: ride.version + 1 };
    return [200, ride] as const;
  };
  const at = '2031-11-20T02:14:00.000Z';
  const { calls } = await openDriveView({
    [OWN_RIDES]: [200, [ride]],
    [ACCEPT]: ({ body }) =>
      ({
        en_route: () => step({ enRouteAt: at }),
        arrived: () => step({ arrivedAt: at }),
        in_progress: () => step({ status: 'in_progress' }),
      })[Object(body).status as 'arrived'](),
    [`GET /api/rides/${ride.id}/completion`]: [200, WHOLE],
    [`PATCH /api/rides/${ride.id}/complete`]: () => step({ status: 'completed' }),
  });
  await user.click(screen.getByRole('button', { name: "I'm on my way" }));
  expect(await screen.findByText('Alex Morgan, 2 people')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    expect.stringContaining('https://www.google.com/maps/dir/?api=1&destination=Harry'),
  );
  const arrived = screen.getByRole('button', { name: 'Arrived' });
  expect(arrived).toHaveFocus();

  await user.click(arrived);
  await screen.findByText('Waiting for Alex');
  await user.keyboard(' ');
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  await user.click(await screen.findByRole('button', { name: 'Not yet' }));
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  expect(await screen.findByText('Your share')).toBeVisible();
  expect(screen.queryByText(/gets back/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Yes' }));

  await screen.findByText('Completed');
  expect(sent(calls, `PATCH /api/rides/${ride.id}/complete`).at(-1)).toMatchObject({ actualFare: '$159.82' });
});

test('an early start asks for confirmation in the server’s words', async () => {
  const message = 'The pickup is on Thu 20 Nov, 6:30 PM. Start it now?';
  const { calls } = await openDriveView({
    [OWN_RIDES]: [200, [atPickup]],
    [ACCEPT]: ({ body }) =>
      Object(body).confirmEarly
        ? [200, { ...atPickup, version: 9, status: 'in_progress' }]
        : [409, { code: 'TOO_EARLY', message }],
  });
  await user.click(screen.getByRole('button', { name: 'Start ride' }));
  await screen.findByText(message);
  expect(screen.getByRole('button', { name: 'Not yet' })).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Start it now' }));

  await screen.findByRole('button', { name: 'Complete' });
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ status: 'in_progress', confirmEarly: true });
});

test('an off-duty driver sees so in the Drive view and can go on duty', async () => {
  const { calls } = await openDriveView({
    'GET /api/driver': [200, buildOwnDriver({ isOnDuty: false, serves: [] })],
    'PUT /api/duty': [200, buildOwnDriver()],
  });
  await screen.findByText("You're off duty");

  await user.click(screen.getByRole('button', { name: 'Go on duty' }));

  await screen.findByText('No requests now');
  expect(sent(calls, 'PUT /api/duty')[0]).toEqual({ isOnDuty: true });
});

test('volume and voice have keys and a screen, R is silent without a voice, and Escape leaves the view', async () => {
  const { onLeave } = await openDriveView();
  await user.keyboard('+m');
  expect(useAlertSettings.getState()).toMatchObject({ volume: 80, reads: false });

  await user.click(screen.getByRole('button', { name: 'Sound' }));
  await user.click(screen.getByRole('button', { name: 'Softer' }));
  expect(screen.getByRole('status', { name: 'Volume' })).toHaveTextContent('70');
  await user.click(screen.getByRole('switch', { name: 'Voice' }));
  expect(useAlertSettings.getState().reads).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Only what fits')).toBeNull();

  giveVoices([]);
  await user.keyboard('r');
  expect(spoken).toEqual([]);
  await user.keyboard('{Escape}');
  expect(onLeave).toHaveBeenCalledOnce();
  setAlert('reads', true);
});
