// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { rideReference } from '#common/rides/ride-reference.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { needsFastDetection } from '#web/lib/fast-detection.ts';
import { buildRiderRide, buildUnpaidRide, NOW, RIDER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { holdTime } from '#web/testing/hold-time.ts';
import type { ApiReplies } from '#web/testing/serve-api.ts';
import { forgetPositions } from '../position/position-store.ts';
import { receiveRides, setRiderRidesOwner } from '../store/ride-store.ts';
import { heading, manage, showRidePage } from './testing/show-ride-page.tsx';

test('the page shows the ride with its reference and updates live', async () => {
  const ride = buildRiderRide();
  await showRidePage(ride);
  await heading('Finding your driver');
  expect(screen.getByText(rideReference(ride.id))).toBeVisible();
  expect(screen.getAllByRole('listitem', { current: 'step' })[0]).toHaveTextContent('Requested');
  expect(screen.queryByRole('region', { name: 'Your driver' })).toBeNull();
  expect(needsFastDetection()).toBe(false);

  const driver = { firstName: 'Sam', vehicle: 'Black Lux SUV' };
  act(() =>
    receiveRides([{ ...ride, version: 9, status: 'accepted', driver, arrivedAt: NOW.toISOString() }]),
  );

  await heading('Your driver is here');
  expect(screen.getByRole('region', { name: 'Your driver' })).toHaveTextContent('SamBlack Lux SUV');
  expect(screen.getAllByRole('listitem', { current: 'step' })[0]).toHaveTextContent('Arrived');
  expect(needsFastDetection()).toBe(true);
});

/** Saves an edit of a ride whose driver is on the way, and lets the ride begin before the reply. */
async function beginWhileSaving(reply: readonly [status: number, body: unknown]) {
  const ride = buildRiderRide({ status: 'accepted', driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' } });
  const saving = deferred<void>();
  const booking = { bookingType: 'point-to-point', hours: null, surgePricing: 'weekend', stops: [] };
  const quote = {
    version: ride.version,
    fare: ride.fare,
    booking,
    dueCents: 0,
    toCardCents: 0,
    toGiftCardCents: 0,
  };
  useToastStore.setState({ newest: null });
  await showRidePage(ride, {
    [`GET /api/rides/${ride.id}`]: [200, ride],
    [`POST /api/rides/${ride.id}/edit-quote`]: [200, quote],
    [`POST /api/rides/${ride.id}/edit`]: () => saving.promise.then(() => reply),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Edit ride/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit this ride' }));
  await userEvent.type(dialog.getByLabelText(/Requests/), 'Child seat');
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(save);
  await dialog.findByRole('button', { name: 'Saving...' });

  act(() => receiveRides([{ ...ride, version: 9, status: 'in_progress' }]));
  expect(useToastStore.getState().newest).toBeNull();
  saving.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('if the ride begins while its edit is being saved, the dialog closes and a toast says Not changed', async () => {
  await beginWhileSaving([409, { code: 'RIDE_STATE_CONFLICT', message: 'This ride has begun.' }]);

  expect(useToastStore.getState().newest).toMatchObject({ kind: 'error', title: 'Not changed' });
});

test('if the ride begins while its edit is being saved and the reply is lost, it is not called unmade', async () => {
  await beginWhileSaving([504, {}]);

  expect(useToastStore.getState().newest).toMatchObject({ kind: 'error', title: 'No answer' });
});

test('a ride already in the store whose first read failed is read again until that succeeds', async () => {
  const ride = buildRiderRide();
  const read = `GET /api/rides/${ride.id}`;
  setRiderRidesOwner(RIDER_ID);
  receiveRides([ride]);
  let count = 0;
  const replies: ApiReplies = {
    [read]: () => {
      count += 1;
      const cancelled = {
        ...ride,
        version: ride.version + 1,
        status: 'cancelled',
        cancelledBy: 'operations',
      };
      return count === 1 ? [503, {}] : [200, cancelled];
    },
  };
  const { passUntil, release } = holdTime();

  await showRidePage(ride, replies);
  expect(screen.getByRole('heading', { level: 1, name: 'Finding your driver' })).toBeVisible();
  await passUntil(() => count >= 2);
  release();

  await heading('Ride cancelled');
});

test('only actions that apply to the ride are shown under Manage', async () => {
  await showRidePage(buildUnpaidRide());
  await heading('Awaiting payment');
  expect(manage().getByRole('button', { name: 'Pay now' })).toBeVisible();
  expect(manage().getByRole('button', { name: 'Cancel this booking' })).toBeVisible();
  expect(manage().queryByRole('button', { name: /Cancel ride/ })).toBeNull();
  expect(manage().queryByRole('link', { name: 'Book again' })).toBeNull();
});

test('until a driver accepts, the page says so beside Edit ride, and calls the color a preference', async () => {
  await showRidePage(buildRiderRide({ preferredColor: 'black' }));
  expect(await screen.findByRole('button', { name: /^Edit ride ?Until a driver accepts$/ })).toBeVisible();
  expect(screen.getByText('Preferred color').nextElementSibling).toHaveTextContent('black');
});

test('the receipt apologizes for a late driver and names the gift card sent to the rider', async () => {
  await showRidePage(
    buildRiderRide({ status: 'completed', lateCredit: { amountCents: 1_000, minutes: 14 } }),
  );
  await heading('Ride completed');

  expect(screen.getByRole('region', { name: 'Receipt' })).toHaveTextContent(
    'Your driver was 14 minutes late. We are sorry, and emailed you a $10.00 gift card.',
  );
});

test('a completed ride can be booked again', async () => {
  const ride = buildRiderRide({ status: 'completed' });
  const onBookAgain = await showRidePage(ride);
  await heading('Ride completed');
  expect(manage().queryByRole('button')).toBeNull();

  await userEvent.click(manage().getByRole('link', { name: 'Book again' }));

  expect(onBookAgain).toHaveBeenCalledExactlyOnceWith(ride);
});

test('a ride that is unknown or another rider’s is shown as not found', async () => {
  const ride = buildRiderRide();
  await showRidePage(ride, {
    [`GET /api/rides/${ride.id}`]: [404, { message: 'There is no such ride.', code: 'NOT_FOUND' }],
  });
  expect(await screen.findByText("This ride isn't yours, or it doesn't exist.")).toBeVisible();
});

test('a ride that could not be loaded can be requested again with Try again', async () => {
  const ride = buildRiderRide();
  const replies: ApiReplies = { [`GET /api/rides/${ride.id}`]: [500, { message: '', code: 'INTERNAL' }] };
  await showRidePage(ride, replies);
  expect(await screen.findByText("We couldn't load this ride")).toBeVisible();
  replies[`GET /api/rides/${ride.id}`] = [200, ride];

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  await heading('Finding your driver');
});

test('once a ride has begun, the estimated arrival at the pickup is no longer shown', async () => {
  forgetPositions();
  const [from, to] = [5, 8].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
  const position = {
    rideId: '',
    lat: 36.12,
    lng: -115.17,
    accuracy: 8,
    heading: null,
    at: new Date().toISOString(),
    arrival: { from: from ?? '', to: to ?? '' },
    to: 'pickup' as const,
  };
  const ride = buildRiderRide({
    status: 'accepted',
    bookingType: 'hourly',
    hours: 3,
    enRouteAt: NOW.toISOString(),
    driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
  });
  await showRidePage(ride, {
    [`GET /api/rides/${ride.id}`]: [200, ride],
    [`GET /api/rides/${ride.id}/tracking`]: [
      200,
      { position: { ...position, rideId: ride.id }, pickup: null, stops: [], dropoff: null, legs: [] },
    ],
  });
  expect(await screen.findByText('Arrives in')).toBeVisible();

  act(() => receiveRides([{ ...ride, version: 9, status: 'in_progress' }]));

  expect(await screen.findByText(/^Booked until /)).toBeVisible();
  expect(screen.queryByText('Arrives in')).toBeNull();
});

test('if the ride begins while its cancellation is being considered, the dialog stays and says so', async () => {
  const ride = buildRiderRide({ status: 'accepted', driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' } });
  await showRidePage(ride);
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel ride/ }));
  await screen.findByRole('dialog', { name: 'Cancel this ride?' });

  act(() => receiveRides([{ ...ride, version: 9, status: 'in_progress' }]));

  const dialog = within(screen.getByRole('dialog', { name: 'Not cancelled' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Sam has started your ride');
  await userEvent.click(dialog.getByText('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['there', 'Return trip'],
  ['back', 'Return trip of'],
] as const)('the ride %s links to the other ride of its return trip', async (leg, label) => {
  const otherRideId = 'e'.repeat(24);
  await showRidePage(buildRiderRide({ order: { leg, otherRideId, dueCents: 31_964 } }));
  await heading('Finding your driver');

  const link = screen.getByRole('link', { name: rideReference(otherRideId) });
  expect(link).toHaveAttribute('href', `/my-rides/${otherRideId}`);
  expect(link.closest('dd')?.previousSibling).toHaveTextContent(label);
});

test('giving up one of two unpaid rides of a return trip says that both are cancelled', async () => {
  await showRidePage(
    buildUnpaidRide({ order: { leg: 'back', otherRideId: 'e'.repeat(24), dueCents: 31_964 } }),
  );
  await heading('Awaiting payment');
  await userEvent.click(manage().getByRole('button', { name: 'Cancel this booking' }));

  expect(await screen.findByRole('dialog', { name: 'Cancel both rides?' })).toHaveTextContent(
    'The ride there and the ride back are one booking until you pay.',
  );
});
