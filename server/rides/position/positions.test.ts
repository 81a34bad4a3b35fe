import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { POSITION_EVERY_MS, type Tracking } from '#common/rides/position.ts';
import { positionsInProgress } from '../../infra/metrics.ts';
import { redis } from '../../infra/redis.ts';
import { as } from '../../testing/as.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket, connectTrip } from '../../testing/connect-socket.ts';
import { newId } from '../../testing/new-id.ts';
import {
  buildRideUnderWay,
  connectDevice,
  outcomes,
  STRIP,
  sendAsTraccar,
  untilNextPosition,
} from '../../testing/positions.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { takePosition } from './take-position.ts';

setUpTestApp();

async function until(outcome: string, count: number): Promise<void> {
  await vi.waitUntil(async () => ((await outcomes())[outcome] ?? 0) >= count, { timeout: 10_000 });
}

/** Waits until positions sent by other tests are processed. */
const noneInProgress = (): Promise<boolean> =>
  vi.waitUntil(async () => (await positionsInProgress.get()).values[0]?.value === 0, { timeout: 10_000 });

const trackingOf = async (user: UserRecord, rideId: string): Promise<Tracking> =>
  Object((await as(user).get(`/api/rides/${rideId}/tracking`)).body);

test('a driver’s position reaches the rider of the ride, with an arrival range, and nobody else', async () => {
  const { rider, driver, ride } = await buildRideUnderWay();
  const other = await buildRideUnderWay();
  const [phone, stranger] = [await connectSocket(rider), await connectSocket(other.rider)];

  (await connectSocket(driver)).socket.emit('position:send', STRIP);

  const [position] = await phone.next('position:moved');
  expect(position).toMatchObject({ rideId: ride.id, ...STRIP, to: 'pickup' });
  const { from = '', to = '' } = position?.arrival ?? {};
  expect(Date.parse(from)).toBeGreaterThan(Date.now());
  expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
  expect((await trackingOf(rider, ride.id)).position).toMatchObject(STRIP);
  // Once a later position of the stranger's own ride arrives, the earlier one would have arrived too.
  (await connectSocket(other.driver)).socket.emit('position:send', STRIP);
  expect(await stranger.next('position:moved')).toMatchObject([{ rideId: other.ride.id }]);
  expect(stranger.unheard('position:moved')).toBe(0);
  expect((await as(await buildRider()).get(`/api/rides/${ride.id}/tracking`)).status).toBe(404);
  expect(await redis.ttl(`position:${ride.id}`)).toBeLessThanOrEqual(600);
});

test('positions of other drivers, and of its own driver before setting off, do not show on a ride', async () => {
  const { driver, rider, ride } = await buildRideUnderWay({ enRouteAt: null });
  const before = (await outcomes()).no_ride ?? 0;
  const [wheel, other] = [await connectSocket(driver), await connectSocket(await buildDriver())];

  wheel.socket.emit('position:send', STRIP);
  other.socket.emit('position:send', STRIP);
  expect((await sendAsTraccar(await connectDevice(await buildDriver()))).status).toBe(204);

  await until('no_ride', before + 3);
  expect((await trackingOf(rider, ride.id)).position).toBeNull();
});

test('positions are no longer shown as soon as a ride is completed, nor those sent after its end', async () => {
  const { driver, rider, ride } = await buildRideUnderWay({ status: 'in_progress' });
  const other = await buildRideUnderWay({ riderId: rider.id });
  const [wheel, phone] = [await connectSocket(driver), await connectSocket(rider)];
  wheel.socket.emit('position:send', STRIP);
  await phone.next('position:moved');
  const before = (await outcomes()).no_ride ?? 0;

  await as(driver).patch(`/api/rides/${ride.id}/complete`, { actualFare: '$233.58' });
  await phone.next('ride:changed');
  await untilNextPosition();
  wheel.socket.emit('position:send', STRIP);

  await until('no_ride', before + 1);
  // Once a later position of the rider's other ride arrives, the one above would have arrived too.
  (await connectSocket(other.driver)).socket.emit('position:send', STRIP);
  expect(await phone.next('position:moved')).toMatchObject([{ rideId: other.ride.id }]);
  expect(phone.unheard('position:moved')).toBe(0);
  expect((await trackingOf(rider, ride.id)).position).toBeNull();
});

