import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { RIDES_CHANGED } from './infra/channels.ts';
import { channel } from './infra/redis.ts';
import { composeRideMessage } from './rides/events/publish-ride.ts';
import type { RideRecord } from './rides/ride-model.ts';
import { visitor } from './testing/as.ts';
import { buildRider, TEST_PASSWORD } from './testing/build-user.ts';
import { connectWithCookie } from './testing/connect-socket.ts';
import { rideRecord } from './testing/ride-record.ts';
import { setUpTestDatabase } from './testing/set-up-test-database.ts';
import { startRedis } from './testing/start-redis.ts';
import { startServer } from './testing/start-server.ts';

setUpTestDatabase();

/** Publishes a ride on the Redis at this port. */
async function publishAt(port: number, ride: RideRecord) {
  const publisher = new Redis(port, '127.0.0.1');
  await publisher.publish(channel(RIDES_CHANGED), composeRideMessage(ride, new Date()));
  publisher.disconnect();
}

async function signedInSocket(url: string) {
  const rider = await buildRider();
  const browser = visitor(url);
  await browser.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  return { rider, browser, phone: await connectWithCookie(browser.cookie, { url }) };
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, ...Object(await response.json()) };
};

test('a node whose Redis is killed becomes unready, fails closed, and resyncs its clients afterwards', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-redis-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const first = await startRedis({ dir });
  const { url } = await startServer({ REDIS_URL: first.url });
  expect(await readiness(url)).toEqual({ status: 200, mongo: true, redis: true, node: true });
  const { rider, browser, phone } = await signedInSocket(url);
  const ride = rideRecord(['requested'], { riderId: rider.id });
  await publishAt(first.port, ride);
  await phone.next('ride:changed');

  await first.end('SIGKILL');

  await expect.poll(() => readiness(url)).toEqual({ status: 200, mongo: true, redis: false, node: false });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const refused = await browser.get('/api/session');
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);

  const second = await startRedis({ port: first.port, dir });
  onTestFinished(async () => {
    await second.end('SIGKILL');
  });
  await phone.next('subscription:lost');
  await phone.next('resync');
  expect(phone.socket.connected).toBe(true);
  await expect.poll(() => readiness(url)).toMatchObject({ status: 200, redis: true, node: true });
  await publishAt(second.port, { ...ride, version: 2 });
  expect(await phone.next('ride:changed')).toMatchObject([{ version: 2 }]);
});

test('a Redis that comes back without its data ends every session, and the sockets are notified', async () => {
  const first = await startRedis();
  const { url } = await startServer({ REDIS_URL: first.url });
  const { rider, phone } = await signedInSocket(url);
  await publishAt(first.port, rideRecord(['requested'], { riderId: rider.id }));
  await phone.next('ride:changed');

  await first.end('SIGKILL');
  const second = await startRedis({ port: first.port });
  onTestFinished(async () => {
    await second.end('SIGKILL');
  });

  await phone.next('resync');
  await phone.next('session:ended');
});

test('a node that cannot subscribe to changes serves requests and keeps its sockets, but accepts no new socket', async () => {
  const own = await startRedis();
  const { url } = await startServer({ REDIS_URL: own.url });
  const operator = new Redis(own.port, '127.0.0.1');
  onTestFinished(async () => {
    operator.disconnect();
    await own.end('SIGKILL');
  });
  const { browser, phone } = await signedInSocket(url);
  await browser.get('/api/session');

  await operator.call('ACL', 'SETUSER', 'default', '-subscribe');
  await operator.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await phone.next('subscription:lost');

  expect((await browser.get('/api/session')).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz/sockets`)).status).toBe(404);
  await expect(connectWithCookie(browser.cookie, { url })).rejects.toThrow('websocket error');
  expect(phone.socket.connected).toBe(true);

  await operator.call('ACL', 'SETUSER', 'default', '+subscribe');
  await phone.next('resync');
  expect((await fetch(`${url}/readyz/sockets`)).status).toBe(200);
  await connectWithCookie(browser.cookie, { url });
});

test('a Redis connection that stops responding is detected, and clients are resynced afterwards', {
  timeout: 40_000,
}, async () => {
  const silent = await startRedis();
  onTestFinished(async () => {
    await silent.end('SIGKILL');
  });
  const { url } = await startServer({ REDIS_URL: silent.url });
  const { browser, phone } = await signedInSocket(url);
  // After this reply the node has also looked up the session of the new socket.
  await browser.get('/api/session');

  silent.child.kill('SIGSTOP');
  await expect.poll(() => readiness(url), { timeout: 20_000, interval: 200 }).toMatchObject({ node: false });
  silent.child.kill('SIGCONT');

  await phone.next('subscription:lost');
  await phone.next('resync');
  expect(phone.socket.connected).toBe(true);
});

test('a node that is stopped closes its sockets, answers the requests in flight, and exits', async () => {
  const { url, child, end } = await startServer();
  const { rider, phone } = await signedInSocket(url);
  const left = new Promise((resolve) => phone.socket.once('disconnect', resolve));
  const body = JSON.stringify({ email: rider.email, password: TEST_PASSWORD });
  const asked = request(`${url}/api/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', 'content-length': body.length },
  });
  asked.write(body.slice(0, 10));
  await once(asked, 'socket');
  const answered = once(asked, 'response');
  // This request uses a later connection, so the earlier one has been accepted once it is answered.
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  child.kill('SIGTERM');
  // A browser reconnects after a lost connection, but not after a disconnect by the server.
  expect(await left).toBe('transport close');
  asked.end(body.slice(10));

  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  answer.resume();
  expect(await end()).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});
