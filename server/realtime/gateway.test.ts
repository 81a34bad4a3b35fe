import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { driverRideSchema, offerSchema, riderRideSchema } from '#common/rides/ride.ts';
import { readServedKinds } from '../drivers/driver-queries.ts';
import { env } from '../env.ts';
import { RIDES_CHANGED } from '../infra/channels.ts';
import { logger } from '../infra/logger.ts';
import { socketsConnected } from '../infra/metrics.ts';
import { channel, redis } from '../infra/redis.ts';
import { composeRideMessage } from '../rides/events/publish-ride.ts';
import type { RideRecord } from '../rides/ride-model.ts';
import { startNode } from '../start-node.ts';
import { as, visitor } from '../testing/as.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { connectSocket, connectWithCookie, type TestSocket } from '../testing/connect-socket.ts';
import { NO_RIDES_ON_THE_ROAD } from '../testing/no-rides-on-the-road.ts';
import { rideRecord } from '../testing/ride-record.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { startGateway } from './gateway.ts';

setUpTestApp();

const publish = (...rides: RideRecord[]) => {
  const pipeline = redis.pipeline();
  for (const ride of rides) pipeline.publish(channel(RIDES_CHANGED), composeRideMessage(ride, new Date()));
  return pipeline.exec();
};

const watchOffers = ({ socket }: Pick<TestSocket, 'socket'>) =>
  socket.timeout(5_000).emitWithAck('offers:watch');

test('a rider receives their own ride in the rider’s view', async () => {
  const rider = await buildRider();
  const phone = await connectSocket(rider);

  await publish(rideRecord(['requested'], { riderId: rider.id, paymentStatus: 'pending' }));

  const [ride] = await phone.next('ride:changed');
  expect(riderRideSchema.parse(ride)).toMatchObject({ version: 1, customerEmail: 'robin@example.com' });
});

test('a rider does not receive the rides of other riders', async () => {
  const [rider, stranger] = [await buildRider(), await buildRider()];
  const phone = await connectSocket(stranger);

  await publish(
    rideRecord(['requested', 'paid'], { riderId: rider.id }),
    rideRecord(['requested', 'paid', 'accepted'], { riderId: stranger.id, status: 'accepted' }),
  );

  const [ride] = await phone.next('ride:changed');
  expect(ride).toMatchObject({ riderId: stranger.id });
  expect(phone.unheard('ride:changed')).toBe(0);
  expect(phone.unheard('offer:added')).toBe(0);
});

test('a driver receives the ride assigned to them in the driver’s view', async () => {
  const [driver, other] = [await buildDriver(), await buildDriver()];
  const [phone, otherPhone] = [await connectSocket(driver), await connectSocket(other)];
  const accepted = { status: 'accepted', driverId: driver.id } as const;

  await publish(
    rideRecord(['requested', 'paid', 'accepted'], accepted),
    rideRecord(['requested', 'paid', 'accepted'], { ...accepted, driverId: other.id }),
  );

  const [ride] = await phone.next('ride:changed');
  expect(driverRideSchema.parse(ride).customer).toEqual({ name: 'Robin Rider', phone: null });
  expect(ride).not.toHaveProperty('customerEmail');
  expect(await otherPhone.next('ride:changed')).toMatchObject([{ driverId: other.id }]);
  expect(otherPhone.unheard('ride:changed')).toBe(0);
});

test('a watching driver receives an offer and its removal, without personal data of the rider', async () => {
  const phone = await connectSocket(await buildDriver());
  expect(await watchOffers(phone)).toMatchObject({ offers: [] });
  const ride = rideRecord(['requested', 'paid']);

  await publish(ride);

  const [offer] = await phone.next('offer:added');
  expect(offerSchema.parse(offer)).toEqual(offer);
  expect(JSON.stringify(offer)).not.toMatch(/Robin|robin@|555-0101|bottle/);

  await publish({
    ...ride,
    status: 'accepted',
    version: 3,
    publishedVersion: 2,
    history: [...ride.history, { change: 'accepted', at: ride.createdAt, version: 3 }],
  });

  expect(await phone.next('offer:removed')).toEqual([{ id: ride.id, version: 3, reason: 'accepted' }]);
});

