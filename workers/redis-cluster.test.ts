import '#server/testing/own-redis-cluster.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SessionData } from 'express-session';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { CITY } from '#common/city.ts';
import { env } from '#server/env.ts';
import { SessionStore } from '#server/http/session-store.ts';
import { endSessionsOf } from '#server/http/user-sessions.ts';
import { RIDES_CHANGED, SESSIONS_ENDED } from '#server/infra/channels.ts';
import { logger } from '#server/infra/logger.ts';
import { enqueue, queuePrefix } from '#server/infra/queues.ts';
import { channel, publish, redis, redisKey } from '#server/infra/redis.ts';
import { connectCluster } from '#server/infra/redis-cluster.ts';
import { subscribe } from '#server/realtime/subscribe.ts';
import { type ServerNode, startNode } from '#server/start-node.ts';
import { as } from '#server/testing/as.ts';
import { bookRide, pay } from '#server/testing/build-ride.ts';
import { buildAdmin, buildDriver, buildRider } from '#server/testing/build-user.ts';
import { connectSocket, type TestSocket } from '#server/testing/connect-socket.ts';
import { ownRedisCluster } from '#server/testing/own-redis-cluster.ts';
import { setUpTestApp, testAppUrl } from '#server/testing/set-up-test-app.ts';
import type { UserRecord } from '#server/users/user-model.ts';
import { startWorker } from './testing/start-worker.ts';

setUpTestApp();

/** Interval of the repeated requests. */
const ASK_AGAIN_MS = 5;

let secondNode: ServerNode;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  secondNode = await startNode({ port: 0, host: '127.0.0.1' });
  stopWorker = await startWorker({ 'relay-outbox': 1_000 });
});
// An `afterAll` of its own, since functions returned by `beforeAll` would run only after the cluster has
// ended.
afterAll(async () => {
  await stopWorker();
  await secondNode.close();
});

/** Connects a socket of the user at each node. */
const openScreens = (user: UserRecord): Promise<TestSocket[]> =>
  Promise.all(
    [testAppUrl(), `http://127.0.0.1:${secondNode.port}`].map((url) => connectSocket(user, { url })),
  );

/** Waits until every socket has received a ride in this state. */
async function seeOn(screens: readonly TestSocket[], state: object): Promise<void> {
  for (const screen of screens) {
    for (;;) {
      const shown = await screen.next('ride:changed');
      const isThere = shown.some((ride) => expect.objectContaining(state).asymmetricMatch(ride));
      if (isThere) break;
    }
  }
}

async function bookAndPay(rider: UserRecord): Promise<string> {
  const booked = await bookRide(rider);
  const paymentIntentId = await pay(booked);
  const { id } = booked.ride;
  const reply = await as(rider).post(`/api/rides/${id}/payment-success`, {
    paymentIntentId,
    riderId: rider.id,
  });
  expect([200, 202], JSON.stringify(reply.body)).toContain(reply.status);
  return id;
}

