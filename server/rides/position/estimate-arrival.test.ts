import { expect, test } from 'vitest';
import { gridRoute } from '#common/places/grid-route.ts';
import { positionOfLocation } from '#common/places/place-positions.ts';
import { pathMeters } from '#common/places/point.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { newId } from '../../testing/new-id.ts';
import { untilNextPosition } from '../../testing/positions.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { osrmRoute, type RoutingAnswer, startRoutingService } from '../../testing/start-routing-service.ts';
import { estimateArrival } from './estimate-arrival.ts';
import { ASSUMED_PACE } from './own-pace.ts';

setUpTestApp();

const BELLAGIO = 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd';
const HERE = { lat: 36.12, lng: -115.17 };
const PICKUP = { lat: 36.1126, lng: -115.1767 };
const ELSEWHERE = { lat: 36.084, lng: -115.1537 };
const PATH = [HERE, { lat: 36.1147, lng: -115.1724 }, PICKUP];

/** A route of five minutes along these three points. */
const FIVE_MINUTES = {
  json: osrmRoute(
    300,
    2_000,
    PATH.map(({ lat, lng }): [number, number] => [lng, lat]),
  ),
};

const NOW = Date.parse('2026-11-21T18:00:00.000Z');
const after = (seconds: number) => new Date(NOW + seconds * 1_000);

/** Estimates the arrival of one ride this many seconds later. */
function forOneRide() {
  const rideId = newId();
  return (seconds: number, to = PICKUP) => estimateArrival(rideId, HERE, to, after(seconds));
}

/** Five minutes minus 5 to plus 35 percent, plus one minute to stop, from the time of the request. */
const byRoad = (seconds: number) => ({
  arrival: { from: after(seconds + 285).toISOString(), to: after(seconds + 405 + 60).toISOString() },
  route: PATH,
});

/** Along the street grid, at 25 to 45 km/h. */
function byDistance(seconds: number, to = PICKUP) {
  const kilometers = pathMeters(gridRoute(HERE, to)) / 1_000;
  const [from, until] = [kilometers * ASSUMED_PACE.quick, kilometers * ASSUMED_PACE.slow + 60];
  return {
    arrival: { from: after(seconds + from).toISOString(), to: after(seconds + until).toISOString() },
    route: null,
  };
}

test('an estimate never waits for the routing service, which is requested at most once in ten seconds', async () => {
  const service = await startRoutingService();
  service.answer(FIVE_MINUTES);
  const estimate = forOneRide();

  expect(estimate(0)).toEqual(byDistance(0));
  await expect.poll(() => estimate(0).route).toBeTruthy();
  expect([1, 5, 10].map((seconds) => estimate(seconds))).toEqual([byRoad(0), byRoad(0), byRoad(0)]);
  expect(service.asked).toHaveLength(1);

  expect(estimate(10.1)).toEqual(byRoad(0));
  await expect.poll(() => estimate(11).arrival.from).toBe(byRoad(10.1).arrival.from);
  expect(service.asked).toHaveLength(2);
});

test('each ride has its own request to the routing service', async () => {
  const service = await startRoutingService();
  service.answer(FIVE_MINUTES);
  const [one, other] = [forOneRide(), forOneRide()];

  one(0);
  await expect.poll(() => one(0).route).toBeTruthy();

  expect(other(0)).toEqual(byDistance(0));
  await expect.poll(() => other(0).route).toBeTruthy();
  expect(service.asked).toHaveLength(2);
});

test.each([
  ['knows no way', { status: 400, json: { code: 'NoRoute', message: 'Impossible route between points' } }],
  ['has had too many requests', { status: 429, text: 'Too Many Requests' }],
  ['answers nonsense', { json: { code: 'Ok', routes: [{ duration: 'soon' }] } }],
] satisfies [string, RoutingAnswer][])(
  'if the routing service %s, the distance counts again, and the service is not requested for ten seconds',
  async (_what, answer) => {
    const service = await startRoutingService();
    service.answer(FIVE_MINUTES);
    const estimate = forOneRide();
    estimate(0);
    await expect.poll(() => estimate(0).route).toBeTruthy();

    service.answer(answer);
    estimate(11);
    await expect.poll(() => estimate(11).route).toBeFalsy();

    expect(estimate(20)).toEqual(byDistance(20));
    expect(service.asked).toHaveLength(2);
    service.answer(FIVE_MINUTES);
    estimate(22);
    await expect.poll(() => estimate(22).route).toBeTruthy();
  },
);

test('a late answer of the routing service for the previous stop is not used for the next one', async () => {
  const service = await startRoutingService();
  const held = new Promise<() => void>((resolve) => {
    service.answer((_req, res) => resolve(() => res.writeHead(200).end(JSON.stringify(FIVE_MINUTES.json))));
  });
  const estimate = forOneRide();
  estimate(0);
  const release = await held;
  service.answer({ status: 503, text: '' });

  expect(estimate(1, ELSEWHERE)).toEqual(byDistance(1, ELSEWHERE));
  await expect.poll(() => service.asked.length).toBe(2);
  release();
  // Answers arrive in order: once another ride has its answer, the late one has arrived too.
  service.answer(FIVE_MINUTES);
  const other = forOneRide();
  other(0);
  await expect.poll(() => other(0).route).toBeTruthy();

  expect(estimate(2, ELSEWHERE)).toEqual(byDistance(2, ELSEWHERE));
});

test('a rider gets the arrival time by road and the route as soon as they are known', async () => {
  const service = await startRoutingService();
  service.answer(FIVE_MINUTES);
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = { riderId: rider.id, driverId: driver.id, status: 'accepted', enRouteAt: new Date() } as const;
  await buildRide({ ...ride, pickupLocation: BELLAGIO });
  const [wheel, phone] = [await connectSocket(driver), await connectSocket(rider)];

  wheel.socket.emit('position:send', HERE);
  expect(await phone.next('position:moved')).toMatchObject([{ route: null }]);
  await expect.poll(() => service.asked.length).toBe(1);
  await untilNextPosition();
  const sentAt = Date.now();
  wheel.socket.emit('position:send', HERE);

  const [position] = await phone.next('position:moved');
  expect(position?.route).toEqual(PATH);
  const seconds = (Date.parse(position?.arrival?.from ?? '') - sentAt) / 1_000;
  expect(seconds).toBeGreaterThan(270);
  expect(seconds).toBeLessThan(300);
  const { lat, lng } = positionOfLocation(BELLAGIO) ?? HERE;
  expect(service.asked[0]).toContain(`-115.17000,36.12000;${lng.toFixed(5)},${lat.toFixed(5)}`);
});
