import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { logger } from '../infra/logger.ts';
import { requestSeconds } from '../infra/metrics.ts';
import { jobQueue, requestIdOfJob } from '../infra/queues.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRequest } from '../testing/build-ride.ts';
import { buildRider } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { createHealthRoutes } from './health-routes.ts';
import { createRequestLog } from './request-log.ts';

/** Timeout for events that are due soon, even on a busy machine. */
const PATIENCE = { timeout: 10_000 };

setUpTestApp();

test('a request is logged with its path, status and the request id that was returned', async () => {
  const info = vi.spyOn(logger, 'info');

  const { headers } = await visitor().get('/api/session');

  await vi.waitFor(
    () =>
      expect(info).toHaveBeenCalledWith(
        {
          requestId: headers.get('x-request-id'),
          method: 'GET',
          path: '/api/session',
          status: 200,
          ms: expect.any(Number),
          isAborted: false,
        },
        'request completed',
      ),
    PATIENCE,
  );
});

test('probes are not measured, and are logged only when their status changes', async () => {
  const info = vi.spyOn(logger, 'info');
  let isLeaving = false;
  const node = {
    role: 'all',
    isLeaving: () => isLeaving,
    isSubscribed: () => true,
    measure: async () => {},
  } as const;
  const server = express().use(createRequestLog(), createHealthRoutes(node)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const probe = async (path: string) => {
    const headers = { authorization: 'Bearer test-metrics-token' };
    return (await fetch(`http://127.0.0.1:${Object(server.address()).port}${path}`, { headers })).status;
  };

  for (const path of ['/healthz', '/readyz', '/Readyz/', '/readyz/sockets', '/metrics'])
    expect(await probe(path)).toBe(200);
  isLeaving = true;
  expect([await probe('/readyz'), await probe('/readyz')]).toEqual([404, 404]);
  isLeaving = false;
  expect([await probe('/readyz'), await probe('/readyz')]).toEqual([200, 200]);
  expect(await probe('/anything')).toBe(404);

  const logged = () => info.mock.calls.map(([line]) => [Object(line).path, Object(line).status]);
  await vi.waitFor(() => expect(logged()).toContainEqual(['/anything', 404]), PATIENCE);
  expect(logged()).toEqual([
    ['/readyz', 404],
    ['/readyz', 200],
    ['/anything', 404],
  ]);
  const { values } = await requestSeconds.get();
  const measured = values.map(({ labels }) => labels.route);
  expect(measured).toContain('none');
  expect(measured).not.toContainEqual(expect.stringMatching(/healthz|readyz|metrics/));
});

test('a request keeps the id sent by the page if it is valid, and gets and logs a new one otherwise', async () => {
  const info = vi.spyOn(logger, 'info');
  const id = randomUUID();
  const ask = async (sent: string) =>
    (await visitor().get('/api/session', { 'x-request-id': sent })).headers.get('x-request-id');

  const ids = [await ask(id), await ask('a line\tof the log')];

  expect(ids).toEqual([id, expect.stringMatching(/^[\da-f-]{36}$/)]);
  expect(ids[1]).not.toBe(id);
  for (const requestId of ids) {
    const line = expect.objectContaining({ requestId, path: '/api/session' });
    await vi.waitFor(() => expect(info).toHaveBeenCalledWith(line, 'request completed'), PATIENCE);
  }
});

test('jobs enqueued by concurrent requests each carry the id of their own request', async () => {
  const riders = [await buildRider(), await buildRider()];
  const ids = riders.map(() => randomUUID());
  await Promise.all(riders.map((rider) => as(rider).signIn()));

  await Promise.all(
    riders.map((rider, index) =>
      as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), { 'x-request-id': ids[index] ?? '' }),
    ),
  );

  const jobs = await jobQueue().getJobs(['delayed', 'waiting']);
  const expiries = jobs.filter(({ name }) => name === 'expire-unpaid-ride');
  expect(expiries.map(requestIdOfJob)).toEqual(expect.arrayContaining(ids));
});

test('emitting a change to a socket is logged with the id of the request that made the change', async () => {
  const [rider, id] = [await buildRider(), randomUUID()];
  const phone = await connectSocket(rider);
  vi.spyOn(logger, 'isLevelEnabled').mockReturnValue(true);
  const debug = vi.spyOn(logger, 'debug');

  await as(rider).post('/api/rides', buildRequest({ riderId: rider.id }), { 'x-request-id': id });

  const [ride] = await phone.next('ride:changed');
  expect(debug).toHaveBeenCalledWith(
    { requestId: id, rideId: ride?.id, emitted: [`rider:${rider.id} ride:changed`] },
    'change emitted',
  );
});

test('sign-ins and refusals are logged', async () => {
  const [info, warn] = [vi.spyOn(logger, 'info'), vi.spyOn(logger, 'warn')];
  const rider = await buildRider();
  const guesser = visitor();

  await as(rider).delete('/api/session');
  await guesser.post('/api/session', { email: rider.email, password: 'a guess' });

  const requestId = expect.any(String);
  expect(info).toHaveBeenCalledWith({ requestId, riderId: rider.id }, 'signed in');
  expect(info).toHaveBeenCalledWith({ requestId, slot: undefined }, 'signed out');
  const refused = {
    requestId,
    path: '/api/session',
    address: guesser.address,
    reason: 'INVALID_CREDENTIALS',
  };
  expect(warn).toHaveBeenCalledWith(refused, 'request refused');
});

test('passwords and the secrets, checkout ids and tokens in addresses are not logged', async () => {
  const [written, refused] = [vi.spyOn(logger, 'info'), vi.spyOn(logger, 'warn')];
  const browser = visitor();

  await browser.post('/api/session', { email: 'somebody@example.com', password: 'a telling password' });
  await browser.get('/checkout?clientSecret=pi_1_secret_abc&rideId=2');
  await browser.get('/api/nowhere?clientSecret=pi_1_secret_abc');
  await browser.get('/api/purchase-gift-card/cs_test_secret_abc');
  await browser.get('/api/driver-applications/da_0123secret');
  await browser.get('/api/calendars/dc_0123secret.ics');
  await browser.get('/api/pay/0123secret');

  // Counted by path, because a line of the previous test may arrive late.
  const paths = () => new Set(written.mock.calls.map(([line]) => Object(line).path));
  await expect.poll(() => paths().size).toBe(7);
  const lines = [...written.mock.calls, ...refused.mock.calls];
  expect(JSON.stringify(lines)).not.toMatch(/secret_abc|0123secret|telling|somebody@/);
});