test('a driver who stopped watching gets no offers', async () => {
  const driver = await buildDriver();
  const phone = await connectSocket(driver);
  await watchOffers(phone);
  phone.socket.emit('offers:unwatch');
  // Later messages are acknowledged, so the room has been left by then.
  await watchOffers(phone);
  phone.socket.emit('offers:unwatch');
  const other = await connectSocket(await buildDriver());
  await watchOffers(other);

  await publish(rideRecord(['requested', 'paid']));
  await other.next('offer:added');
  const own = { status: 'accepted', driverId: driver.id } as const;
  await publish(rideRecord(['requested', 'paid', 'accepted'], own));
  await phone.next('ride:changed');

  expect(phone.unheard('offer:added')).toBe(0);
});

test('a rider cannot watch offers', async () => {
  const rider = await buildRider();
  const [phone, driverPhone] = [await connectSocket(rider), await connectSocket(await buildDriver())];
  await watchOffers(driverPhone);

  expect(await watchOffers(phone)).toEqual({ error: 'Please log in as a driver to see ride requests.' });

  await publish(rideRecord(['requested', 'paid']));
  await driverPhone.next('offer:added');
  await publish(rideRecord(['requested'], { riderId: rider.id }));
  await phone.next('ride:changed');
  expect(phone.unheard('offer:added')).toBe(0);
});

test('client messages outside the contract are ignored', async () => {
  const driver = await buildDriver();
  const phone = await connectSocket(driver);

  phone.socket.io.engine.write('2["offers:watch"]');
  phone.socket.io.engine.write('2["offers:watch",{"not":"a function"}]');
  phone.socket.io.engine.write('2["no:such:event",1]');

  expect(await watchOffers(phone)).toMatchObject({ offers: [] });
});

test('a malformed published message is logged, and the next ride is still emitted', async () => {
  const rider = await buildRider();
  const phone = await connectSocket(rider);

  await redis.publish(channel(RIDES_CHANGED), 'not a message');
  await publish(rideRecord(['requested'], { riderId: rider.id }));

  await phone.next('ride:changed');
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
});

test('with two nodes each socket gets a change once', async () => {
  const second = await startNode({ port: 0, host: '127.0.0.1' });
  const rider = await buildRider();
  const url = `http://127.0.0.1:${second.port}`;
  const phones = [await connectSocket(rider), await connectSocket(rider, { url })];

  const ride = rideRecord(['requested'], { riderId: rider.id });
  await publish(ride);
  for (const phone of phones) expect(await phone.next('ride:changed')).toMatchObject([{ version: 1 }]);
  await publish({ ...ride, version: 2 });
  for (const phone of phones) expect(await phone.next('ride:changed')).toMatchObject([{ version: 2 }]);

  expect(phones.map((phone) => phone.unheard('ride:changed'))).toEqual([0, 0]);
  await second.close();
});

test('a burst of changes arrives in few messages, complete and in order', async () => {
  const rider = await buildRider();
  const phone = await connectSocket(rider);
  const burst = Array.from({ length: 64 }, (_, index) =>
    rideRecord(['requested'], { riderId: rider.id, version: index + 1 }),
  );

  await publish(...burst);

  const messages: unknown[][] = [];
  while (messages.flat().length < burst.length) messages.push(await phone.next('ride:changed'));
  expect(messages.flat()).toMatchObject(burst.map(({ version }) => ({ version })));
  expect(messages.length).toBeLessThan(burst.length / 4);
});

test.each([
  ['nobody', {}],
  ['a made-up cookie', { cookie: 'marquee=s%3Amade-up.AAAA' }],
])('a socket connection by %s is refused as unauthenticated', async (_who, headers) => {
  await expect(connectWithCookie('', { headers })).rejects.toThrow('UNAUTHENTICATED');
});

test.each(['https://evil.example', 'null', 'http://localhost:3000.evil.example'])(
  'a socket from a page of %s is refused, even with a valid cookie',
  async (origin) => {
    const rider = as(await buildRider());
    await rider.signIn();

    await expect(connectWithCookie(rider.cookie, { headers: { origin } })).rejects.toThrow('websocket error');
  },
);

test('signing out closes the sockets of that session on every node, but not those of other sessions', async () => {
  const second = await startNode({ port: 0, host: '127.0.0.1' });
  const rider = await buildRider();
  const url = `http://127.0.0.1:${second.port}`;
  const elsewhere = visitor();
  await elsewhere.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  const phones = [await connectSocket(rider), await connectSocket(rider, { url })];
  const otherPhone = await connectWithCookie(elsewhere.cookie);
  const closed = phones.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)));

  await as(rider).delete('/api/session');

  for (const phone of phones) await phone.next('session:ended');
  expect(await Promise.all(closed)).toEqual(['io server disconnect', 'io server disconnect']);
  await publish(rideRecord(['requested'], { riderId: rider.id }));
  await otherPhone.next('ride:changed');
  await expect(connectWithCookie(as(rider).cookie)).rejects.toThrow('UNAUTHENTICATED');
  await second.close();
});

