// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildDriverRide, buildOffer, DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { receiveOffers, receiveRemovedOffers, receiveRides, useRideStore } from '../store/ride-store.ts';
import { DriverDashboard } from './driver-dashboard.tsx';
import { boardFor } from './free-time.ts';
import { NO_FILTERS, setOfferFilters } from './offer-filters.ts';
import {
  ACCEPT,
  acceptButton,
  accepted,
  DRIVER,
  forgetDashboard,
  newestToast,
  OFFERS,
  OWN,
  offer,
  onDuty,
  openDashboard,
} from './testing/open-dashboard.tsx';

const user = userEvent.setup();

beforeEach(forgetDashboard);

test.each(['live', 'connecting', 'reconnecting'] as const)(
  'an offer is accepted by REST while the socket is %s, and leaves the board with the reply',
  async (state) => {
    const calls = await openDashboard(state, { [ACCEPT]: [200, accepted] });

    await user.click(await acceptButton());

    await screen.findByText('No rides available');
    expect(newestToast()).toEqual(['Ride accepted!', 'Head to the pickup location']);
    expect(sent(calls, ACCEPT).at(-1)).toMatchObject({ status: 'accepted', driverId: DRIVER_ID });
    act(() => receiveOffers([offer]));
    expect(screen.queryByRole('button', { name: 'Accept Ride' })).toBeNull();
  },
);

const GIVE_BACK = `POST /api/rides/${offer.id}/give-back`;

async function acceptAndUndo(replies: ApiReplies) {
  const calls = await openDashboard('live', { [ACCEPT]: [200, accepted], ...replies });
  await user.click(await acceptButton());
  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride accepted!'));
  const action = useToastStore.getState().newest?.action;
  if (!action || !('onPress' in action)) throw new Error('There is nothing to undo with.');
  expect(action.label).toBe('Undo');
  act(action.onPress);
  return calls;
}

test('an accept is undone, and the driver is told of that alone', async () => {
  const calls = await acceptAndUndo({
    [GIVE_BACK]: [200, { id: offer.id, version: accepted.version + 1, reason: 'given_back' }],
  });

  await waitFor(() =>
    expect(newestToast()).toEqual(['Ride given back', 'It is open to other drivers again.']),
  );
  expect(sent(calls, GIVE_BACK).at(-1)).toMatchObject({ reason: 'Undone' });
  act(() => receiveOffers([{ ...offer, version: accepted.version + 1 }]));
  expect(await acceptButton()).toBeDefined();
});

test('too late to undo, the driver is told where else to give it back', async () => {
  await acceptAndUndo({ [GIVE_BACK]: [409, { code: 'RIDE_STATE_CONFLICT', message: 'Too late.' }] });

  await waitFor(() =>
    expect(newestToast()).toEqual(['Error', 'Too late to undo. Give the ride back in My Rides.']),
  );
});

test('the board is live once the rides are there whose end it has to tell of', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await openDashboard('live', {
    [OWN]: async () => {
      await asked;
      return [200, []];
    },
  });
  await acceptButton();
  expect(screen.queryByText('Live')).toBeNull();

  answer();

  expect(await screen.findByText('Live')).toBeDefined();
});

test('a ride that is cancelled while the driver reads the board is said there', async () => {
  await openDashboard('live', { [OWN]: [200, [accepted]] });
  await vi.waitUntil(() => useRideStore.getState().driverRides.phase === 'ready');

  act(() => receiveRides([{ ...accepted, version: 9, status: 'cancelled', cancelledBy: 'rider' }]));

  await waitFor(() => expect(newestToast()?.[0]).toBe('Alex cancelled'));
});

