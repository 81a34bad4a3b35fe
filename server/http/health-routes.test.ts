import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import express from 'express';
import mongoose from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redis } from '../infra/redis.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { createHealthRoutes, STORE_TIMEOUT_MS } from './health-routes.ts';

/** Timeout for events that are due soon, even on a busy machine. */
const PATIENCE = { timeout: 10_000 };

setUpTestApp();

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function metrics(): Promise<string> {
  const { status, body } = await visitor().get('/metrics', bearer('test-metrics-token'));
  expect(status).toBe(200);
  return String(body);
}

const sampleOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length) ?? 0,
  );

test('a node whose stores are available is ready', async () => {
  const reply = await visitor().get('/readyz');

  expect([reply.status, reply.body]).toEqual([200, { mongo: true, redis: true, node: true }]);
});

test.each([
  ['mongo', () => vi.spyOn(Object(mongoose.connection.db), 'command').mockRejectedValue(new Error('away'))],
  ['redis', () => vi.spyOn(redis, 'ping').mockRejectedValue(new Error('away'))],
])('a node without %s stays alive, and is not ready once that lasts 20 seconds', async (name, takeAway) => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e12);
  takeAway();

  const replies = [await visitor().get('/readyz')];
  clock.mockReturnValue(1e12 + 19_999);
  replies.push(await visitor().get('/readyz'));
  clock.mockReturnValue(1e12 + 20_000);
  replies.push(await visitor().get('/readyz'));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 503]);
  for (const { body } of replies) {
    expect(body).toEqual({ mongo: true, redis: true, node: true, [name]: false });
  }
  expect((await visitor().get('/healthz')).body).toEqual({ status: 'ok' });
});

test('metrics show a node without MongoDB as unready once that lasts 20 seconds, like its probes', async () => {
  const ready = async () => {
    const text = await metrics();
    return ['requests', 'sockets'].map((traffic) => sampleOf(text, `node_ready{for="${traffic}"}`));
  };
  expect(await ready()).toEqual([1, 1]);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e12);
  vi.spyOn(Object(mongoose.connection.db), 'command').mockRejectedValue(new Error('away'));

  expect(await ready()).toEqual([1, 1]);
  clock.mockReturnValue(1e12 + 20_000);
  expect(await ready()).toEqual([0, 0]);
});

test('a node that is not subscribed to changes is ready for requests but not for sockets', async () => {
  const routes = express().use(
    createHealthRoutes({
      role: 'all',
      isLeaving: () => false,
      isSubscribed: () => false,
      measure: async () => {},
    }),
  );
  const server = routes.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  const statuses = async () => [
    (await fetch(`${url}/readyz`)).status,
    (await fetch(`${url}/readyz/sockets`)).status,
  ];
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e12);

  expect(await statuses()).toEqual([200, 404]);
  clock.mockReturnValue(1e12 + 60_000);
  expect(await statuses()).toEqual([200, 404]);
});

test('the load balancer’s check timeout covers a readiness probe of a store that hangs', () => {
  const [, seconds] = /^ +timeout check (\d+)s$/m.exec(readFileSync('deploy/haproxy.cfg', 'utf8')) ?? [];

  expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(3 * STORE_TIMEOUT_MS);
});

test('a Redis that does not answer is reported as unavailable', async () => {
  vi.spyOn(redis, 'ping').mockReturnValue(new Promise(() => {}));

  expect(await visitor().get('/readyz')).toMatchObject({ status: 200, body: { redis: false } });
});

test('a Redis that refuses writes is still reported as available', async () => {
  vi.spyOn(redis, 'ping').mockRejectedValue(Object.assign(new Error('MISCONF'), { name: 'ReplyError' }));

  expect(await visitor().get('/readyz')).toMatchObject({ status: 200, body: { redis: true } });
});

test('metrics require the metrics token', async () => {
  for (const headers of [{}, bearer(''), bearer('test-metrics-toke'), bearer('Test-metrics-token')]) {
    expect((await visitor().get('/metrics', headers)).status).toBe(404);
  }
  expect(await metrics()).toContain('process_cpu_seconds_total');
});

test('requests are counted by route pattern, without ids or unknown paths', async () => {
  const [rider, stranger] = [await buildRider(), await buildRider()];
  await as(rider).get(`/api/rides/rider/${rider.id}`);
  await as(stranger).get(`/api/rides/rider/${rider.id}`);
  await as(stranger).get('/api/rides/not-an-id');
  await visitor().get('/api/nowhere/at-all');
  await visitor().get('/api/config');

  const text = await metrics();

  const counted = (route: string, status: number) =>
    sampleOf(text, `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`);
  expect(counted('/api/rides/rider/:riderId', 200)).toBe(1);
  expect(counted('/api/rides/rider/:riderId', 403)).toBe(1);
  expect(counted('/api/rides/:rideId', 404)).toBe(1);
  expect(counted('/api/config', 200)).toBe(1);
  expect(counted('none', 404)).toBeGreaterThan(0);
  expect(text).not.toMatch(/[0-9a-f]{24}|not-an-id|at-all/);
});

test('open sockets are counted', async () => {
  const before = sampleOf(await metrics(), 'sockets_connected');
  const { socket } = await connectSocket(await buildRider());
  expect(sampleOf(await metrics(), 'sockets_connected')).toBe(before + 1);

  socket.disconnect();

  await vi.waitFor(async () => expect(sampleOf(await metrics(), 'sockets_connected')).toBe(before), PATIENCE);
});

test('the metrics count the sockets by kind of room as they are when read', async () => {
  const riderSockets = async () => sampleOf(await metrics(), 'sockets_in_rooms{kind="rider"}');
  const before = await riderSockets();

  await connectSocket(await buildRider());

  expect(await riderSockets()).toBe(before + 1);
});
