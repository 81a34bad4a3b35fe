// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RidePosition, Tracking } from '#common/rides/position.ts';
import type { Trip } from '#common/rides/trip-api.ts';
import { deferred } from '#web/testing/deferred.ts';
import { holdTime } from '#web/testing/hold-time.ts';
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

/** Opens the page of a trip link. @returns the listener of its socket */
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
        renderMap={({ title, stops }) => (
          <>
            <p>Map: {title}</p>
            {stops.map((stop) => (
              <p key={stop.title}>{`Stop: ${stop.kind}`}</p>
            ))}
          </>
        )}
      />
    </MemoryRouter>,
  );
  const [listener] = listeners;
  if (!listener) throw new Error('the page opens a socket');
  return listener;
}

test('once another driver has set off, the former driver’s position is removed from the map', async () => {
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

test('a viewer whose page was open before the driver set off sees the stops once the car is on the map', async () => {
  const replies: ApiReplies = {
    [READ]: [200, { trip: buildTrip({ enRouteAt: null }), tracking: { ...tracking, position: null } }],
  };
  const socket = await openPage(replies);
  await screen.findByText('Sam drives');
  const trip = buildTrip({ version: 5 });
  const pickup = { lat: 36.11, lng: -115.17 };
  let asked = 0;
  replies[READ] = () => {
    asked += 1;
    return [200, { trip, tracking: { ...tracking, pickup } }];
  };

  act(() => socket.onTrips([trip]));

  expect(await screen.findByText('Stop: pickup')).toBeVisible();
  act(() => socket.onTrips([buildTrip({ version: 6, arrivedAt: secondsAgo(0) })]));
  expect(screen.getByRole('heading', { name: 'Sam waits at the pickup' })).toBeVisible();
  expect(asked).toBe(1);
});

/** Adds the live region of index.html, without which nothing is announced. @returns its text */
function listen(): () => string | null {
  const announcer = document.createElement('div');
  document.body.append(announcer);
  announcer.id = 'announcer';
  onTestFinished(() => announcer.remove());
  return () => announcer.textContent;
}

test('each change of the trip is announced, and so are its end and that of the link', async () => {
  const announced = listen();
  const socket = await openPage({
    [READ]: [200, { trip: buildTrip({ enRouteAt: null }), tracking: { ...tracking, position: null } }],
  });
  await screen.findByRole('heading', { name: /^Pickup / });
  expect(announced()).toBe('');

  const enRoute = buildTrip({ version: 5 });
  act(() => socket.onTrips([enRoute]));
  await expect.poll(announced).toBe('Sam is on the way');

  const arrived = { ...enRoute, version: 6, arrivedAt: secondsAgo(0) };
  act(() => socket.onTrips([arrived]));
  await expect.poll(announced).toBe('Sam waits at the pickup');

  act(() => socket.onTrips([{ ...arrived, version: 7, status: 'completed', endedAt: secondsAgo(0) }]));
  await expect.poll(announced).toBe('This ride has ended');

  act(() => socket.onEnd());
  await expect.poll(announced).toBe('This link no longer works');
});

test('the minutes to the next stop are announced as they decrease, as on the rider’s own page', async () => {
  const announced = listen();
  const away = (minutes: number): RidePosition => ({
    ...position,
    at: secondsAgo(0),
    arrival: { from: secondsAgo(0), to: secondsAgo(-60 * minutes) },
  });
  const socket = await openPage({
    [READ]: [200, { trip: buildTrip(), tracking: { ...tracking, position: away(7) } }],
  });
  await screen.findByText('Arrives in');

  act(() => socket.onPositions([away(5)]));

  await expect.poll(announced).toBe('About 5 min');
});

test('a link that does not work names every possible reason, as a mistyped one looks the same', async () => {
  await openPage({ [READ]: [404, { code: 'NOT_FOUND', message: 'This link no longer works.' }] });

  expect(
    await screen.findByText(
      'Sharing was stopped, the ride ended over an hour ago, or the link is incomplete.',
    ),
  ).toBeVisible();
});

test('an ended link stays ended even if a reply with the trip arrives later', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const socket = await openPage({ [READ]: () => reply.promise });

  act(() => socket.onEnd());
  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  reply.resolve([200, { trip: buildTrip(), tracking }]);
  await act(() => fetch(`/api/trips/${TOKEN}`).then((answer) => answer.text()));

  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

/**
 * Opens a trip that changes while the page receives no events. Each later request gets the next status, and
 * finally the trip.
 */
async function openAfterOutage(...statuses: number[]) {
  const replies: ApiReplies = { [READ]: [200, { trip: buildTrip(), tracking }] };
  const socket = await openPage(replies);
  await screen.findByRole('heading', { name: 'Sam is on the way' });
  const arrived = buildTrip({ version: 5, arrivedAt: secondsAgo(1) });
  let asked = 0;
  replies[READ] = () => {
    asked += 1;
    const status = statuses.shift() ?? 200;
    return [status, status === 200 ? { trip: arrived, tracking } : {}];
  };
  return { socket, asked: () => asked };
}

test('a trip that failed to reload after a reconnect is retried until it loads, one request at a time', async () => {
  const { socket, asked } = await openAfterOutage(503, 503, 503);
  const { passUntil, release } = holdTime();

  act(() => {
    socket.onResync();
    socket.onResync();
  });
  await passUntil(() => asked() >= 4);
  release();

  expect(await screen.findByRole('heading', { name: 'Sam waits at the pickup' })).toBeVisible();
  expect(asked()).toBe(4);
});

test.each(['left', 'ended'])('a trip whose page was %s is not requested again', async (what) => {
  const { socket, asked } = await openAfterOutage(503);
  holdTime();
  act(() => socket.onResync());
  await expect.poll(() => asked()).toBe(1);
  // A reply to an earlier request arrives before this one's.
  const arrive = () => act(() => fetch('/api/config').then((answer) => answer.text()));

  if (what === 'left') cleanup();
  else act(() => socket.onEnd());
  await arrive();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await arrive();

  expect(asked()).toBe(1);
});
