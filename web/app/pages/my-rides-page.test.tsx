// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { clearDraft, editDraft, useDraftStore } from '#web/features/booking/draft-store.ts';
import { receiveSession, useSessionStore } from '#web/features/users/session-store.ts';
import { buildRiderRide, RIDER_ID } from '#web/testing/build-ride.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { MyRidePage } from './my-rides-page.tsx';

beforeEach(() => {
  sessionStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  clearDraft();
});

/** Opens the page of a ride as its rider. */
async function openRide(ride: RiderRide, replies: ApiReplies) {
  await answerApi(replies);
  receiveSession(buildSession({ rider: { ...buildUser(), id: RIDER_ID } }));
  render(
    <MemoryRouter initialEntries={[`/my-rides/${ride.id}`]}>
      <Routes>
        <Route path="/my-rides/:rideId" element={<MyRidePage />} />
        <Route path="/" element={<p>Home</p>} />
      </Routes>
    </MemoryRouter>,
  );
}

/** Presses Book again on a ride that its rider has cancelled. @returns the form's state afterwards */
async function bookAgain(overrides: Partial<RiderRide>) {
  const ride = buildRiderRide({ status: 'cancelled', cancelledBy: 'rider', ...overrides });
  await openRide(ride, { [`GET /api/rides/${ride.id}`]: [200, ride] });
  await userEvent.click(await screen.findByRole('link', { name: 'Book again' }));
  await screen.findByText('Home');
  return { ride, draft: useDraftStore.getState() };
}

test('booking a ride again copies its route, passenger and gratuity', async () => {
  const { ride, draft } = await bookAgain({
    stops: ['Sphere, 255 Sands Ave'],
    gratuityPercentage: 25,
    passenger: { name: 'Jordan Lee', phone: '(702) 555-0199' },
  });

  expect(draft).toMatchObject({
    pickupLocation: ride.pickupLocation,
    dropoffLocation: ride.dropoffLocation,
    stops: ['Sphere, 255 Sands Ave'],
    gratuityPercentage: 25,
    isForSomebodyElse: true,
    passengerName: 'Jordan Lee',
    passengerPhone: '(702) 555-0199',
  });
});

test('booking a ride again replaces what was typed in the form and does not copy the flight number', async () => {
  editDraft({
    stops: ['Area15, 3215 S Rancho Dr'],
    flightNumber: 'WN 1482',
    isForSomebodyElse: true,
    passengerName: 'Nobody',
    passengerPhone: '(702) 555-0100',
  });

  const { draft } = await bookAgain({ flightNumber: 'AA 100' });

  expect(draft).toMatchObject({
    stops: [],
    flightNumber: '',
    isForSomebodyElse: false,
    passengerName: '',
    passengerPhone: '',
  });
});

test('a rider who signs in while another rider’s ride is open is told that it is not theirs', async () => {
  const ride = buildRiderRide();
  const read = `GET /api/rides/${ride.id}`;
  const replies: ApiReplies = { [read]: [200, ride] };
  await openRide(ride, replies);
  await screen.findByRole('heading', { level: 1, name: 'Finding your driver' });
  replies[read] = [404, { code: 'NOT_FOUND', message: 'There is no such ride.' }];

  act(() => receiveSession(buildSession({ rider: { ...buildUser(), id: 'b'.repeat(24) } })));

  expect(await screen.findByText('Ride not found')).toBeVisible();
});