test('positions that are outside the area or impossibly fast are dropped and counted', async () => {
  const { driver, rider } = await buildRideUnderWay();
  const [wheel, phone] = [await connectSocket(driver), await connectSocket(rider)];
  wheel.socket.emit('position:send', STRIP);
  await phone.next('position:moved');
  const before = (await outcomes()).implausible ?? 0;

  await untilNextPosition();
  wheel.socket.emit('position:send', { lat: 51.5, lng: -0.1 });
  await until('implausible', before + 1);
  await untilNextPosition();
  wheel.socket.emit('position:send', { lat: 36.6, lng: -115.17 });
  await until('implausible', before + 2);
  await untilNextPosition();
  wheel.socket.emit('position:send', { lat: 36.1201, lng: -115.1701 });

  expect(await phone.next('position:moved')).toMatchObject([{ lat: 36.1201 }]);
  expect(phone.unheard('position:moved')).toBe(0);
});

test.each([
  { lat: 91, lng: 0 },
  { lat: 'north', lng: 0 },
  null,
  'here',
  { lat: Number.NaN, lng: 1 },
  { ...STRIP, heading: 999 },
  { ...STRIP, accuracy: 'good' },
])('a malformed position, %o, is dropped, and the next one is accepted', async (nonsense) => {
  const { driver, rider } = await buildRideUnderWay();
  const [wheel, phone] = [await connectSocket(driver), await connectSocket(rider)];

  wheel.socket.io.engine.write(`2${JSON.stringify(['position:send', nonsense])}`);
  await wheel.socket.emitWithAck('link:check');
  // The socket ignores messages within half a second of the previous one, even if that was malformed.
  await setTimeout(POSITION_EVERY_MS / 2 + 10);
  wheel.socket.emit('position:send', STRIP);

  expect(await phone.next('position:moved')).toMatchObject([STRIP]);
});

test('a node that is processing fifty positions drops further ones as busy', async () => {
  await noneInProgress();
  const before = await outcomes();
  const send = () => takePosition(STRIP, { driverId: newId() });

  await Promise.all(Array.from({ length: 60 }, send));
  await send();

  const after = await outcomes();
  expect((after.busy ?? 0) - (before.busy ?? 0)).toBe(10);
  expect((after.no_ride ?? 0) - (before.no_ride ?? 0)).toBe(51);
});

test('positions sent by a rider or by a viewer of a trip link are ignored', async () => {
  const { driver, rider, ride } = await buildRideUnderWay();
  const { body } = await as(rider).post(`/api/rides/${ride.id}/share`, {});
  const [phone, viewer] = [
    await connectSocket(rider),
    await connectTrip(Object(body).tripLink.replace('/trip/', '')),
  ];
  await noneInProgress();
  const before = await outcomes();

  phone.socket.emit('position:send', { lat: 36.2, lng: -115.1 });
  viewer.socket.emit('position:send', { lat: 36.2, lng: -115.1 });
  // These are acknowledged in order, so the server has received the positions by then.
  await Promise.all([phone, viewer].map(({ socket }) => socket.emitWithAck('link:check')));
  await noneInProgress();
  expect(await outcomes()).toEqual(before);
  (await connectSocket(driver)).socket.emit('position:send', STRIP);

  expect(await viewer.next('position:moved')).toMatchObject([STRIP]);
  expect(await phone.next('position:moved')).toMatchObject([STRIP]);
  expect([phone, viewer].map((each) => each.unheard('position:moved'))).toEqual([0, 0]);
});
