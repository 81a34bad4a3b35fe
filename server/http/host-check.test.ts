import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { SOCKET_PATH } from '#common/rides/ride-events.ts';
import { as } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';

setUpTestApp();

/**
 * Returns the status of a request with this Host header, as sent by a browser whose DNS resolves the name to
 * this machine.
 */
async function statusFor(host: string, path: string, method = 'GET'): Promise<number | undefined> {
  const asked = request(new URL(path, testAppUrl()), { method, headers: { host } });
  asked.end();
  const [reply]: IncomingMessage[] = await once(asked, 'response');
  reply?.resume();
  return reply?.statusCode;
}

const PATHS = [
  '/',
  '/book',
  '/assets/none.js',
  '/robots.txt',
  '/api/config',
  '/api/docs',
  '/api/nothing',
  '/ops/queues',
];

test.each(PATHS)('%s is refused for a foreign Host header, as in DNS rebinding', async (path) => {
  for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '0.0.0.0:3000']) {
    expect([host, await statusFor(host, path)]).toEqual([host, 421]);
  }
  expect(await statusFor('evil.example', path, 'POST')).toBe(421);
});

test.each(['localhost', 'LOCALHOST:8080', 'localhost.', '127.0.0.1:1', '[::1]:3000'])(
  'a request with the Host header %s is answered',
  async (host) => {
    expect(await statusFor(host, '/api/config')).toBe(200);
  },
);

test('probes are answered for any host', async () => {
  expect(await statusFor('10.0.0.7:3000', '/healthz')).toBe(200);
  expect(await statusFor('10.0.0.7:3000', '/readyz')).toBe(200);
  expect(await statusFor('10.0.0.7:3000', '/metrics')).toBe(404);
});

test('a socket with a foreign Host header is refused, even if its Origin matches that host', async () => {
  const browser = as(await buildRider());
  await browser.signIn();
  const headers = { host: 'evil.example', origin: 'http://evil.example', cookie: browser.cookie };
  const socket = io(testAppUrl(), {
    path: SOCKET_PATH,
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: headers,
  });
  onTestFinished(() => {
    socket.disconnect();
  });

  const outcome = await Promise.race([
    new Promise((resolve) => socket.once('connect', () => resolve('connected'))),
    new Promise((resolve) => socket.once('connect_error', () => resolve('refused'))),
  ]);

  expect(outcome).toBe('refused');
});