async function accept(driver: UserRecord, rideId: string): Promise<void> {
  const reply = await as(driver).patch(`/api/rides/${rideId}/status`, {
    status: 'accepted',
    driverId: driver.id,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

test('with a Redis cluster a ride can be booked, paid and accepted, and changes reach the sockets of every node', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const screens = await openScreens(rider);
  const [board] = await openScreens(driver);
  expect(await board?.socket.timeout(5_000).emitWithAck('offers:watch')).toMatchObject({ offers: [] });

  const id = await bookAndPay(rider);
  expect(await board?.next('offer:added')).toMatchObject([{ id }]);
  await accept(driver, id);

  await seeOn(screens, { id, status: 'accepted' });
});

test('the queue board shows the jobs of a Redis cluster', async () => {
  const rideId = 'f'.repeat(24);
  await enqueue('expire-unpaid-ride', { rideId }, { delayMs: 60_000 });

  const admin = as(await buildAdmin());
  const jobs = await admin.get(
    '/ops/queues/api/queues?activeQueue=marquee&status=delayed&page=1&jobsPerPage=10',
  );
  const stats = await admin.get('/ops/queues/api/redis/stats');

  expect(JSON.stringify(jobs.body)).toContain(rideId);
  expect(stats.body).toMatchObject({ mode: 'cluster' });
});

test('a subscription that a shard of a Redis cluster refuses is logged, and retried until Redis accepts it', async () => {
  const warn = vi.spyOn(logger, 'warn');
  const setUser = (...rules: string[]) =>
    Promise.all(
      ownRedisCluster.nodes.map((node) =>
        ownRedisCluster.ask(node, 'ACL', 'SETUSER', 'no-channels', ...rules),
      ),
    );
  await setUser('on', 'nopass', '~*', '+@all', 'resetchannels');
  env.REDIS_URL = ownRedisCluster.url.replaceAll('redis://', 'redis://no-channels:any@');
  const heard: string[] = [];
  const subscription = subscribe({
    on: { refused: (message) => heard.push(message) },
    onLost() {},
    onRestored() {},
  });
  onTestFinished(() => {
    subscription.close();
    env.REDIS_URL = ownRedisCluster.url;
  });

  const error = expect.objectContaining({ message: expect.stringContaining('NOPERM') });
  await expect
    .poll(() => warn)
    .toHaveBeenCalledWith(
      { error, channels: [channel('refused')] },
      'redis subscription refused, will retry',
    );
  expect(subscription.isUp()).toBe(false);
  await setUser('allchannels');
  await subscription.ready;
  await publish('refused', 'first');

  await expect.poll(() => heard).toEqual(['first']);
});

test('with a Redis cluster ending a session notifies and disconnects its sockets on every node', async () => {
  const rider = await buildRider();
  const screens = await openScreens(rider);
  const closed = screens.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)));

  expect((await as(rider).delete('/api/session')).status).toBe(204);

  await Promise.all(screens.map((screen) => screen.next('session:ended')));
  expect(await Promise.all(closed)).toEqual(['io server disconnect', 'io server disconnect']);
});

test('a session in a Redis cluster expires within seconds unless it was added to the sessions of its user', async () => {
  const write = promisify(new SessionStore().set.bind(new SessionStore()));
  const riderId = 'f'.repeat(24);
  const session = { riderId, signedInAt: new Date().toISOString(), isNew: true } as unknown as SessionData;
  const secondsLeft = (sessionId: string) => redis.ttl(redisKey('session', sessionId));

  await write('listed', session);
  expect(await secondsLeft('listed')).toBeGreaterThan(86_400);
  await endSessionsOf(riderId);
  expect(await secondsLeft('listed')).toBe(-2);

  vi.spyOn(redis, 'multi').mockImplementationOnce(() => {
    throw new Error('Connection is closed.');
  });
  await expect(write('unlisted', session)).rejects.toThrow('Connection is closed.');
  const isShort = async () =>
    expect(await secondsLeft('unlisted')).toSatisfy((left) => left > 0 && left <= 10);
  await isShort();
  await write('unlisted', { ...session, isNew: undefined } as unknown as SessionData);
  await isShort();
});

test('during a planned Redis failover no command is refused, and later changes reach every socket', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const screens = await openScreens(rider);
  const master = await ownRedisCluster.masterOf(`${queuePrefix}:marquee`);
  const replica = await ownRedisCluster.replicaOf(master);
  const asked = new AbortController();
  onTestFinished(() => asked.abort());
  const refusals = new Set<string>();
  const keys = Array.from({ length: 50 }, (_, n) => redisKey('recorded', `${n}`));
  const ask = (key: string) => redis.set(key, '', 'PX', 1_000).catch((error) => refusals.add(error.message));
  const asking = (async () => {
    while (!asked.signal.aborted) {
      await Promise.all(keys.map(ask));
      await delay(ASK_AGAIN_MS);
    }
  })();

  await ownRedisCluster.ask(replica, 'CLUSTER', 'FAILOVER');
  await expect.poll(() => ownRedisCluster.masterOf(`${queuePrefix}:marquee`)).toBe(replica);
  const id = await bookAndPay(rider);
  await accept(driver, id);
  asked.abort();
  await asking;

  await seeOn(screens, { id, status: 'accepted' });
  // Writes wait during the failover, and time out if it takes longer than a second.
  refusals.delete('Command timed out');
  expect([...refusals]).toEqual([]);
});

