// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide, buildUnpaidRide, NOW, RIDER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { clearRides, receiveRides } from '../store/ride-store.ts';
import { UnpaidRides } from './unpaid-rides.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  clearRides();
});

afterEach(() => void vi.useRealTimers());

const Address = () => {
  const { pathname, search } = useLocation();
  return `${pathname}${search}`;
};

/** Shows the unpaid rides of a rider with these rides. */
async function show(rides: RiderRide[], replies: ApiReplies = {}) {
  await answerApi({ [`GET /api/rides/rider/${RIDER_ID}`]: [200, rides], ...replies });
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<UnpaidRides riderId={RIDER_ID} />} />
        <Route path="/checkout" element={<Address />} />
      </Routes>
    </MemoryRouter>,
  );
}

test('an unpaid ride says until when it is held, leads to its checkout, and disappears once it is paid', async () => {
  const ride = buildUnpaidRide();
  await show([buildRiderRide(), ride], {
    [`POST /api/rides/${ride.id}/checkout`]: [200, { clientSecret: 'pi_1_secret_3' }],
  });

  const notice = await screen.findByRole('article');
  expect(notice).toHaveTextContent('Awaiting payment');
  expect(notice).toHaveTextContent('Today, 6:30 PM PST, Lux SUV');
  expect(notice).toHaveTextContent('Held until 4:38 PM PST. Drivers see it once it is paid.');
  act(() => receiveRides([{ ...ride, version: 2, paymentStatus: 'paid', payBy: null }]));
  expect(screen.queryByRole('article')).toBeNull();

  act(() => receiveRides([{ ...ride, version: 3 }]));
  await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));
  await screen.findByText(`/checkout?clientSecret=pi_1_secret_3&rideId=${ride.id}`);
});

test('rides are listed in the order in which they expire, without expired ones, and a return trip once', async () => {
  const [last, expired, there, back] = [
    buildUnpaidRide({ payBy: '2026-11-21T00:40:00.000Z', dropoffLocation: 'Wynn' }),
    buildUnpaidRide({ payBy: '2026-11-21T00:12:00.000Z' }),
    buildUnpaidRide({ dropoffLocation: 'Sphere' }),
    buildUnpaidRide(),
  ];
  there.order = { leg: 'there', otherRideId: back.id, dueCents: 31_964 };
  back.order = { leg: 'back', otherRideId: there.id, dueCents: 31_964 };

  await show([last, expired, back, there]);

  const notices = await screen.findAllByRole('article');
  expect(notices.map((notice) => notice.getAttribute('aria-label'))).toEqual([
    'Lux SUV, Harry Reid International Airport to Sphere',
    'Lux SUV, Harry Reid International Airport to Wynn',
  ]);
  expect(notices[0]).toHaveTextContent('Paid with the ride back, $319.64 for both.');
});