test.each([
  ['here', '/api/session', 0],
  ['everywhere else', '/api/account/sessions?role=rider', 1],
] as const)(
  'signing out %s ends the sockets there even if a separate publish would fail',
  async (_where, path, at) => {
    const rider = await buildRider();
    const elsewhere = visitor();
    await elsewhere.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
    const phones = [await connectSocket(rider), await connectWithCookie(elsewhere.cookie)];
    // A separate publish after deleting the session would be lost.
    vi.spyOn(redis, 'publish').mockRejectedValue(new Error('killed'));

    expect((await as(rider).delete(path)).status).toBe(204);

    await phones[at]?.next('session:ended');
  },
);

test('signing in to a second role closes the sockets that know only the first', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const browser = as(rider);
  const early = await connectSocket(rider);

  await browser.post('/api/session', { email: driver.email, password: TEST_PASSWORD, beside: true });

  await early.next('session:ended');
  const phone = await connectWithCookie(browser.cookie);
  await publish(rideRecord(['requested'], { riderId: rider.id, driverId: driver.id }));
  const changes = [await phone.next('ride:changed'), await phone.next('ride:changed')].flat();
  expect(changes.map((ride) => 'driverShare' in ride).toSorted()).toEqual([false, true]);
});

test('a node that allows only long-polling delivers changes over it and refuses WebSocket', async () => {
  env.SOCKET_TRANSPORTS = ['polling'];
  const node = await startNode({ port: 0, host: '127.0.0.1' });
  env.SOCKET_TRANSPORTS = ['websocket'];
  const rider = await buildRider();
  const url = `http://127.0.0.1:${node.port}`;

  await expect(connectSocket(rider, { url })).rejects.toThrow('websocket error');
  const phone = await connectSocket(rider, { url, transports: ['polling'] });
  await publish(rideRecord(['requested'], { riderId: rider.id }));

  expect(await phone.next('ride:changed')).toMatchObject([{ riderId: rider.id }]);
  phone.socket.disconnect();
  await node.close();
});

test('a client that floods the gateway is terminated', async () => {
  const { socket } = await connectSocket(await buildRider());
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));

  for (let message = 0; message < 201; message += 1) socket.emit('offers:unwatch');

  expect(await closed).toMatch(/transport/);
});

test('a message of more than 64 KiB closes the connection', async () => {
  const { socket } = await connectSocket(await buildRider());
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));

  socket.io.engine.write(`2["offers:unwatch","${'x'.repeat(65_000)}"]`);
  await watchOffers({ socket });
  socket.io.engine.write(`2["offers:unwatch","${'x'.repeat(66_000)}"]`);

  expect(await closed).toMatch(/transport/);
});

test('a client that reads nothing is terminated before it fills the memory', async () => {
  const rider = await buildRider();
  const { socket } = await connectSocket(rider);
  const open = async () => (await socketsConnected.get()).values[0]?.value ?? 0;
  const before = await open();
  const warn = vi.spyOn(logger, 'warn');
  const { _socket: wire } = Reflect.get(socket.io.engine.transport, 'ws');
  wire.pause();

  const big = rideRecord(['requested'], { riderId: rider.id, specialRequests: 'x'.repeat(200_000) });
  await publish(...Array.from({ length: 60 }, () => big));

  await expect.poll(open).toBe(before - 1);
  expect(warn).toHaveBeenCalledWith('slow connection terminated');
});

test('a driver whose offers cannot be read gets an error and can retry', async () => {
  const server = createServer();
  let isAway = true;
  const listOffers = async () => {
    if (isAway) throw new Error('the database is away');
    return [];
  };
  const gateway = startGateway(server, {
    ...NO_RIDES_ON_THE_ROAD,
    readServedKinds,
    listOffers,
    listRidesOfRiders: async () => new Map(),
    listRidesOfDrivers: async () => new Map(),
    listRecentRidesOfRiders: async () => new Map(),
    listRecentRidesOfDrivers: async () => new Map(),
    isStaff: async () => false,
  });
  await gateway.ready;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  const phone = await connectSocket(await buildDriver(), { url });

  expect(await watchOffers(phone)).toEqual({
    error: 'Ride requests could not be loaded. Please try again.',
  });
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
  isAway = false;
  expect(await watchOffers(phone)).toMatchObject({ offers: [] });

  await gateway.close();
  server.close();
});
