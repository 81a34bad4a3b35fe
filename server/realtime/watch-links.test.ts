import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { SOCKET_PATH } from '#common/rides/ride-events.ts';
import { as } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { connectWithCookie } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { socketServer } from '../testing/socket-server.ts';
import type { GatewaySocket } from './create-socket-server.ts';
import { watchLinks } from './watch-links.ts';

setUpTestApp();

/** Short times, so that tests need not wait. */
const TIMES = { pingEveryMs: 50, answerMs: 300 };

/** Starts a node that watches links. @returns also the cookie of a signed-in rider */
async function startNode(times = TIMES) {
  const { io, url } = await socketServer();
  watchLinks(io, times);
  const browser = as(await buildRider());
  await browser.signIn();
  return { io, url, cookie: browser.cookie };
}

test('a page that watches its link but does not answer pings is disconnected; other pages are not pinged', async () => {
  const { io, url, cookie } = await startNode();
  const [page, other] = [await connectWithCookie(cookie, { url }), await connectWithCookie(cookie, { url })];
  const [ended] = [...io.of('/').sockets.values()].filter(({ id }) => id === page.socket.id);
  if (!ended) throw new Error('the page has no socket');
  const end = once(ended, 'disconnect');

  // This page never answers pings.
  page.socket.emit('link:watch');

  expect(await page.next('link:ping')).toBeUndefined();
  await end;
  // Everything sent before this acknowledgement has arrived.
  await other.socket.timeout(5_000).emitWithAck('link:check');
  expect(io.of('/').sockets.get(other.socket.id ?? '')?.connected).toBe(true);
  expect(other.unheard('link:ping')).toBe(0);
});

test('a page that answers pings is pinged again until it stops watching its link', async () => {
  const { io, url, cookie } = await startNode({ ...TIMES, answerMs: 20_000 });
  const [page, other] = [await connectWithCookie(cookie, { url }), await connectWithCookie(cookie, { url })];
  const { socket } = page;
  socket.emit('link:watch');
  // Watching twice has no further effect.
  socket.emit('link:watch');
  for (let ping = 0; ping < 3; ping += 1) {
    await page.next('link:ping');
    socket.emit('link:pong');
  }

  socket.emit('link:unwatch');
  // An unexpected answer has no effect.
  socket.emit('link:pong');
  await socket.timeout(5_000).emitWithAck('link:check');
  // A ping may have been on its way.
  const pings = page.unheard('link:ping');
  expect(pings).toBeLessThanOrEqual(1);

  // The second ping of another page comes after the time at which this page's next one would be due.
  other.socket.emit('link:watch');
  await other.next('link:ping');
  other.socket.emit('link:pong');
  await other.next('link:ping');
  await socket.timeout(5_000).emitWithAck('link:check');
  expect(page.unheard('link:ping')).toBe(pings);
  expect(io.of('/').sockets.size).toBe(2);
});

test('a link check is acknowledged, even after a malformed one', async () => {
  const { url, cookie } = await startNode();
  const { socket } = await connectWithCookie(cookie, { url });

  socket.io.engine.write('2["link:check","not a function"]');

  expect(await socket.timeout(5_000).emitWithAck('link:check')).toEqual({});
});

/** A page in a separate thread, which answers while this thread is blocked, and then wakes it. */
const PAGE = `
  const { workerData } = require('node:worker_threads');
  const { url, cookie, path, answers } = workerData;
  const socket = require('socket.io-client').io(url, {
    path, transports: ['websocket'], reconnection: false, extraHeaders: { cookie, origin: url },
  });
  socket.on('link:ping', () => {
    socket.io.engine.once('drain', () => {
      Atomics.add(answers, 0, 1);
      Atomics.notify(answers, 0);
    });
    socket.emit('link:pong');
  });
  socket.on('connect', () => socket.emit('link:watch'));
`;

test('a node that was blocked reads the answers that arrived meanwhile before it disconnects a page', async () => {
  const { io, url, cookie } = await startNode();
  const connected = once(io, 'connection') as Promise<[GatewaySocket]>;
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const page = new Worker(PAGE, { eval: true, workerData: { url, cookie, path: SOCKET_PATH, answers } });
  onTestFinished(() => void page.terminate());
  const [socket] = await connected;
  const ended = once(socket, 'disconnect').then(() => 'ended');
  // The first ping follows `link:watch`. Once it is sent, this thread is blocked until the page has answered
  // and the timers are due, before it reads anything else.
  socket.onAnyOutgoing(() => {
    socket.offAnyOutgoing();
    process.nextTick(() => {
      Atomics.wait(answers, 0, 0, 10_000);
      Atomics.wait(answers, 0, 1, 2 * TIMES.answerMs);
    });
  });
  const answered = once(socket, 'link:pong').then(() => 'answered');

  expect(await Promise.race([ended, answered])).toBe('answered');
});
