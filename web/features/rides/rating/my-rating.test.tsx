// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OwnRating } from '#common/rides/rating.ts';
import { addDays } from '#common/time.ts';
import { buildDriverRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { flushEffects } from '#web/testing/pass-effects.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { clearRides, receiveRides, useRideStore } from '../store/ride-store.ts';
import { MyRating } from './my-rating.tsx';
import { linesFor } from './twelve-weeks.tsx';

const averages = [null, null, 4.77, 4.76, 4.78, 4.79, 4.79, 4.81, 4.8, 4.81, 4.83, 4.84];

const buildRating = (overrides: Partial<OwnRating> = {}): OwnRating => ({
  average: 4.84,
  count: 100,
  counts: [0, 1, 1, 11, 87],
  since: '2026-09-04T20:00:00.000Z',
  latest: [
    { rideId: 'a'.repeat(24), at: NOW.toISOString(), rideType: 'lux-suv', stars: 5, text: 'Quiet, quick.' },
    { rideId: 'b'.repeat(24), at: NOW.toISOString(), rideType: 'lux-suv', stars: 2, text: null },
  ],
  completed: 512,
  weeks: averages.map((average, index) => ({ day: addDays('2026-11-20', 7 * (index - 11)), average })),
  ...overrides,
});

const OWN_RIDES = `GET /api/rides/driver/${DRIVER_ID}`;

async function open(rating: OwnRating): Promise<void> {
  await answerApi({
    [OWN_RIDES]: [200, []],
    'GET /api/driver/rating': [200, rating],
  });
  render(
    <MemoryRouter>
      <MyRating driverId={DRIVER_ID} />
    </MemoryRouter>,
  );
  await screen.findByRole('region', { name: 'Average' });
}

beforeEach(() => {
  clearRides();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  return () => vi.useRealTimers();
});

test('a driver sees the average, how it is calculated, its history, and what riders wrote', async () => {
  await open(buildRating());

  expect(screen.getByRole('region', { name: 'Average' })).toHaveTextContent(
    '4.84average of your last 100 rides',
  );
  expect(
    screen.getByRole('img', { name: 'Your average went from 4.77 on 18 Sep to 4.84 on 20 Nov' }),
  ).toBeVisible();
  const counts = within(screen.getByRole('region', { name: 'How it counts' }));
  expect(counts.getByText('100 of 512')).toBeVisible();
  expect(counts.getByText('Fri 4 Sep')).toBeVisible();
  expect(counts.getByText(/^Each new rating replaces the oldest one\./)).toBeVisible();
  expect(screen.getByText('Quiet, quick.')).toBeVisible();
  expect(screen.getByText('No words.')).toBeVisible();
});

test('with fewer than five ratings no average and no chart is shown', async () => {
  await open(
    buildRating({
      average: null,
      count: 2,
      counts: [0, 0, 0, 0, 2],
      weeks: buildRating().weeks.map((week) => ({ ...week, average: null })),
    }),
  );

  expect(screen.getByText('Shown after 5 ratings')).toBeVisible();
  expect(screen.getByText('Starts with your 5th rating.')).toBeVisible();
  expect(
    screen.getByText('Your average is based on your last 100 rated rides.', { exact: false }),
  ).toBeVisible();
  expect(screen.queryByRole('img', { name: /went from/ })).toBeNull();
});

test('without completed rides no rating counts are shown', async () => {
  const weeks = buildRating().weeks.map((week) => ({ ...week, average: null }));
  await open(
    buildRating({
      average: null,
      count: 0,
      counts: [0, 0, 0, 0, 0],
      since: null,
      latest: [],
      completed: 0,
      weeks,
    }),
  );

  const counts = within(screen.getByRole('region', { name: 'How it counts' }));
  expect(counts.getByText('No rides completed yet.')).toBeVisible();
  expect(counts.queryByRole('term')).toBeNull();
  expect(counts.queryByRole('link')).toBeNull();
});

test('the shown ratings stay visible while they are reloaded, and when the reload fails', async () => {
  const replies: ApiReplies = {
    [OWN_RIDES]: [200, []],
    'GET /api/driver/rating': [200, buildRating()],
  };
  const calls = await answerApi(replies);
  render(
    <MemoryRouter>
      <MyRating driverId={DRIVER_ID} />
    </MemoryRouter>,
  );
  const average = await screen.findByRole('region', { name: 'Average' });
  await expect.poll(() => useRideStore.getState().driverRides.phase).toBe('ready');
  const ride = buildDriverRide({ status: 'completed' });

  replies['GET /api/driver/rating'] = [200, buildRating({ average: 4.85 })];
  act(() => receiveRides([ride]));
  expect(average).toBeVisible();
  await waitFor(() => expect(average).toHaveTextContent('4.85'));
  replies['GET /api/driver/rating'] = [503, {}];
  const before = calls.length;
  act(() => receiveRides([{ ...ride, version: ride.version + 1 }]));

  await expect.poll(() => calls.length).toBeGreaterThan(before);
  await flushEffects();
  expect(average).toBeVisible();
});

test.each([
  [
    [4.76, 4.84],
    [4.7, 4.8, 4.9],
  ],
  [
    [5, 5],
    [4.8, 4.9, 5],
  ],
  [[4.8], [4.8, 4.9, 5]],
  [
    [4.2, 4.9],
    [4, 4.5, 5],
  ],
  [
    [1, 5],
    [1, 2, 3, 4, 5],
  ],
])('the chart of the averages %j has the grid lines %j', (averages, lines) => {
  expect(linesFor(averages)).toEqual(lines);
});