test('a ride that is lost while Undo is in sight is said once that is pressed, and again until its own OK is', async () => {
  const other = buildDriverRide({ customer: { name: 'Robin Diaz', phone: '' } });
  const calls = await openDashboard('live', {
    [OWN]: [200, [other]],
    [ACCEPT]: [200, accepted],
    [GIVE_BACK]: [200, { id: offer.id, version: accepted.version + 1, reason: 'given_back' }],
  });
  const press = (label: string) => {
    const action = useToastStore.getState().newest?.action;
    if (!action || !('onPress' in action)) throw new Error('There is no button.');
    expect(action.label).toBe(label);
    act(() => useToastStore.setState({ newest: null }));
    act(action.onPress);
  };
  await vi.waitUntil(() => useRideStore.getState().driverRides.phase === 'ready');
  await user.click(await acceptButton());
  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride accepted!'));

  act(() => receiveRides([{ ...other, version: 9, status: 'cancelled', cancelledBy: 'rider' }]));
  press('Undo');

  expect(newestToast()?.[0]).toBe('Robin cancelled');
  await waitFor(() => expect(newestToast()?.[0]).toBe('Ride given back'));
  expect(sent(calls, GIVE_BACK)).toHaveLength(1);
  act(() => useToastStore.setState({ newest: null }));
  expect(newestToast()?.[0]).toBe('Robin cancelled');
  press('OK');
  expect(newestToast()).toBeNull();
});

test('an offer somebody else accepted meanwhile reads Taken, and the driver sees why', async () => {
  const taken = { message: 'This ride has already been accepted by another driver', code: 'RIDE_TAKEN' };
  await openDashboard('reconnecting', { [ACCEPT]: [409, taken] });

  await user.click(await acceptButton());

  await screen.findByText('Taken');
  expect(newestToast()).toEqual(['Error', taken.message]);
});

test('an accept that fails leaves the offer open, and the driver sees why', async () => {
  await openDashboard('reconnecting', { [ACCEPT]: [503, { message: 'Not now.', code: 'UNAVAILABLE' }] });

  await user.click(await acceptButton());

  await waitFor(() => expect(newestToast()).toEqual(['Error', 'Not now.']));
  expect(await acceptButton()).toHaveProperty('ariaDisabled', null);
});

test('an accept on its way is not sent again', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls = await openDashboard('live', { [ACCEPT]: () => asked.then(() => [200, accepted]) });

  await user.click(await acceptButton());
  const pending = await screen.findByRole('button', { name: 'Accepting...' });
  expect(pending.getAttribute('aria-disabled')).toBe('true');
  await user.click(pending);
  answer();

  await screen.findByText('No rides available');
  expect(sent(calls, ACCEPT)).toHaveLength(1);
});

test('offers are counted, and those that could not be loaded can be tried again', async () => {
  const replies: ApiReplies = { [OFFERS]: [503, {}] };
  await answerApi(replies);
  render(
    <MemoryRouter>
      <DriverDashboard driverId={DRIVER_ID} renderVehicle={() => null} />
    </MemoryRouter>,
  );

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("We couldn't load the requests");
  replies[OFFERS] = [200, [offer]];
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));

  await acceptButton();
  expect(screen.getByText(/^1 open/).textContent).toBe('1 open request');
});

const OVERLAP = {
  code: 'RIDE_OVERLAPS',
  message:
    'This overlaps Wynn to LAS, 7:30 PM. You would have to leave for Wynn at 7:15 PM, in the middle of this ride.',
};

test('an overlap asks first: leaving it leaves the offer open', async () => {
  await openDashboard('reconnecting', { [ACCEPT]: [409, OVERLAP] });
  await user.click(await acceptButton());

  const dialog = await screen.findByRole('dialog', { name: 'This overlaps a ride of yours' });
  expect(dialog.textContent).toContain(OVERLAP.message);
  await user.click(within(dialog).getByRole('button', { name: 'Leave it' }));

  expect(await acceptButton()).toBeDefined();
  expect(screen.queryByText('Taken')).toBeNull();
});

