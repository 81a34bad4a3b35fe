// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { RidePosition, Tracking } from '#common/rides/position.ts';
import type { Trip } from '#common/rides/trip-api.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { forgetPositions } from '../position/position-store.ts';
import { SharedTrip } from './shared-trip.tsx';
import type { TripListener } from './use-trip.ts';

const TOKEN = 'token';
const READ = `GET /api/trips/${TOKEN}`;

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

const buildTrip = (overrides: Partial<Trip> = {}): Trip => ({
  version: 4,
  status: 'accepted',
  rideType: 'lux-suv',
  preferredColor: null,
  scheduledDate: '2026-11-20',
  scheduledTime: '18:30',
  enRouteAt: secondsAgo(60),
  arrivedAt: null,
  endedAt: null,
  driver: { firstName: 'Sam', vehicle: 'Black Cadillac Escalade', plate: 'NV 123-ABC' },
  ...overrides,
});

const position: RidePosition = {
  rideId: '1'.repeat(24),
  lat: 36.12,
  lng: -115.17,
  accuracy: 8,
  heading: null,
  at: secondsAgo(20),
  arrival: null,
  route: null,
};
const tracking: Tracking = { position, pickup: null, stops: [], dropoff: null, legs: [] };

beforeEach(forgetPositions);

/** The page of a trip link, and what its socket brings. */
async function openPage(replies: ApiReplies): Promise<TripListener> {
  await answerApi(replies);
  const listeners: TripListener[] = [];
  const openSocket = (_token: string, listener: TripListener) => {
    listeners.push(listener);
    return () => {};
  };
  render(
    <MemoryRouter>
      <SharedTrip
        token={TOKEN}
        openSocket={openSocket}
        renderVehicle={() => null}
        renderMap={({ title }) => <p>Map: {title}</p>}
      />
    </MemoryRouter>,
  );
  const [listener] = listeners;
  if (!listener) throw new Error('the page opens a socket');
  return listener;
}

test('once another driver has set off, the former one is not on the map any more', async () => {
  const trip = buildTrip();
  const socket = await openPage({ [READ]: [200, { trip, tracking }] });
  expect(await screen.findByText('Map: Sam')).toBeVisible();

  const driver = { firstName: 'Kim', vehicle: 'White Lucid Air', plate: null };
  act(() => socket.onTrips([{ ...trip, version: 7, driver, enRouteAt: secondsAgo(1) }]));
  expect(screen.getByRole('heading', { name: 'Kim is on the way' })).toBeVisible();
  expect(screen.queryByText(/^Map/)).toBeNull();

  act(() => socket.onPositions([{ ...position, at: secondsAgo(0) }]));
  expect(screen.getByText('Map: Kim')).toBeVisible();
});

test('a link that was ended stays ended, whatever reply is on its way', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const socket = await openPage({ [READ]: () => reply.promise });

  act(() => socket.onEnd());
  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  reply.resolve([200, { trip: buildTrip(), tracking }]);
  await act(() => fetch(`/api/trips/${TOKEN}`).then((answer) => answer.text()));

  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
