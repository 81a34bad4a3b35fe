// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildDriverRide, buildOffer, DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { holdTime } from '#web/testing/hold-time.ts';
import { sent } from '#web/testing/serve-api.ts';
import { receiveOffers, receiveRemovedOffers, receiveRides, useRideStore } from '../store/ride-store.ts';
import {
  ACCEPT,
  accepted,
  OWN_RIDES,
  offer,
  openDriveView,
  settledButton,
  setUpDriveView,
  spoken,
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

test.each([
  [6_000, 'Undo4', 'Accepted. Undo within four seconds.'],
  [9_000, 'Undo1', 'Accepted. Undo within one second.'],
  [10_000, null, 'Accepted.'],
])(
  'after a reply of %i ms Undo is shown and spoken only for the seconds that the server allows',
  async (ms, label, said) => {
    const due = buildOffer({ scheduledDate: '2020-11-20' });
    let nowMs = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
    onTestFinished(() => clock.mockRestore());
    await openDriveView({
      [`PATCH /api/rides/${due.id}/status`]: () => {
        nowMs += ms;
        return [200, buildDriverRide({ ...due, version: due.version + 1 })];
      },
    });
    act(() => receiveOffers([due]));
    await acceptButton();
    await user.keyboard('a');

    await screen.findByText('Yours');
    expect(spoken.at(-1)).toBe(said);
    expect(screen.queryByRole('button', { name: /^Undo/ })?.textContent ?? null).toEqual(
      label && expect.stringMatching(new RegExp(`^${label}`)),
    );
  },
);

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
