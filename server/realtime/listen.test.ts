import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { channel, redis } from '../infra/redis.ts';
import { listen } from './listen.ts';

const CHANNEL = 'test:listen';
const UNTELLABLE = 'untellable';

/** For one test: stands in front of Redis, and cuts connections. Connections made from here on go through it. */
async function stepBetween() {
  const { hostname, port } = new URL(env.REDIS_URL);
  let cuts = 0;
  const open = new Set<() => void>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const cut = () => {
      open.delete(cut);
      client.destroy();
      upstream.destroy();
    };
    open.add(cut);
    for (const end of [client, upstream]) end.on('error', cut).on('close', cut);
    client.on('data', (bytes) => {
      if (cuts > 0 && /subscribe/i.test(String(bytes))) {
        cuts -= 1;
        cut();
      } else upstream.write(bytes);
    });
    upstream.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const before = env.REDIS_URL;
  env.REDIS_URL = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    env.REDIS_URL = before;
    for (const cut of open) cut();
    server.close();
  });
  return {
    cut() {
      for (const cut of open) cut();
    },
    /** The next so many connections are cut as they ask to subscribe. */
    cutSubscriptions(count: number) {
      cuts = count;
    },
  };
}

/** Listens, and tells what is heard, lost and restored, in order. */
async function listenAndTell() {
  const told: string[] = [];
  const listening = listen({
    on: {
      [CHANNEL](message) {
        if (message === UNTELLABLE) throw new Error('a reader that fails');
        told.push(message);
      },
    },
    onLost: () => told.push('lost'),
    onRestored: () => told.push('restored'),
  });
  onTestFinished(() => listening.close());
  await listening.ready;
  return { told, listening };
}

/** Waits for what comes by itself. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

const publish = (message: string) => redis.publish(channel(CHANNEL), message);

test('after a loss it listens again by itself, and tells once of loss and return', async () => {
  const between = await stepBetween();
  const { told, listening } = await listenAndTell();
  await publish('first');
  await until(() => expect(told).toEqual(['first']));

  between.cut();
  await until(() => expect(told).toEqual(['first', 'lost', 'restored']));
  expect(listening.isUp()).toBe(true);
  await publish('second');

  await until(() => expect(told).toEqual(['first', 'lost', 'restored', 'second']));
});

test('a return that is cut off twice before Redis answers is told of once', async () => {
  const between = await stepBetween();
  const { told } = await listenAndTell();

  between.cutSubscriptions(2);
  between.cut();
  await until(() => expect(told).toContain('restored'));
  await publish('after');

  await until(() => expect(told).toContain('after'));
  expect(told).toEqual(['lost', 'restored', 'after']);
});

test('while the connection is down it is not up', async () => {
  const between = await stepBetween();
  const { told, listening } = await listenAndTell();

  between.cutSubscriptions(Number.POSITIVE_INFINITY);
  between.cut();
  await until(() => expect(told).toContain('lost'));
  expect(listening.isUp()).toBe(false);

  between.cutSubscriptions(0);
  await until(() => expect(listening.isUp()).toBe(true));
});

test('a message that cannot be told is logged, and does not keep the next from being heard', async () => {
  const { told } = await listenAndTell();

  await publish(UNTELLABLE);
  await publish('good');

  await until(() => expect(told).toEqual(['good']));
  expect(logger.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ channel: channel(CHANNEL) }),
    'redis message handler failed',
  );
  vi.mocked(logger.error).mockClear();
});
