import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { channel, redis } from '../infra/redis.ts';
import { subscribe } from './subscribe.ts';

const CHANNEL = 'test:subscribe';
const POISON = 'poison';

/** Opens a TCP proxy to Redis that can drop connections. Connections opened during the test use it. */
async function openProxy() {
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
    /** Cuts the next `count` connections when they send SUBSCRIBE. */
    cutSubscriptions(count: number) {
      cuts = count;
    },
  };
}

/** Subscribes and records messages, losses and restorations in order. */
async function subscribeAndRecord() {
  const events: string[] = [];
  const subscription = subscribe({
    on: {
      [CHANNEL](message) {
        if (message === POISON) throw new Error('handler failed');
        events.push(message);
      },
    },
    onLost: () => events.push('lost'),
    onRestored: () => events.push('restored'),
  });
  onTestFinished(() => subscription.close());
  await subscription.ready;
  return { events, subscription };
}

/** Retries a check until it passes. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

const publish = (message: string) => redis.publish(channel(CHANNEL), message);

test('a lost subscription is restored automatically, and loss and restoration are reported once each', async () => {
  const proxy = await openProxy();
  const { events, subscription } = await subscribeAndRecord();
  await publish('first');
  await until(() => expect(events).toEqual(['first']));

  proxy.cut();
  await until(() => expect(events).toEqual(['first', 'lost', 'restored']));
  expect(subscription.isUp()).toBe(true);
  await publish('second');

  await until(() => expect(events).toEqual(['first', 'lost', 'restored', 'second']));
});

test('a restoration whose SUBSCRIBE is cut off twice is reported once', async () => {
  const proxy = await openProxy();
  const { events } = await subscribeAndRecord();

  proxy.cutSubscriptions(2);
  proxy.cut();
  await until(() => expect(events).toContain('restored'));
  await publish('after');

  await until(() => expect(events).toContain('after'));
  expect(events).toEqual(['lost', 'restored', 'after']);
});

test('isUp is false while the connection is down', async () => {
  const proxy = await openProxy();
  const { events, subscription } = await subscribeAndRecord();

  proxy.cutSubscriptions(Number.POSITIVE_INFINITY);
  proxy.cut();
  await until(() => expect(events).toContain('lost'));
  expect(subscription.isUp()).toBe(false);

  proxy.cutSubscriptions(0);
  await until(() => expect(subscription.isUp()).toBe(true));
});

/** Makes subscriptions connect as a Redis user who may not read any channel yet. */
async function useRestrictedUser() {
  const user = `no-channels-${process.pid}`;
  const setUser = (...rules: string[]) => redis.call('ACL', 'SETUSER', user, ...rules);
  await setUser('on', 'nopass', '~*', '+@all', 'resetchannels');
  const before = env.REDIS_URL;
  const { host } = new URL(before);
  env.REDIS_URL = `redis://${user}:any@${host}`;
  onTestFinished(async () => {
    env.REDIS_URL = before;
    await redis.call('ACL', 'DELUSER', user);
  });
  return {
    allow: () => setUser('allchannels'),
    async countRefusals() {
      const entries = (await redis.call('ACL', 'LOG')) as unknown[][];
      const own = entries.filter((entry) => entry.includes(user));
      return own.reduce((sum, entry) => sum + Number(entry[entry.indexOf('count') + 1]), 0);
    },
  };
}

test('a subscription that Redis refuses is logged once, and retried until Redis accepts it', async () => {
  const warn = vi.spyOn(logger, 'warn');
  // The log is throttled to once in ten seconds, so no time passes.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const user = await useRestrictedUser();

  const recording = subscribeAndRecord();
  await vi.waitFor(async () => expect(await user.countRefusals()).toBeGreaterThan(1), { timeout: 10_000 });
  await user.allow();
  const { events } = await recording;
  await publish('first');

  await until(() => expect(events).toEqual(['first']));
  const error = expect.objectContaining({ message: expect.stringContaining('NOPERM') });
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { error, channels: [channel(CHANNEL)] },
    'redis subscription refused, will retry',
  );
});

test('a message whose handler throws is logged, and the next is handled', async () => {
  const { events } = await subscribeAndRecord();

  await publish(POISON);
  await publish('good');

  await until(() => expect(events).toEqual(['good']));
  expect(logger.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ channel: channel(CHANNEL) }),
    'published message could not be handled',
  );
  vi.mocked(logger.error).mockClear();
});
