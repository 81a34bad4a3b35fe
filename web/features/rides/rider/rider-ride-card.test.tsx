// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildDriverRide, buildRiderRide, buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { flushEffects } from '#web/testing/pass-effects.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { RiderRideCard, UnpaidRideCard } from './rider-ride-card.tsx';

const Address = () => {
  const { pathname, search } = useLocation();
  return `${pathname}${search}`;
};

function showUnpaid(ride: RiderRide, isConfirming = false) {
  render(
    <MemoryRouter>
      <Routes>
        <Route
          path="/"
          element={<UnpaidRideCard ride={ride} now={NOW} isConfirming={isConfirming} onCancel={() => {}} />}
        />
        <Route path="/checkout" element={<Address />} />
      </Routes>
    </MemoryRouter>,
  );
}

test('the card shows the driver, the vehicle and the current step', () => {
  const ride = buildRiderRide({
    status: 'accepted',
    driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
    history: buildDriverRide().history,
  });
  render(
    <MemoryRouter>
      <RiderRideCard ride={ride} now={NOW} renderVehicle={() => null} onCancel={() => {}} />
    </MemoryRouter>,
  );

  const card = screen.getByRole('article', {
    name: 'Lux SUV, Harry Reid International Airport to Bellagio Hotel & Casino',
  });
  expect(screen.getByRole('heading', { name: 'Your driver is on the way!' })).toBeVisible();
  for (const part of ['Sam', 'Black Lux SUV', 'Paid']) expect(card.textContent).toContain(part);
  const step = screen.getAllByRole('listitem', { current: 'step' });
  expect(step.map(({ textContent }) => textContent)).toEqual(['Accepted4:12 PM']);
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact');
});

test('a ride still without a driver says until when the search runs and that the payment is refunded', () => {
  const searching = { change: 'still_searching' as const, at: NOW.toISOString(), version: 3 };
  const ride = buildRiderRide({ history: [...buildRiderRide().history, searching] });
  render(
    <MemoryRouter>
      <RiderRideCard ride={ride} now={NOW} renderVehicle={() => null} onCancel={() => {}} />
    </MemoryRouter>,
  );

  expect(screen.getByRole('heading', { name: 'We are still looking for your driver' })).toBeVisible();
  expect(screen.getByRole('article').textContent).toContain(
    'If nobody accepts by 7:00 PM PST, your ride is cancelled and everything you paid goes back.',
  );
});

test('an unpaid ride says until when it is held, and Pay now opens its checkout', async () => {
  const ride = buildUnpaidRide();
  await answerApi({ [`POST /api/rides/${ride.id}/checkout`]: [200, { clientSecret: 'pi_1_secret_3' }] });
  showUnpaid(ride);
  expect(screen.getByText('Awaiting payment')).toBeVisible();
  expect(screen.getByText('Held until 4:38 PM PST. Drivers see it once it is paid.')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));

  await screen.findByText(`/checkout?clientSecret=pi_1_secret_3&rideId=${ride.id}`);
});

test('a ride that is held until another day, as after a booking by phone, names the day', () => {
  showUnpaid(buildUnpaidRide({ payBy: '2026-11-22T00:05:00.000Z', payLink: '/pay/token' }));

  expect(
    screen.getByText('Held until Sat 21 Nov, 4:05 PM PST. Drivers see it once it is paid.'),
  ).toBeVisible();
});

test('an unpaid ride whose payment cannot be requested shows the reason', async () => {
  const ride = buildUnpaidRide();
  const conflict = { message: 'This ride is no longer held.', code: 'RIDE_STATE_CONFLICT' };
  await answerApi({ [`POST /api/rides/${ride.id}/checkout`]: [409, conflict] });
  showUnpaid(ride);

  await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));

  await screen.findByRole('button', { name: 'Pay now' });
  expect(useToastStore.getState().newest).toMatchObject({ title: 'Error', description: conflict.message });
});

test('a ride whose payment is being confirmed cannot be paid again', () => {
  showUnpaid(buildUnpaidRide(), true);

  expect(screen.getByText('We are confirming your payment.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('Pay now on the ride back opens the checkout of the ride it was booked with', async () => {
  const otherRideId = 'e'.repeat(24);
  const ride = buildUnpaidRide({ order: { leg: 'back', otherRideId, dueCents: 31_964 } });
  await answerApi({ [`POST /api/rides/${ride.id}/checkout`]: [200, { clientSecret: 'pi_1_secret_3' }] });
  showUnpaid(ride);
  expect(screen.getByText(/Paid with the ride there, \$319\.64 for both\.$/)).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));

  await screen.findByText(`/checkout?clientSecret=pi_1_secret_3&rideId=${otherRideId}`);
});

test('a rider who has moved to another page before the checkout is ready stays there', async () => {
  const ride = buildUnpaidRide();
  const opened = deferred<void>();
  await answerApi({
    [`POST /api/rides/${ride.id}/checkout`]: () =>
      opened.promise.then(() => [200, { clientSecret: 'pi_1_secret_2' }] as const),
  });
  render(
    <MemoryRouter>
      <Link to="/contact">Contact</Link>
      <Routes>
        <Route
          path="/"
          element={<UnpaidRideCard ride={ride} now={NOW} isConfirming={false} onCancel={() => {}} />}
        />
        <Route path="*" element={<Address />} />
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));
  await userEvent.click(screen.getByRole('link', { name: 'Contact' }));
  const bodyRead = vi.spyOn(Response.prototype, 'text');
  opened.resolve();

  await expect.poll(() => bodyRead.mock.settledResults.map(({ type }) => type)).toContain('fulfilled');
  await flushEffects();
  expect(screen.getByText('/contact')).toBeVisible();
});
