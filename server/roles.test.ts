import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ServerRole } from './env.ts';
import { startNode } from './start-node.ts';
import { visitor } from './testing/as.ts';
import { buildRide } from './testing/build-ride.ts';
import { buildRider, TEST_PASSWORD } from './testing/build-user.ts';
import { connectWithCookie, type TestSocket } from './testing/connect-socket.ts';
import { setUpTestDatabase } from './testing/set-up-test-database.ts';
import { startServer } from './testing/start-server.ts';

setUpTestDatabase();

interface Node {
  url: string;
}

let api: Node;
let sockets: Node[];

async function startHere(role: ServerRole) {
  const node = await startNode({ port: 0, host: '127.0.0.1', role });
  return { url: `http://127.0.0.1:${node.port}`, close: () => node.close() };
}

beforeAll(async () => {
  const nodes = await Promise.all([startHere('api'), startHere('sockets'), startHere('sockets')]);
  [api, ...sockets] = nodes;
  return async () => {
    await Promise.all(nodes.map((node) => node.close()));
  };
});

/** Creates a rider signed in at the API, with a ride and an open socket at each socket node. */
async function openScreens() {
  const rider = await buildRider();
  const ride = await buildRide({ riderId: rider.id });
  const browser = visitor(api.url);
  await browser.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  const { cookie } = browser;
  const screens = await Promise.all(sockets.map(({ url }) => connectWithCookie(cookie, { url })));
  return { ride, browser, cookie, screens };
}

const wantPin = (url: string, cookie: string, rideId: string, isWanted: boolean) =>
  visitor(url).send('PUT', `/api/rides/${rideId}/start-pin`, { isWanted }, { cookie });

const next = ({ socket }: TestSocket, event: 'connect' | 'disconnect') =>
  new Promise((resolve) => socket.once(event, resolve));

const replyOf = async (url: string, init?: RequestInit) => {
  const reply = await fetch(url, init);
  return { status: reply.status, code: Object(await reply.json()).code };
};

const statusesOf = async ({ url }: Node, paths: string[]) =>
  Promise.all(paths.map(async (path) => (await fetch(`${url}${path}`)).status));

const MISDIRECTED = { status: 421, code: 'MISDIRECTED_REQUEST' };

test('a node with the role “sockets” refuses calls and pages, and answers its probes', async () => {
  const [node] = sockets;
  if (!node) throw new Error('no node');
  const { url } = node;

  expect(await replyOf(`${url}/api/config`)).toEqual(MISDIRECTED);
  expect(await replyOf(`${url}/api/rides`, { method: 'POST', body: '{}' })).toEqual(MISDIRECTED);
  expect(await replyOf(`${url}/my-rides`)).toEqual(MISDIRECTED);
  expect(await statusesOf(node, ['/healthz', '/readyz', '/readyz/sockets'])).toEqual([200, 404, 200]);
  const headers = { authorization: 'Bearer test-metrics-token' };
  expect(await (await fetch(`${url}/metrics`, { headers })).text()).toContain('sockets_connected');
});

test('a node with the role “api” refuses sockets, and answers its probes', async () => {
  const { cookie } = await openScreens();

  await expect(connectWithCookie(cookie, { url: api.url })).rejects.toThrow('websocket error');
  expect(await replyOf(`${api.url}/socket.io/?EIO=4&transport=polling`)).toEqual(MISDIRECTED);
  expect(await statusesOf(api, ['/healthz', '/readyz', '/readyz/sockets'])).toEqual([200, 200, 404]);
});

test('ending a session at the API node closes its sockets on every sockets node', async () => {
  const { browser, screens } = await openScreens();
  const left = Promise.all(screens.map((screen) => next(screen, 'disconnect')));

  expect((await browser.delete('/api/session')).status).toBe(204);

  await Promise.all(screens.map((screen) => screen.next('session:ended')));
  expect(await left).toEqual(['io server disconnect', 'io server disconnect']);
});

test('stopping an API node answers its request in flight and closes no socket, and later changes reach every socket', async () => {
  const { ride, cookie, screens } = await openScreens();
  // A separate process as in production, which shares nothing with the socket nodes.
  const released = await startServer({ ROLE: 'api' });
  const closed: string[] = [];
  for (const { socket } of screens) socket.on('disconnect', (reason) => closed.push(reason));
  const body = JSON.stringify({ isWanted: true });
  const asked = request(`${released.url}/api/rides/${ride.id}/start-pin`, {
    method: 'PUT',
    headers: {
      cookie,
      origin: released.url,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  asked.write(body.slice(0, 5));
  await once(asked, 'socket');
  const answered = once(asked, 'response');
  // This request uses a later connection, so the earlier one has been accepted once it is answered.
  expect((await wantPin(released.url, cookie, ride.id, false)).status).toBe(200);

  const ended = released.end('SIGTERM');
  asked.end(body.slice(5));

  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  answer.resume();
  expect(await ended).toBe(0);
  expect((await wantPin(api.url, cookie, ride.id, false)).status).toBe(200);
  for (const screen of screens) {
    expect(await screen.next('ride:changed')).toMatchObject([{ version: ride.version + 1, wantsPin: true }]);
    expect(await screen.next('ride:changed')).toMatchObject([{ version: ride.version + 2, wantsPin: false }]);
  }
  expect(closed).toEqual([]);
});

/** Forwards each connection to the first of these servers that accepts it, like a load balancer. */
async function startForwarder(ports: readonly string[]): Promise<string> {
  const forwarder = createServer((client) => {
    const forward = ([port, ...others]: readonly string[]) => {
      if (!port) return client.destroy();
      let isConnected = false;
      const upstream = connect(Number(port), '127.0.0.1', () => {
        isConnected = true;
        client.pipe(upstream).pipe(client);
      });
      upstream.on('error', () => {});
      upstream.once('close', () => (isConnected ? client.destroy() : forward(others)));
    };
    client.on('error', () => {});
    forward(ports);
  });
  onTestFinished(() => void forwarder.close());
  await once(forwarder.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${Object(forwarder.address()).port}`;
}

test('a client of a stopped sockets node reconnects to another node and catches up', async () => {
  const { ride, cookie } = await openScreens();
  const released = await startHere('sockets');
  const url = await startForwarder([released, ...sockets].map((node) => new URL(node.url).port));
  const screen = await connectWithCookie(cookie, { url });
  const left = next(screen, 'disconnect');
  const back = left.then(() => next(screen, 'connect'));

  const ended = released.close();

  // A browser reconnects after a lost connection, but not after a disconnect by the server.
  expect(await left).toBe('transport close');
  expect((await wantPin(api.url, cookie, ride.id, true)).status).toBe(200);
  await Promise.all([ended, back]);
  const snapshot = await visitor(api.url).get(`/api/rides/rider/${ride.riderId}`, { cookie });
  expect(snapshot.body).toMatchObject([{ id: ride.id, wantsPin: true }]);
  expect((await wantPin(api.url, cookie, ride.id, false)).status).toBe(200);
  await expect.poll(() => screen.next('ride:changed')).toMatchObject([{ wantsPin: false }]);
});
