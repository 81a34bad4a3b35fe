import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redis } from '../infra/redis.ts';
import { as, visitor } from '../testing/as.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { connectWithCookie } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { socketServer } from '../testing/socket-server.ts';
import { authenticateSockets, closeExpiredSockets } from './authenticate-sockets.ts';
import { createSocketServer } from './create-socket-server.ts';
import { createEndedSessions } from './ended-sessions.ts';

setUpTestApp();

const sessionIdOf = (cookie: string): string => /s%3A([\w-]+)\./.exec(cookie)?.[1] ?? '';

async function signedIn() {
  const browser = as(await buildRider());
  await browser.signIn();
  const id = sessionIdOf(browser.cookie);
  return { browser, id, key: `session:${id}` };
}

async function signedInToBothRoles() {
  const browser = visitor();
  for (const { email } of [await buildRider(), await buildDriver()]) {
    await browser.post('/api/session', { email, password: TEST_PASSWORD, beside: true });
  }
  return browser;
}

test('a socket whose session has ended is closed at the next session check', async () => {
  const { io, url } = await socketServer();
  const [lasting, ended] = [await signedIn(), await signedIn()];
  const phone = await connectWithCookie(lasting.browser.cookie, { url });
  const forgotten = await connectWithCookie(ended.browser.cookie, { url });
  expect(await redis.del(ended.key)).toBe(1);

  await closeExpiredSockets(io);

  await forgotten.next('session:ended');
  expect([...io.of('/').sockets.keys()]).toEqual([phone.socket.id]);
});

test('the session check reads all sessions in one command, and closes only sockets of those that ended', async () => {
  const { io, url } = await socketServer();
  const browsers = [await signedIn(), await signedIn(), await signedIn()] as const;
  const [first, ended, last] = await Promise.all(
    browsers.map(({ browser }) => connectWithCookie(browser.cookie, { url })),
  );
  await redis.del(browsers[1].key);
  const sent = vi.spyOn(redis, 'sendCommand');
  onTestFinished(() => sent.mockRestore());

  await closeExpiredSockets(io);

  const reads = sent.mock.calls.map(([{ name }]) => name).filter((name) => name.endsWith('get'));
  expect(reads).toEqual(['mget']);
  await ended?.next('session:ended');
  expect([first, last].map((phone) => phone?.socket.connected)).toEqual([true, true]);
});

test('a session check that cannot read the sessions fails and closes no socket', async () => {
  const { io, url } = await socketServer();
  const { browser } = await signedIn();
  const phone = await connectWithCookie(browser.cookie, { url });
  vi.spyOn(redis, 'mget').mockRejectedValueOnce(new Error('away'));

  await expect(closeExpiredSockets(io)).rejects.toThrow('away');

  expect([...io.of('/').sockets.keys()]).toEqual([phone.socket.id]);
});

test('a session that ends during the handshake leaves no socket open', async () => {
  const { io, url, ended } = await socketServer();
  const { browser, id, key } = await signedIn();
  io.use(async (_socket, next) => {
    await redis.del(key);
    ended.record(id);
    next();
  });

  const phone = await connectWithCookie(browser.cookie, { url });

  await phone.next('session:ended');
});

test('a role that is signed out during the handshake leaves no socket open', async () => {
  const { io, url, ended } = await socketServer();
  const browser = await signedInToBothRoles();
  io.use(async (_socket, next) => {
    await browser.delete('/api/session?role=driver');
    ended.record(sessionIdOf(browser.cookie));
    next();
  });

  const phone = await connectWithCookie(browser.cookie, { url });

  await phone.next('session:ended');
});

test('a socket with a role that has signed out is closed at the next session check', async () => {
  const { io, url } = await socketServer();
  const browser = await signedInToBothRoles();
  const phone = await connectWithCookie(browser.cookie, { url });
  await browser.delete('/api/session?role=driver');

  await closeExpiredSockets(io);

  await phone.next('session:ended');
});

test('a client that leaves is disconnected, and a second connect on its connection does no harm', async () => {
  const { io, url } = await socketServer();
  const { browser } = await signedIn();
  const phone = await connectWithCookie(browser.cookie, { url });
  const { engine } = phone.socket.io;
  const closed = new Promise((resolve) => engine.once('close', resolve));

  engine.write('1');
  engine.write('0');

  await closed;
  await expect.poll(() => io.engine.clientsCount).toBe(0);
  expect((await connectWithCookie(browser.cookie, { url })).socket.connected).toBe(true);
});

test('a session that ended before the handshake began is not read again', async () => {
  const { url, ended } = await socketServer();
  const { browser, id } = await signedIn();
  ended.record(id);
  const sent = vi.spyOn(redis, 'sendCommand');
  onTestFinished(() => sent.mockRestore());

  const phone = await connectWithCookie(browser.cookie, { url });

  expect(sent.mock.calls.map(([{ name }]) => name).filter((name) => name.endsWith('get'))).toEqual(['mget']);
  expect(phone.socket.connected).toBe(true);
});

test('a session that cannot be read during the handshake makes the client reconnect', async () => {
  const { io, url, ended } = await socketServer();
  const { browser, id } = await signedIn();
  io.use((_socket, next) => {
    ended.record(id);
    vi.spyOn(redis, 'get').mockRejectedValueOnce(new Error('away'));
    next();
  });

  const { socket } = await connectWithCookie(browser.cookie, { url });

  expect(await new Promise((resolve) => socket.once('disconnect', resolve))).toBe('transport close');
});

test('a socket whose handshake is in progress when the subscription is lost is notified of the loss', async () => {
  let isUnsubscribed = false;
  const server = createServer();
  const io = createSocketServer(server, () => isUnsubscribed);
  const findTripKey = async () => {
    isUnsubscribed = true;
    io.local.emit('subscription:lost');
    return 'key';
  };
  authenticateSockets(
    io,
    { findTripKey },
    createEndedSessions(() => isUnsubscribed),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => io.close());
  const url = `http://127.0.0.1:${Object(server.address()).port}`;

  const phone = await connectWithCookie('', { url, trip: 'token' });

  await phone.next('subscription:lost');
});

test('a browser can open thirty sockets per node, without blocking other browsers at its address', async () => {
  const { url } = await socketServer();
  const [{ browser }, { browser: other }] = [await signedIn(), await signedIn()];
  for (let n = 0; n < 30; n += 1) await connectWithCookie(browser.cookie, { url });

  await expect(connectWithCookie(browser.cookie, { url })).rejects.toThrow('TOO_MANY_REQUESTS');

  expect((await connectWithCookie(other.cookie, { url })).socket.connected).toBe(true);
});
