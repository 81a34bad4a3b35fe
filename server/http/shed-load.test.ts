import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import mongoose from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../env.ts';
import { metrics } from '../infra/metrics.ts';
import { redis } from '../infra/redis.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { bookPaidRide } from '../testing/pay-ride.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { errorHandler } from './error-handler.ts';
import { createLoadShedding } from './shed-load.ts';

setUpTestApp();

/** Sets the limit of concurrent requests until the test ends. */
function boundTo(count: number): void {
  const former = env.REQUESTS_UNDER_WAY;
  env.REQUESTS_UNDER_WAY = count;
  onTestFinished(() => {
    env.REQUESTS_UNDER_WAY = former;
  });
}

/** Creates a gate that handlers wait at until the test opens it, and counts those waiting. */
function createGate() {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting = 0;
  return {
    open,
    pass: () => {
      waiting += 1;
      return promise;
    },
    held: (count: number) => expect.poll(() => waiting).toBe(count),
  };
}

/** Starts a server with this application. @returns its URL */
async function listen(app: Express): Promise<string> {
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

/** Starts a server that sheds load in front of a handler. */
function startShedding(handler: RequestHandler): Promise<string> {
  const { refuse, admit } = createLoadShedding(() => false);
  return listen(express().use(refuse, admit, handler, errorHandler));
}

/** Opens a connection that has sent these lines and reads nothing by itself. */
async function openRaw(url: string, lines: string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  return socket;
}

test('beyond the limit of concurrent requests new ones are answered 503 at once, and accepted ones complete', async () => {
  boundTo(3);
  const gate = createGate();
  const url = await startShedding(async (_req, res) => {
    await gate.pass();
    res.json('done');
  });
  const accepted = [0, 1, 2].map(() => fetch(url));
  await gate.held(3);
  expect((await metrics.getSingleMetric('http_requests_under_way')?.get())?.values[0]?.value).toBe(3);

  const shed = await Promise.all([0, 1, 2].map(() => fetch(url)));
  for (const reply of shed) {
    expect([reply.status, await reply.json()]).toMatchObject([503, { code: 'OVERLOADED' }]);
    expect(['1', '2', '3']).toContain(reply.headers.get('retry-after'));
  }

  gate.open();
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await fetch(url)).status).toBe(200);
});

test('a request whose body completes when the limit is already reached is answered 503', async () => {
  boundTo(1);
  const gate = createGate();
  const { refuse, admit } = createLoadShedding(() => false);
  const app = express().use(refuse, express.text(), admit, async (_req, res) => {
    await gate.pass();
    res.json('done');
  });
  const url = await listen(app.use(errorHandler));
  const head = ['POST / HTTP/1.1', 'Host: x', 'Content-Type: text/plain', 'Content-Length: 2'];
  const slow = await openRaw(url, [...head, 'Expect: 100-continue', '', 'a']);
  await once(slow, 'data');
  const accepted = fetch(url);
  await gate.held(1);
  slow.write('b');

  expect(String((await once(slow, 'data'))[0])).toMatch(/^HTTP\/1.1 503 [\s\S]*OVERLOADED/);
  gate.open();
  expect((await accepted).status).toBe(200);
});

test('aborted requests and clients that read slowly do not count towards the limit', async () => {
  boundTo(1);
  let begun = 0;
  let sent = 0;
  const url = await startShedding((req, res) => {
    begun += 1;
    if (req.path === '/never') return;
    res.end(Buffer.alloc(req.path === '/large' ? 16_000_000 : 1));
    sent += 1;
  });
  const leaving = await openRaw(url, ['GET /never HTTP/1.1', 'Host: x', '', '']);
  await expect.poll(() => begun).toBe(1);
  leaving.destroy();
  await expect.poll(async () => (await fetch(url)).status).toBe(200);

  sent = 0;
  for (const count of [1, 2, 3]) {
    await openRaw(url, ['GET /large HTTP/1.1', 'Host: x', '', '']);
    await expect.poll(() => sent).toBe(count);
  }
  expect((await fetch(url)).status).toBe(200);
});

test('requests whose body is still arriving do not count towards the limit', async () => {
  boundTo(3);
  for (const _each of [0, 1, 2, 3, 4]) {
    const head = ['POST /api/session HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json'];
    const slow = await openRaw(testAppUrl(), [
      ...head,
      'Content-Length: 90',
      'Expect: 100-continue',
      '',
      '{',
    ]);
    expect(String((await once(slow, 'data'))[0])).toContain('100 Continue');
  }

  expect((await visitor().get('/api/config')).status).toBe(200);
});

test('a request whose session is still being read counts towards the limit', async () => {
  boundTo(1);
  const rider = as(await buildRider());
  await rider.signIn();
  const gate = createGate();
  const get = redis.get.bind(redis);
  const read = vi.spyOn(redis, 'get').mockImplementation(async (key) => {
    await gate.pass();
    return get(key);
  });
  onTestFinished(() => {
    gate.open();
    read.mockRestore();
  });
  const accepted = rider.get('/api/session');
  await gate.held(1);

  expect((await visitor().get('/api/config')).status).toBe(503);
  expect((await rider.get('/api/config')).status).toBe(503);
  expect(read).toHaveBeenCalledOnce();

  gate.open();
  expect((await accepted).status).toBe(200);
});

test('slow queries of one call do not block other calls, probes or sockets', async () => {
  const [slow, other] = [await buildRider(), await buildRider()];
  await as(slow).signIn();
  const phone = await connectSocket(other);
  const gate = createGate();
  const exec = mongoose.Query.prototype.exec;
  vi.spyOn(mongoose.Query.prototype, 'exec').mockImplementation(async function (
    this: mongoose.Query<unknown, unknown>,
  ) {
    if (this.getFilter().riderId === slow.id) await gate.pass();
    return exec.call(this);
  });
  boundTo(6);

  const list = () => as(slow).get(`/api/rides/rider/${slow.id}`);
  const held = [list(), list()];
  await gate.held(2);
  const shed = await list();
  expect([shed.status, shed.body]).toMatchObject([503, { code: 'OVERLOADED' }]);
  for (const path of ['/api/config', '/healthz', '/readyz', '/readyz/sockets']) {
    expect((await visitor().get(path)).status, path).toBe(200);
  }
  const ride = await bookPaidRide(other);
  expect([await phone.next('ride:changed')].flat()).toMatchObject([{ id: ride.id }]);

  gate.open();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await list()).status).toBe(200);
});
