// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildOffer } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { sent } from '#web/testing/serve-api.ts';
import { receiveOffers, receiveRemovedOffers } from '../store/ride-store.ts';
import {
  ACCEPT,
  acceptButton,
  accepted,
  forgetDashboard,
  newestToast,
  OFFERS,
  offer,
  openDashboard,
} from './testing/open-dashboard.tsx';

const user = userEvent.setup();

beforeEach(forgetDashboard);

const OVERLAP = {
  code: 'RIDE_OVERLAPS',
  message:
    'This overlaps Wynn to LAS, 7:30 PM. You would have to leave for Wynn at 7:15 PM, in the middle of this ride.',
};

test('an overlap asks for confirmation, and Leave it leaves the offer open', async () => {
  await openDashboard('reconnecting', { [ACCEPT]: [409, OVERLAP] });
  await user.click(await acceptButton());

  const dialog = await screen.findByRole('dialog', { name: 'This overlaps a ride of yours' });
  expect(dialog.textContent).toContain(OVERLAP.message);
  await user.click(within(dialog).getByRole('button', { name: 'Leave it' }));

  expect(await acceptButton()).toBeVisible();
  expect(screen.queryByText('Taken')).toBeNull();
});

test('Accept anyway sends the accept with allowOverlap', async () => {
  const calls = await openDashboard('reconnecting', {
    [ACCEPT]: ({ body }) => (Object(body).allowOverlap ? [200, accepted] : [409, OVERLAP]),
  });
  await user.click(await acceptButton());

  await user.click(await screen.findByRole('button', { name: 'Accept anyway' }));

  await screen.findByText('No rides available');
  expect(newestToast()).toEqual(['Ride accepted!', 'Head to the pickup location']);
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ allowOverlap: true });
});

test.each([
  [
    'is edited',
    () => receiveOffers([{ ...offer, version: 9, revision: offer.revision + 1, scheduledTime: '21:30' }]),
  ],
  ['leaves the board', () => receiveRemovedOffers([{ id: offer.id, version: 9, reason: 'cancelled' }])],
])(
  'Accept anyway sends the revision that was asked about, even if the offer %s meanwhile',
  async (_, change) => {
    const calls = await openDashboard('live', {
      [ACCEPT]: ({ body }) =>
        Object(body).allowOverlap
          ? [409, { code: 'RIDE_CHANGED', message: 'The ride has changed.' }]
          : [409, OVERLAP],
    });
    await user.click(await acceptButton());
    const again = await screen.findByRole('button', { name: 'Accept anyway' });

    act(change);
    await user.click(again);

    await waitFor(() => expect(newestToast()).toEqual(['Error', 'The ride has changed.']));
    expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ allowOverlap: true, revision: offer.revision });
  },
);

test('the second of two overlaps is asked about once the first is answered', async () => {
  const second = buildOffer({ scheduledDate: '2031-11-23' });
  const [firstReply, secondReply] = [deferred<void>(), deferred<void>()];
  const refuse = (message: string) => [409, { ...OVERLAP, message }] as const;
  const SECOND = `PATCH /api/rides/${second.id}/status`;
  const calls = await openDashboard('reconnecting', {
    [OFFERS]: [200, [offer, second]],
    [ACCEPT]: () => firstReply.promise.then(() => refuse('The first.')),
    [SECOND]: () => secondReply.promise.then(() => refuse('The second.')),
  });
  for (const button of await screen.findAllByRole('button', { name: 'Accept Ride' }))
    await user.click(button);
  firstReply.resolve();
  const dialog = await screen.findByRole('dialog', { name: 'This overlaps a ride of yours' });
  expect(dialog).toHaveTextContent('The first.');

  secondReply.resolve();
  await waitFor(() => expect(screen.queryAllByText('Accepting...')).toEqual([]));
  expect(screen.getByRole('dialog')).toHaveTextContent('The first.');
  await user.click(screen.getByRole('button', { name: 'Leave it' }));

  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('The second.'));
  expect(screen.getByRole('button', { name: 'Leave it' })).toHaveFocus();
  expect(sent(calls, ACCEPT)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Accept anyway' }));
  await waitFor(() => expect(sent(calls, SECOND).at(-1)).toMatchObject({ allowOverlap: true }));
});

test('a vehicle in use asks for confirmation, and says who has it until when', async () => {
  const message = 'Black Escalade, NV 218-QKD is with Luis from 7:00 PM until 10:00 PM.';
  const calls = await openDashboard('reconnecting', {
    [ACCEPT]: ({ body }) =>
      Object(body).allowOverlap ? [200, accepted] : [409, { code: 'VEHICLE_IN_USE', message }],
  });
  await user.click(await acceptButton());

  const dialog = await screen.findByRole('dialog', { name: 'Another driver has the vehicle' });
  expect(dialog.textContent).toContain(message);
  await user.click(within(dialog).getByRole('button', { name: 'Accept anyway' }));

  await screen.findByText('No rides available');
  expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ allowOverlap: true });
});
