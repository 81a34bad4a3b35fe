// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { buildDriverRide, buildOffer, DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { holdTime } from '#web/testing/hold-time.ts';
import { sent } from '#web/testing/serve-api.ts';
import { setAlert, useAlertSettings } from '../alerts/alert-settings.ts';
import { receiveOffers, receiveRemovedOffers, receiveRides, useRideStore } from '../store/ride-store.ts';
import {
  ACCEPT,
  accepted,
  atPickup,
  giveVoices,
  OWN_RIDES,
  offer,
  onTheWay,
  openDriveView,
  settledButton,
  setUpDriveView,
  spoken,
  WHOLE,
} from './testing/open-drive-view.tsx';

const user = userEvent.setup();

/** Finds the Accept button of a request, once it accepts presses. */
const acceptButton = () => settledButton(/^Accept/);

beforeEach(setUpDriveView);

test('a request is shown, spoken, accepted with its key and undone with another, without any toast', async () => {
  const { calls } = await openDriveView({
    [ACCEPT]: [200, accepted],
    [`POST /api/rides/${offer.id}/give-back`]: [
      200,
      { id: offer.id, version: accepted.version + 1, reason: 'given_back' },
    ],
  });
  expect(screen.getByText('No requests now')).toBeVisible();

  act(() => receiveOffers([offer]));
  expect(await acceptButton()).toHaveFocus();
  expect(screen.getByText('$109.38')).toBeVisible();
  expect(screen.getByText('Free all day')).toBeVisible();
  expect(spoken.at(-1)).toContain('One hundred nine dollars.');
  await user.keyboard('a');

  await screen.findByText('Yours');
  expect(spoken.at(-1)).toBe('Accepted. Undo within eight seconds.');
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ status: 'accepted', driverId: DRIVER_ID });
  const undo = screen.getByRole('button', { name: /^Und/ });
  await waitFor(() => expect(undo).not.toHaveAttribute('aria-disabled'));
  await user.keyboard('u');

  await screen.findByText('Given back');
  expect(spoken.at(-1)).toBe('Undone.');
  expect(useToastStore.getState().newest).toBeNull();
});

test('the undo countdown goes on while the sound settings are open', async () => {
  await openDriveView({ [ACCEPT]: [200, accepted] });
  let nowMs = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  act(() => receiveOffers([offer]));
  await acceptButton();
  await user.keyboard('a');
  expect(await screen.findByRole('button', { name: /^Undo/ })).toHaveTextContent(/^Undo8/);

  await user.click(screen.getByRole('button', { name: 'Sound' }));
  nowMs += 5_000;
  await user.click(screen.getByRole('button', { name: 'Done' }));

  expect(screen.getByRole('button', { name: /^Undo/ })).toHaveTextContent(/^Undo3/);
});

test('a request that another driver accepts shows Taken and is announced at once', async () => {
  await openDriveView();
  act(() => receiveOffers([offer]));
  await acceptButton();

  act(() => receiveRemovedOffers([{ id: offer.id, version: 3, reason: 'accepted' }]));

  await screen.findByText('Taken');
  expect(screen.getByRole('alert')).toHaveTextContent('Taken. LAS to Bellagio went to another driver.');
  expect(spoken.at(-1)).toBe('Taken.');
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
});

test('an overlapping request shows the overlap, is not read aloud by itself, and is accepted as one', async () => {
  const other = buildDriverRide({
    scheduledDate: offer.scheduledDate,
    pickupLocation: 'Wynn Las Vegas',
    scheduledTime: '19:00',
  });
  const { calls } = await openDriveView({ [OWN_RIDES]: [200, [other]], [ACCEPT]: [200, accepted] });
  act(() => receiveOffers([offer]));
  const button = await acceptButton();
  expect(button).toHaveTextContent('Accept anyway');
  expect(screen.getByText('Overlaps Wynn to Bellagio, 7:00 PM')).toBeVisible();
  expect(spoken).toEqual([]);
  await user.keyboard('r');
  expect(spoken.at(-1)).toMatch(/^Careful, this overlaps Wynn to Bellagio at seven\./);

  await user.click(button);

  await screen.findByText('Yours');
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ allowOverlap: true });
});

