import { expect, onTestFinished, test, vi } from 'vitest';
import { STALE_POSITION_MS } from '#common/rides/position.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { logger } from '../../infra/logger.ts';
import { redis } from '../../infra/redis.ts';
import { as, visitor } from '../../testing/as.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import {
  buildRideUnderWay,
  connectDevice,
  outcomes,
  STRIP,
  sendAsTraccar,
  untilNextPosition,
} from '../../testing/positions.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { MAX_UNKNOWN_PER_MINUTE } from './find-reporting-driver.ts';

setUpTestApp();

test('positions in the format of Traccar Client are accepted as query parameters and as JSON', async () => {
  const { driver, rider, ride } = await buildRideUnderWay();
  const [token, phone] = [await connectDevice(driver), await connectSocket(rider)];

  const rest = { timestamp: 1_800_000_000, accuracy: 8, bearing: 180, speed: 12, altitude: 600, batt: 80 };
  expect((await sendAsTraccar(token, rest)).status).toBe(204);
  expect(await phone.next('position:moved')).toMatchObject([{ rideId: ride.id, ...STRIP }]);

  await untilNextPosition();
  const coords = { latitude: 36.1201, longitude: -115.17, accuracy: 5, speed: 3, heading: -1, altitude: 600 };
  const timestamp = new Date(1_800_000_001_000).toISOString();
  const json = { device_id: token, location: { timestamp, coords, is_moving: true, battery: { level: 1 } } };
  expect((await visitor().send('POST', '/api/positions', json, { origin: '' })).status).toBe(204);
  expect(await phone.next('position:moved')).toMatchObject([{ lat: 36.1201, heading: null }]);
});

test('positions get the server’s time, whatever the phone’s clock says, and are dropped if out of order', async () => {
  const { driver, rider } = await buildRideUnderWay();
  const [token, phone] = [await connectDevice(driver), await connectSocket(rider)];
  const wrong = Math.round(Date.now() / 1_000) - 3_600;

  await sendAsTraccar(token, { timestamp: wrong });

  const [position] = await phone.next('position:moved');
  expect(Math.abs(Date.parse(position?.at ?? '') - Date.now())).toBeLessThan(5_000);
  const before = (await outcomes()).out_of_order ?? 0;
  await untilNextPosition();
  await sendAsTraccar(token, { timestamp: wrong - 20 });
  expect((await outcomes()).out_of_order).toBe(before + 1);
});

test('after a phone’s clock was an hour ahead, its positions are accepted again once the last one is stale', async () => {
  const { driver, rider, ride } = await buildRideUnderWay();
  const [token, phone] = [await connectDevice(driver), await connectSocket(rider)];
  const right = Math.round(Date.now() / 1_000);
  await sendAsTraccar(token, { timestamp: right + 3_600 });
  await phone.next('position:moved');
  const kept = JSON.parse((await redis.get(`position:${ride.id}`)) ?? '');
  kept.position.at = new Date(Date.now() - STALE_POSITION_MS).toISOString();
  await redis.set(`position:${ride.id}`, JSON.stringify(kept));

  await untilNextPosition();
  await sendAsTraccar(token, { timestamp: right, lat: 36.1201 });

  expect(await phone.next('position:moved')).toMatchObject([{ lat: 36.1201 }]);
});

test('two hundred positions at once are all answered with 204, and at most one a second is processed', async () => {
  const { driver, rider, ride } = await buildRideUnderWay();
  const [token, phone] = [await connectDevice(driver), await connectSocket(rider)];
  const reads = vi.spyOn(redis, 'get');
  onTestFinished(() => reads.mockRestore());
  const before = (await outcomes()).taken ?? 0;
  const startedAt = performance.now();

  const replies = await Promise.all(Array.from({ length: 200 }, () => sendAsTraccar(token)));

  const seconds = Math.ceil((performance.now() - startedAt) / 800);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
  await phone.next('position:moved');
  expect(((await outcomes()).taken ?? 0) - before).toBeLessThanOrEqual(seconds);
  const ofRide = reads.mock.calls.filter(([key]) => key === `position:${ride.id}`);
  expect(ofRide.length).toBeLessThanOrEqual(seconds);
});