test('after the Redis master of the city is killed its replica takes over, and changes reach every socket', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const screens = await openScreens(rider);
  await as(driver).signIn();
  const id = await bookAndPay(rider);
  await seeOn(screens, { id, paymentStatus: 'paid' });

  const master = await ownRedisCluster.masterOf(channel(RIDES_CHANGED));
  await master.end('SIGKILL');
  await Promise.all(screens.map((screen) => screen.next('subscription:lost')));
  // Refused while it needs the shard without a master. The refusals are logged.
  await expect.poll(() => accept(driver, id).then(() => 'accepted', String)).toBe('accepted');
  vi.mocked(logger.error).mockClear();

  // Changes published before the subscription was restored are in the snapshot that a page fetches then.
  await Promise.all(screens.map((screen) => screen.next('resync')));
  const snapshot = await as(rider).get(`/api/rides/${id}`);
  expect(snapshot.body).toMatchObject({ id, status: 'accepted' });
  const asked = await as(rider).send('PUT', `/api/rides/${id}/start-pin`, { isWanted: true });
  expect(asked.status).toBe(200);
  await seeOn(screens, { id, wantsPin: true });
});

test('a command to a hanging Redis master fails within five seconds, and sockets are resynced', {
  timeout: 40_000,
}, async () => {
  const screens = await openScreens(await buildRider());
  const master = await ownRedisCluster.masterOf(channel(SESSIONS_ENDED));
  const isSame = async () => (await ownRedisCluster.masterOf(channel(SESSIONS_ENDED))) === master;

  master.child.kill('SIGSTOP');
  const askedAt = performance.now();
  await expect(publish(SESSIONS_ENDED, 'nobody’s')).rejects.toThrow(/Command timed out|redirections/);
  expect(performance.now() - askedAt).toBeLessThan(5_000);
  await Promise.all(screens.map((screen) => screen.next('subscription:lost')));
  await Promise.all(screens.map((screen) => screen.next('resync')));
  master.child.kill('SIGCONT');

  await expect.poll(isSame).toBe(false);
  await expect.poll(() => publish(SESSIONS_ENDED, 'nobody’s').catch(() => 0)).toBe(2);
});

test('a command that timed out at a hanging Redis master is not repeated at the master that replaces it', {
  timeout: 40_000,
}, async () => {
  const key = channel(SESSIONS_ENDED);
  const client = connectCluster(ownRedisCluster.url, { timeoutMs: 1_000 });
  onTestFinished(() => client.disconnect());
  await client.del(key);
  const hanging = await ownRedisCluster.masterOf(key);
  const replica = await ownRedisCluster.replicaOf(hanging);
  const connection = client.nodes('master').find(({ options }) => options.port === hanging.port);

  hanging.child.kill('SIGSTOP');
  onTestFinished(() => void hanging.child.kill('SIGCONT'));
  await expect(client.set(key, 'older')).rejects.toThrow('Command timed out');
  await expect.poll(() => ownRedisCluster.ask(replica, 'ROLE')).toContain('master');
  await expect.poll(() => ownRedisCluster.ask(replica, 'SET', key, 'newer').catch(String)).toBe('OK');
  // Sent after the command that timed out, and retried after it when the connection ends.
  const asked = client.set(`${key}:asked`, '');
  connection?.stream.destroy();

  expect(await asked).toBe('OK');
  expect(await ownRedisCluster.ask(replica, 'GET', key)).toBe('newer');
  hanging.child.kill('SIGCONT');
  await expect.poll(() => ownRedisCluster.ask(hanging, 'ROLE')).toContain('slave');
});

test('during a Redis slot migration no write is refused, and later changes reach every socket', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const screens = await openScreens(rider);
  const keys = Array.from({ length: 50 }, (_, n) => redisKey('recorded', `{${CITY}}:${n}`));
  const list = redisKey('sessions-of', `{${CITY}}`);
  const write = async () => {
    const written = await Promise.all(keys.map((key) => redis.set(key, '', 'PX', 60_000)));
    expect(new Set(written)).toEqual(new Set(['OK']));
    const noted = await redis.multi().zadd(list, Date.now(), 'a session').expire(list, 60).exec();
    expect(noted?.map(([error]) => error)).toEqual([null, null]);
  };
  await write();

  const source = await ownRedisCluster.masterOf(channel(RIDES_CHANGED));
  const target = await ownRedisCluster.masterOf(channel(SESSIONS_ENDED));
  await ownRedisCluster.moveSlot(channel(RIDES_CHANGED), target, write);
  expect(await ownRedisCluster.ask(source, 'INFO', 'errorstats')).toContain('errorstat_ASK:');
  await write();
  await Promise.all(screens.map((screen) => screen.next('resync')));
  expect(await ownRedisCluster.masterOf(channel(RIDES_CHANGED))).toBe(target);

  const id = await bookAndPay(rider);
  await accept(driver, id);
  await seeOn(screens, { id, status: 'accepted' });
});
