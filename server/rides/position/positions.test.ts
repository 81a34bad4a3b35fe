import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SentPosition, Tracking } from '#common/rides/position.ts';
import { positionsTaken } from '../../infra/metrics.ts';
import { redis } from '../../infra/redis.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';

setUpTestApp();

const STRIP: SentPosition = { lat: 36.12, lng: -115.17, accuracy: 8, heading: 180 };

async function buildRideUnderWay(overrides: Parameters<typeof buildRide>[0] = {}) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({
    riderId: rider.id,
    driverId: driver.id,
    status: 'accepted',
    enRouteAt: new Date(),
    pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
    ...overrides,
  });
  return { rider, driver, ride };
}

const outcomes = async () => {
  const { values } = await positionsTaken.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
};

async function until(outcome: string, count: number): Promise<void> {
  await vi.waitUntil(async () => ((await outcomes())[outcome] ?? 0) >= count, { timeout: 10_000 });
}

const trackingOf = async (user: UserRecord, rideId: string): Promise<Tracking> =>
  Object((await as(user).get(`/api/rides/${rideId}/tracking`)).body);

test("a driver's position reaches the ride's rider, with a range for the arrival, and nobody else", async () => {
  const { rider, driver, ride } = await buildRideUnderWay();
  const [phone, strangers] = [await connectSocket(rider), await connectSocket(await buildRider())];

  (await connectSocket(driver)).socket.emit('position:send', STRIP);

  const [position] = await phone.next('position:moved');
  expect(position).toMatchObject({ rideId: ride.id, ...STRIP, to: 'pickup' });
  const { from = '', to = '' } = position?.arrival ?? {};
  expect(Date.parse(from)).toBeGreaterThan(Date.now());
  expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
  expect(strangers.unheard('position:moved')).toBe(0);
  expect((await trackingOf(rider, ride.id)).position).toMatchObject(STRIP);
  expect((await as(await buildRider()).get(`/api/rides/${ride.id}/tracking`)).status).toBe(404);
  expect(await redis.ttl(`position:${ride.id}`)).toBeLessThanOrEqual(600);
});

test("another driver's position says nothing of the ride, nor does its own driver's before setting off and after the end", async () => {
  const { driver, rider, ride } = await buildRideUnderWay({ enRouteAt: null });
  const before = (await outcomes()).no_ride ?? 0;
  const [wheel, other] = [await connectSocket(driver), await connectSocket(await buildDriver())];

  wheel.socket.emit('position:send', STRIP);
  other.socket.emit('position:send', STRIP);

  await until('no_ride', before + 2);
  expect((await trackingOf(rider, ride.id)).position).toBeNull();
});

test('a ride that is completed is seen no more, at once', async () => {
  const { driver, rider, ride } = await buildRideUnderWay({ status: 'in_progress' });
  const [wheel, phone] = [await connectSocket(driver), await connectSocket(rider)];
  wheel.socket.emit('position:send', STRIP);
  await phone.next('position:moved');
  const before = (await outcomes()).no_ride ?? 0;

  await as(driver).patch(`/api/rides/${ride.id}/complete`, { actualFare: '$233.58' });
  await phone.next('ride:changed');
  // Else it would be too soon after the last.
  await setTimeout(1_000);
  wheel.socket.emit('position:send', STRIP);

  await until('no_ride', before + 1);
  expect(phone.unheard('position:moved')).toBe(0);
  expect((await trackingOf(rider, ride.id)).position).toBeNull();
});

test('positions from the moon, and from where nobody drives that fast, are dropped and counted', async () => {
  const { driver, rider } = await buildRideUnderWay();
  const [wheel, phone] = [await connectSocket(driver), await connectSocket(rider)];
  wheel.socket.emit('position:send', STRIP);
  await phone.next('position:moved');
  const before = (await outcomes()).implausible ?? 0;

  await setTimeout(1_000);
  wheel.socket.emit('position:send', { lat: 51.5, lng: -0.1 });
  await until('implausible', before + 1);
  await setTimeout(1_000);
  wheel.socket.emit('position:send', { lat: 36.6, lng: -115.17 });
  await until('implausible', before + 2);
  await setTimeout(1_000);
  wheel.socket.emit('position:send', { lat: 36.1201, lng: -115.1701 });

  expect(await phone.next('position:moved')).toMatchObject([{ lat: 36.1201 }]);
  expect(phone.unheard('position:moved')).toBe(0);
});

