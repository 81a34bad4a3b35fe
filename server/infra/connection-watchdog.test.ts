import { once } from 'node:events';
import { Redis } from 'ioredis';
import { expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { startRedis } from '../testing/start-redis.ts';
import { watchConnection } from './connection-watchdog.ts';

/** Longer than a busy machine keeps Redis waiting. */
const PATIENCE = { pingEveryMs: 100, maxUnanswered: 5 };
const LONGER_THAN_PATIENCE_MS = (PATIENCE.maxUnanswered + 1) * PATIENCE.pingEveryMs;
/** For connections that are to be replaced. */
const SHORT_PATIENCE = { pingEveryMs: 20, maxUnanswered: 5 };

/** Connects a client with a watchdog to a separate Redis, and counts how often it disconnects. */
async function connect(patience = PATIENCE) {
  const server = await startRedis();
  const client = new Redis(server.url, { disconnectTimeout: 10, maxRetriesPerRequest: null });
  client.on('error', () => {});
  const onClose = vi.fn();
  client.on('close', onClose);
  watchConnection(client, patience);
  onTestFinished(async () => {
    client.disconnect();
    await server.end('SIGKILL');
  });
  await once(client, 'ready');
  return { server, client, onClose };
}

/** Waits until so many pings were sent that the connection would have been replaced if none were answered. */
const untilPingedOften = (ping: MockInstance<Redis['ping']>) =>
  vi.waitFor(() => expect(ping.mock.calls.length).toBeGreaterThan(PATIENCE.maxUnanswered + 1), {
    timeout: 10_000,
  });

/** Blocks this process. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a connection that falls silent is replaced, and a command sent meanwhile is answered', async () => {
  const { server, client, onClose } = await connect(SHORT_PATIENCE);

  server.child.kill('SIGSTOP');
  const answer = client.echo('asked in the silence');
  await once(client, 'close');
  server.child.kill('SIGCONT');

  expect(await answer).toBe('asked in the silence');
  expect(onClose).toHaveBeenCalled();
});

test('a reconnection that falls silent before it is ready is replaced', async () => {
  const { server, client } = await connect(SHORT_PATIENCE);
  server.child.kill('SIGSTOP');
  await once(client, 'close');

  // The kernel accepts connections for a suspended process.
  await once(client, 'connect');
  await once(client, 'close');
  server.child.kill('SIGCONT');

  expect(await client.echo('back')).toBe('back');
});

test('a process that was blocked itself keeps its connection', async () => {
  const { client, onClose } = await connect();

  for (let time = 0; time < 3; time += 1) {
    const answer = client.echo('asked before');
    // The command is sent, then nothing is read.
    await new Promise(setImmediate);
    standStill(LONGER_THAN_PATIENCE_MS);
    expect(await answer).toBe('asked before');
  }

  expect(onClose).not.toHaveBeenCalled();
});

test('a connection whose Redis refuses PING, as with a full disk, is kept and can be read from', async () => {
  const { client, onClose } = await connect();
  await client.set('ride', 'there');
  await client.call('ACL', 'SETUSER', 'default', '-ping');
  const ping = vi.spyOn(client, 'ping');

  await untilPingedOften(ping);

  expect(onClose).not.toHaveBeenCalled();
  expect(await client.get('ride')).toBe('there');
});

test('an idle connection and a subscribed connection are kept', async () => {
  const { client, onClose } = await connect();
  const ping = vi.spyOn(client, 'ping');

  await untilPingedOften(ping);
  await client.subscribe('rides');
  ping.mockClear();
  await untilPingedOften(ping);

  expect(onClose).not.toHaveBeenCalled();
});
