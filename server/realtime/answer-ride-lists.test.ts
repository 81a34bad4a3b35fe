import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { parseEvent, RIDE_EVENTS } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import { RideModel } from '../rides/ride-model.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildDriver, buildRider } from '../testing/build-user.ts';
import { connectSocket, type TestSocket } from '../testing/connect-socket.ts';
import { inHours } from '../testing/in-hours.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

const SOON = 5_000;
type Listing =
  | 'rides:list-as-rider'
  | 'rides:list-as-driver'
  | 'rides:list-recent-as-rider'
  | 'rides:list-recent-as-driver';
const list = ({ socket }: TestSocket, event: Listing) => socket.timeout(SOON).emitWithAck(event);

test('a rider and a driver list by the socket what they list by REST', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  for (const status of ['completed', 'accepted'] as const)
    await buildRide({ riderId: rider.id, driverId: driver.id, status });
  await buildRide();

  for (const [user, event, path] of [
    [rider, 'rides:list-as-rider', `/api/rides/rider/${rider.id}`],
    [driver, 'rides:list-as-driver', `/api/rides/driver/${driver.id}`],
  ] as const) {
    const reply = await list(await connectSocket(user), event);

    expect(RIDE_EVENTS[event].reply.parse(reply)).toEqual(reply);
    const { body } = await as(user).send('GET', path);
    expect(body).toHaveLength(2);
    expect(reply).toMatchObject({ userId: user.id, rides: body });
    expect(Math.abs(Date.parse(Object(reply).now) - Date.now())).toBeLessThan(60_000);
    parseEvent('ride:changed', Object(reply).rides);
  }
});

test('recent rides are listed as in the whole list, with the version of every ride of it', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const whose = { riderId: rider.id, driverId: driver.id };
  const { id } = await buildRide({ ...whose, status: 'accepted' });
  const past = [{ change: 'completed' as const, at: inHours(-2) }];
  const old = await buildRide({ ...whose, status: 'completed', version: 4, history: past });

  for (const [user, whole, event] of [
    [rider, 'rides:list-as-rider', 'rides:list-recent-as-rider'],
    [driver, 'rides:list-as-driver', 'rides:list-recent-as-driver'],
  ] as const) {
    const page = await connectSocket(user);
    const reply = await list(page, event);

    expect(RIDE_EVENTS[event].reply.parse(reply)).toEqual(reply);
    const { rides } = Object(await list(page, whole));
    expect(rides).toHaveLength(2);
    expect(reply).toMatchObject({
      userId: user.id,
      rides: rides.filter((ride: { id: string }) => ride.id === id),
      versions: Object.fromEntries(
        rides.map((ride: { id: string; version: number }) => [ride.id, ride.version]),
      ),
    });
    expect(Object(reply).versions).toHaveProperty(old.id, 4);
  }
  const other = await connectSocket(await buildRider());
  expect(await list(other, 'rides:list-recent-as-rider')).toMatchObject({ rides: [], versions: {} });
  expect(await list(other, 'rides:list-recent-as-driver')).toHaveProperty('error');
});

test('a socket lists only the rides of the roles that it is signed in with', async () => {
  const rider = await buildRider();
  await buildRide({ riderId: rider.id });
  const [page, other] = [await connectSocket(rider), await connectSocket(await buildRider())];

  expect(await list(page, 'rides:list-as-driver')).toEqual({ error: 'Please log in to see your rides.' });
  expect(await list(other, 'rides:list-as-rider')).toMatchObject({ rides: [] });
});

test('a socket is refused a second list within a second', async () => {
  const page = await connectSocket(await buildRider());

  const replies = await Promise.all([list(page, 'rides:list-as-rider'), list(page, 'rides:list-as-rider')]);

  expect(replies).toMatchObject([{ rides: [] }, { error: 'Your rides were listed a moment ago.' }]);
});

test.each([
  ['in bytes', 3, 'x'.repeat(50_000)],
  ['in rides', 61, ''],
])('a list that is too long %s is refused, the second time without reading it', async (_in, count, text) => {
  const rider = await buildRider();
  await Promise.all(
    Array.from({ length: count }, () => buildRide({ riderId: rider.id, specialRequests: text })),
  );
  const find = vi.spyOn(RideModel, 'find');
  onTestFinished(() => find.mockRestore());

  for (const page of [await connectSocket(rider), await connectSocket(rider)]) {
    expect(await list(page, 'rides:list-as-rider')).toEqual({
      error: 'There are too many rides to list at once.',
    });
  }

  expect(find).toHaveBeenCalledTimes(1);
});

test('too many recent rides are refused only as long as they are recent', async () => {
  const rider = await buildRider();
  const { id: riderId } = rider;
  await Promise.all(Array.from({ length: 61 }, () => buildRide({ riderId, status: 'completed' })));
  const refused = { error: 'There are too many rides to list at once.' };
  expect(await list(await connectSocket(rider), 'rides:list-recent-as-rider')).toEqual(refused);

  await RideModel.updateMany({ riderId }, { history: [{ change: 'completed', at: inHours(-2) }] });

  const reply = await list(await connectSocket(rider), 'rides:list-recent-as-rider');
  expect(reply).toMatchObject({ rides: [] });
  expect(Object.keys(Object(reply).versions)).toHaveLength(61);
});

test('several pages of a user get one list, which is encoded once', async () => {
  const rider = await buildRider();
  const { id } = await buildRide({ riderId: rider.id });
  const pages = [await connectSocket(rider), await connectSocket(rider), await connectSocket(rider)];
  const encode = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => encode.mockRestore());

  const replies = await Promise.all(pages.map((page) => list(page, 'rides:list-as-rider')));

  expect(replies).toMatchObject([{ rides: [{ id }] }, { rides: [{ id }] }, { rides: [{ id }] }]);
  const encoded = encode.mock.calls.filter(([value]) => Object(value).rides?.[0]?.id === id);
  expect(encoded).toHaveLength(1);
});

test('fifty pages that ask at once cost a few queries, and each gets its own rides', async () => {
  const riders = await Promise.all(Array.from({ length: 50 }, buildRider));
  const rides = await Promise.all(riders.map(({ id: riderId }) => buildRide({ riderId })));
  const pages = await Promise.all(riders.map((rider) => connectSocket(rider)));
  const find = vi.spyOn(RideModel, 'find');

  const replies = await Promise.all(pages.map((page) => list(page, 'rides:list-as-rider')));

  const listed = z.array(z.object({ rides: z.array(z.object({ id: z.string() })) })).parse(replies);
  expect(listed.map(({ rides: [ride] }) => ride?.id)).toEqual(rides.map(({ id }) => id));
  expect(find.mock.calls.length).toBeLessThan(25);
  find.mockRestore();
});

test('a list that cannot be read is refused, and the failure is logged', async () => {
  const page = await connectSocket(await buildRider());
  const find = vi.spyOn(RideModel, 'find').mockImplementationOnce(() => {
    throw new Error('the database is away');
  });
  const logged = vi.mocked(logger.error);

  expect(await list(page, 'rides:list-as-rider')).toEqual({
    error: 'Your rides could not be loaded. Please try again.',
  });

  expect(logged).toHaveBeenCalledWith(expect.anything(), 'lists of rides could not be read');
  logged.mockClear();
  find.mockRestore();
});

test('a packet without an acknowledgement is ignored', async () => {
  const page = await connectSocket(await buildRider());
  page.socket.io.engine.write('2["rides:list-as-rider"]');

  expect(await list(page, 'rides:list-as-rider')).toMatchObject({ rides: [] });
});