test.each<Record<string, number | string>>([
  { lat: 91 },
  { lon: '-181' },
  { lat: 'NaN' },
  { lat: 'Infinity' },
  { lon: 'west' },
  { accuracy: 'good' },
  { bearing: 999 },
])(
  'a malformed position in query parameters, %o, is refused, and the next one is accepted',
  async (nonsense) => {
    const { driver, rider } = await buildRideUnderWay();
    const [token, phone] = [await connectDevice(driver), await connectSocket(rider)];

    expect((await sendAsTraccar(token, nonsense)).status).toBe(400);
    expect((await sendAsTraccar(token, { timestamp: 'yesterday' })).status).toBe(204);

    expect(await phone.next('position:moved')).toMatchObject([{ lat: STRIP.lat, lng: STRIP.lng }]);
  },
);

test.each([
  { coords: { latitude: null, longitude: null } },
  { coords: { latitude: '36.12', longitude: '-115.17' } },
  { coords: { latitude: 36.12, longitude: -915 } },
  { timestamp: {}, coords: { latitude: 36.12, longitude: -115.17 } },
  { coords: [36.12, -115.17] },
  'here',
])('a malformed position as JSON, %o, is refused', async (location) => {
  const { driver, ride } = await buildRideUnderWay();
  const json = { device_id: await connectDevice(driver), location };

  expect((await visitor().send('POST', '/api/positions', json, { origin: '' })).status).toBe(400);

  expect(await redis.exists(`position:${ride.id}`)).toBe(0);
});

test('an ended, replaced or unknown device token is refused, and so is a request without a position', async () => {
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

/** A driver's connected app, and `send`, which reports a position with any token from one address. */
async function openDevice() {
  const { driver } = await buildRideUnderWay();
  const network = visitor();
  const send = async (id: string) =>
    (await network.send('POST', `/api/positions?id=${id}&lat=36.12&lon=-115.17`, undefined, { origin: '' }))
      .status;
  return { token: await connectDevice(driver), send };
}

test('an address that tries unknown device tokens is rate-limited, while known tokens from it still work', async () => {
  const { token, send } = await openDevice();
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1) statuses.push(await send(`no-such-token-${n}`));

  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]));
  expect(statuses[60]).toBe(429);
  expect(await send(token)).toBe(204);
});

/** Sends 700 unknown tokens, of which a node looks up 600 at most. Returns the statuses. */
async function flood(send: (id: string) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let batch = 0; batch < 14; batch += 1) {
    const tokens = Array.from({ length: 50 }, (_, n) => `flooding-${batch}-${n}`);
    statuses.push(...(await Promise.all(tokens.map(send))));
  }
  return statuses;
}

test('of a flood of unknown device tokens from an address a bounded number is looked up; a known one still works', async () => {
  const { token, send } = await openDevice();
  expect(await send(token)).toBe(204);
  const lookUps = vi.spyOn(DriverModel, 'findOne');
  const logged = vi.spyOn(logger, 'warn');

  const statuses = await flood(send);

  expect(lookUps.mock.calls.length).toBeLessThanOrEqual(MAX_UNKNOWN_PER_MINUTE);
  expect(statuses.slice(-50)).toEqual(Array(50).fill(429));
  const ofFlood = logged.mock.calls.filter(([details]) => Object(details).limit === 'device-look-ups');
  expect(ofFlood).toHaveLength(1);
  expect(await send(token)).toBe(204);
});

test('a valid device token that is new to a node works during a flood from its address, which reads all tokens once', async () => {
  const { token, send } = await openDevice();
  const lists = vi.spyOn(DriverModel, 'find');

  expect((await flood(send)).slice(-50)).toEqual(Array(50).fill(429));

  expect(await send(token)).toBe(204);
  expect(lists.mock.calls.filter(([filter]) => 'device.key' in Object(filter))).toHaveLength(1);
});