test('an overlap accepted anyway is sent as such', async () => {
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
  'what is accepted anyway is the ride that was asked about, also where it %s meanwhile',
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

test('of two overlaps accepted one after the other the second is asked about once the first is answered', async () => {
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

test('a vehicle that another driver has asks first as well, and says who has it until when', async () => {
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

test('twelve rides ahead are said in a toast, and the offer stays open', async () => {
  const full = { code: 'TOO_MANY_RIDES', message: 'You have 12 rides ahead. Drive one first.' };
  await openDashboard('reconnecting', { [ACCEPT]: [409, full] });

  await user.click(await acceptButton());

  await waitFor(() => expect(newestToast()).toEqual(['Error', full.message]));
  expect(await acceptButton()).toBeDefined();
});

test('filters count before they are shown, and best pay comes first where it is wanted', async () => {
  const dear = buildOffer({ scheduledDate: '2031-11-23', driverShare: '$952.10', rideType: 'lux-sedan' });
  await openDashboard('reconnecting', { [OFFERS]: [200, [offer, dear]], [DRIVER]: [200, onDuty] });
  const pays = () => screen.getAllByRole('article').map((card) => /\$952|\$109/.exec(card.textContent)?.[0]);
  await waitFor(() => expect(pays()).toEqual(['$109', '$952']));

  await user.click(screen.getByRole('radio', { name: 'Best pay' }));
  expect(pays()).toEqual(['$952', '$109']);
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('checkbox', { name: /^Lux Sedan/ }));
  await user.click(screen.getByRole('button', { name: 'Show 1 request' }));

  await waitFor(() => expect(pays()).toEqual(['$109']));
  expect(screen.getByRole('button', { name: 'Filters, 1' })).toBeDefined();
});

test('filters that are being chosen stay as chosen while the last request goes and another comes', async () => {
  await openDashboard('live', { [DRIVER]: [200, onDuty] });
  await acceptButton();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(dialog.getByRole('radio', { name: 'The Strip' }));

  act(() => receiveRemovedOffers([{ id: offer.id, version: offer.version, reason: 'cancelled' }]));
  expect(dialog.getByRole('button', { name: 'Show 0 requests' })).toBeVisible();
  act(() => receiveOffers([buildOffer({ pickupLocation: 'Wynn Las Vegas, 3131 S Las Vegas Blvd' })]));
  await user.click(dialog.getByRole('button', { name: 'Show 1 request' }));

  expect(await screen.findByRole('button', { name: 'Filters, 1' })).toBeVisible();
});

test('from the schedule the board shows what fits the free time, whatever the filters, and all again by a press', async () => {
  const [sooner, fitting, later] = ['15:00', '18:30', '23:00'].map((scheduledTime) =>
    buildOffer({
      scheduledDate: '2031-11-20',
      scheduledTime,
      dropoffLocation: `Stage door ${scheduledTime}`,
    }),
  );
  const between = {
    fromMs: Date.parse('2031-11-20T16:00-08:00'),
    untilMs: Date.parse('2031-11-20T20:00-08:00'),
  };
  setOfferFilters({ withoutKinds: ['lux-suv'] });
  await openDashboard('live', { [OFFERS]: [200, [sooner, fitting, later]] }, boardFor(between));

  await acceptButton();
  expect(screen.getByText('Thu 20 Nov 2031, 4:00 PM to 8:00 PM')).toBeDefined();
  expect(screen.getByRole('article', { name: /Stage door 18:30/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull();

  act(() => receiveRides([buildDriverRide({ scheduledDate: '2031-11-20', scheduledTime: '18:00' })]));
  await screen.findByText('Nothing fits that time any more');
  setOfferFilters(NO_FILTERS);
  const [showAll] = screen.getAllByRole('button', { name: 'Show all requests' });
  if (showAll) await user.click(showAll);

  expect(await screen.findAllByRole('button', { name: 'Accept Ride' })).toHaveLength(3);
});