test('a conflict that the server reports is asked about, and Leave it returns to waiting', async () => {
  const message = 'Black Escalade, NV 218-QKD is with Luis from 7:00 PM until 10:00 PM.';
  await openDriveView({ [ACCEPT]: [409, { code: 'VEHICLE_IN_USE', message }] });
  act(() => receiveOffers([offer]));
  await user.click(await acceptButton());

  await screen.findByText(message);
  expect(screen.getByRole('button', { name: 'Accept anyway' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave it' }));

  expect(screen.getByText('1 request fits you')).toBeVisible();
});

test('Accept anyway sends the revision that was asked about; a request edited since is shown first', async () => {
  const overlap = { code: 'RIDE_OVERLAPS', message: 'This overlaps Wynn to LAS, 7:30 PM.' };
  const { calls } = await openDriveView({
    [ACCEPT]: ({ body }) =>
      Object(body).allowOverlap
        ? [409, { code: 'RIDE_CHANGED', message: 'The ride has changed.' }]
        : [409, overlap],
  });
  act(() => receiveOffers([offer]));
  await user.click(await acceptButton());
  await screen.findByText(overlap.message);
  await user.click(screen.getByRole('button', { name: 'Accept anyway' }));
  await screen.findAllByText('The ride has changed.');
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ allowOverlap: true, revision: offer.revision });

  const edited = {
    ...offer,
    version: offer.version + 1,
    revision: offer.revision + 1,
    driverShare: '$88.00',
  };
  act(() => receiveOffers([edited]));

  expect(await screen.findByText('$88.00')).toBeVisible();
  expect(screen.queryByText(overlap.message)).toBeNull();
  await user.click(await acceptButton());
  await expect.poll(() => sent(calls, ACCEPT).length).toBe(3);
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ revision: edited.revision });
});

test('an accept without an answer says that it may have worked', async () => {
  await openDriveView();
  act(() => receiveOffers([offer]));
  const button = await acceptButton();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

  await user.click(button);

  expect(await screen.findByRole('alert')).toHaveTextContent('We got no answer. It may have worked');
});

test('an accept without a connection says that it was not sent, and can be pressed again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  await openDriveView();
  act(() => receiveOffers([offer]));
  const button = await acceptButton();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

  await user.click(button);

  expect(await screen.findByRole('alert')).toHaveTextContent('Not sent. No connection.');
  expect(await acceptButton()).toBeVisible();
});

test('a ride accepted while its reply is outstanding can be undone, and the late failure is not shown', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const back = { id: offer.id, version: accepted.version + 1, reason: 'given_back' };
  await openDriveView({
    [ACCEPT]: () => reply.promise,
    [`POST /api/rides/${offer.id}/give-back`]: [200, back],
  });
  act(() => receiveOffers([offer]));
  await user.click(await acceptButton());
  await screen.findByRole('button', { name: 'Accepting...' });
  act(() => receiveRides([accepted]));

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Given back');
  const failed = new Promise<void>((resolve) => {
    onTestFinished(useRideStore.subscribe(() => resolve()));
  });
  reply.resolve([504, {}]);
  await act(() => failed);

  expect(screen.queryByText('No answer. Try again.')).toBeNull();
  expect(spoken.at(-1)).toBe('Undone.');
});

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

test('a press meant for an expiring Undo does not trigger the On my way button in its place', async () => {
  const due = buildOffer({ scheduledDate: '2020-11-20' });
  const MOVE = `PATCH /api/rides/${due.id}/status`;
  const { calls } = await openDriveView({
    [MOVE]: ({ body }) => [
      200,
      buildDriverRide({
        ...due,
        version: due.version + (Object(body).status === 'accepted' ? 1 : 2),
        enRouteAt: Object(body).status === 'en_route' ? '2020-11-20T02:14:00.000Z' : null,
      }),
    ],
  });
  act(() => receiveOffers([due]));
  const accept = await acceptButton();
  const { passUntil } = holdTime();
  fireEvent.click(accept);
  await passUntil(() => screen.queryByText('Yours') !== null);

  const find = () => screen.queryByRole('button', { name: "I'm on my way" });
  await passUntil(() => find() !== null);
  fireEvent.click(screen.getByRole('button', { name: "I'm on my way" }));
  fireEvent.keyDown(document.body, { key: ' ' });
  await passUntil(() => find()?.hasAttribute('aria-disabled') === false);
  expect(sent(calls, MOVE)).toHaveLength(1);

  fireEvent.click(screen.getByRole('button', { name: "I'm on my way" }));
  await passUntil(() => screen.queryByText(/^To the pickup/, { selector: '.drive-content *' }) !== null);
  expect(sent(calls, MOVE)).toHaveLength(2);
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