test.each([{ lat: 91, lng: 0 }, { lat: 'north', lng: 0 }, null, 'here', { lat: Number.NaN, lng: 1 }])(
  'a malformed position, %o, is dropped without a word',
  async (nonsense) => {
    const { driver, rider } = await buildRideUnderWay();
    const [wheel, phone] = [await connectSocket(driver), await connectSocket(rider)];

    wheel.socket.io.engine.write(`42${JSON.stringify(['position:send', nonsense])}`);
    await setTimeout(600);
    wheel.socket.emit('position:send', STRIP);

    expect(await phone.next('position:moved')).toMatchObject([STRIP]);
  },
);

async function connectDevice(driver: UserRecord): Promise<string> {
  const { status, body } = await as(driver).post('/api/driver/device', {});
  expect(status).toBe(200);
  return Object(body).deviceId;
}

const sendAsTraccar = (id: string, rest: Record<string, number | string> = {}) => {
  const query = new URLSearchParams({ id, lat: `${STRIP.lat}`, lon: `${STRIP.lng}`, ...rest });
  return visitor().send('POST', `/api/positions?${query}`, undefined, { origin: '' });
};

test('an app that speaks as Traccar Client does sends by parameters, and by JSON', async () => {
  const { driver, rider, ride } = await buildRideUnderWay();
  const [token, phone] = [await connectDevice(driver), await connectSocket(rider)];

  const rest = { timestamp: 1_800_000_000, accuracy: 8, bearing: 180, speed: 12, altitude: 600, batt: 80 };
  expect((await sendAsTraccar(token, rest)).status).toBe(204);
  expect(await phone.next('position:moved')).toMatchObject([{ rideId: ride.id, ...STRIP }]);

  await setTimeout(1_000);
  const coords = { latitude: 36.1201, longitude: -115.17, accuracy: 5, speed: 3, heading: -1, altitude: 600 };
  const timestamp = new Date(1_800_000_001_000).toISOString();
  const json = { device_id: token, location: { timestamp, coords, is_moving: true, battery: { level: 1 } } };
  expect((await visitor().send('POST', '/api/positions', json, { origin: '' })).status).toBe(204);
  expect(await phone.next('position:moved')).toMatchObject([{ lat: 36.1201, heading: null }]);
});

test("the server's time counts, whatever the phone's clock says; what comes out of order is dropped", async () => {
  const { driver, rider } = await buildRideUnderWay();
  const [token, phone] = [await connectDevice(driver), await connectSocket(rider)];
  const wrong = Math.round(Date.now() / 1_000) - 3_600;

  await sendAsTraccar(token, { timestamp: wrong });

  const [position] = await phone.next('position:moved');
  expect(Math.abs(Date.parse(position?.at ?? '') - Date.now())).toBeLessThan(5_000);
  const before = (await outcomes()).out_of_order ?? 0;
  await setTimeout(1_000);
  await sendAsTraccar(token, { timestamp: wrong - 20 });
  expect((await outcomes()).out_of_order).toBe(before + 1);
});

test('of a thousand positions in a second one is taken, and each is answered the same', async () => {
  const { driver, rider, ride } = await buildRideUnderWay();
  const [token, phone] = [await connectDevice(driver), await connectSocket(rider)];
  const reads = vi.spyOn(redis, 'get');
  onTestFinished(() => reads.mockRestore());
  const startedAt = performance.now();

  const replies = await Promise.all(Array.from({ length: 1_000 }, () => sendAsTraccar(token)));

  const seconds = Math.ceil((performance.now() - startedAt) / 800);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
  await phone.next('position:moved');
  expect(phone.unheard('position:moved')).toBeLessThan(seconds);
  const ofRide = reads.mock.calls.filter(([key]) => key === `position:${ride.id}`);
  expect(ofRide.length).toBeLessThanOrEqual(seconds);
});

test('a token that was ended, replaced or never made is refused, and one without a position too', async () => {
  const { driver } = await buildRideUnderWay();
  const first = await connectDevice(driver);
  const second = await connectDevice(driver);
  const statusOf = async (token: string) => (await sendAsTraccar(token)).status;

  expect([await statusOf(first), await statusOf(second), await statusOf('guessed')]).toEqual([404, 204, 404]);
  expect((await visitor().send('POST', `/api/positions?id=${second}`)).status).toBe(400);
  expect(Object((await as(driver).get('/api/driver/device')).body).deviceId).toBe(second);
  await as(driver).delete('/api/driver/device');
  expect(await statusOf(second)).toBe(404);
  expect(Object((await as(driver).get('/api/driver/device')).body)).toMatchObject({
    since: null,
    deviceId: null,
  });
});
