// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { clearDraft, editDraft, useDraftStore } from '#web/features/booking/draft-store.ts';
import { receiveSession, useSessionStore } from '#web/features/users/session-store.ts';
import { buildRiderRide, RIDER_ID } from '#web/testing/build-ride.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { MyRidePage } from './my-rides-page.tsx';

beforeEach(() => {
  sessionStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  clearDraft();
});

/** Presses Book again on a ride that its rider has cancelled. @returns the form's state afterwards */
async function bookAgain(overrides: Partial<RiderRide>) {
  const ride = buildRiderRide({ status: 'cancelled', cancelledBy: 'rider', ...overrides });
  await answerApi({ [`GET /api/rides/${ride.id}`]: [200, ride] });
  receiveSession(buildSession({ rider: { ...buildUser(), id: RIDER_ID } }));
  render(
    <MemoryRouter initialEntries={[`/my-rides/${ride.id}`]}>
      <Routes>
        <Route path="/my-rides/:rideId" element={<MyRidePage />} />
        <Route path="/" element={<p>Home</p>} />
      </Routes>
    </MemoryRouter>,
  );
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
