import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { CITY } from '#common/city.ts';
import { QUEUE_PREFIX } from './checks/stores.ts';
import { type Topology, until } from './testbed/cluster.ts';
import { failOver } from './testbed/fail-over.ts';
import type { Screen } from './testbed/open-screen.ts';
import type { Testbed } from './testbed/testbed.ts';

/** A fault to inject. */
export interface Fault {
  /** Its name in the table of results. */
  name: string;
  /** Injects the fault. Resolves once the failed part is restored. */
  inject(testbed: Testbed): Promise<void>;
  /** Whether the fault may not cost any page its socket. */
  keepsSockets?: boolean;
}

const PAUSE_MS = 5_000;
const MISDELIVERY_MS = 3_000;
const BETWEEN_KILLS_MS = 1_000;
const FULL_MS = 3_000;
const POLL_MS = 20;
const DISK_FULL_MS = 4_000;
const CLOCK_AHEAD_MS = 5 * 60_000;
const WRONG_TIME_MS = 6_000;
const SUSPENSION_MS = 4_000;
/** MongoDB's election timeout is twelve seconds; most elections take less than two. */
const ELECTION_MS = 3_000;
/** Longer than a call waits, so that it is repeated meanwhile. A primary of MongoDB steps down after ten. */
const WITHOUT_MAJORITY_MS = 7_000;

/** Kills one of two processes, chosen by the seed. */
const killOneOf = (kind: 'server' | 'api' | 'sockets' | 'worker', what: string): Fault => ({
  name: `${what} killed`,
  inject: ({ cluster, random }) => cluster.kill(`${kind}-${random() < 0.5 ? 1 : 2}`),
});

/** Kills HAProxy, which closes every connection. */
export const killBalancer: Fault = {
  name: 'the balancer killed',
  inject: ({ cluster }) => cluster.killProgramOf('balancer'),
};

/** Kills the Redis Cluster master that publishes the city's changes; its replica takes over. */
export const killCityMaster: Fault = {
  name: "the city's Redis master killed",
  inject: ({ cluster }) => failOver(cluster, `{${CITY}}`),
};

/** Kills the Redis Cluster master that holds the queue; its replica takes over. */
const killQueueMaster: Fault = {
  name: "the queue's Redis master killed",
  inject: ({ cluster }) => failOver(cluster, QUEUE_PREFIX),
};

/** Kills Redis, which restarts from its append-only file. */
const restartRedis: Fault = {
  name: 'Redis restarted',
  inject: ({ cluster }) => cluster.killProgramOf('redis'),
};

/** Restarts Redis empty: jobs, schedules and sessions are gone. */
const emptyRedis: Fault = {
  name: 'Redis restarted without its data file',
  async inject({ cluster, tabs }) {
    const folder = join(cluster.dataDir, 'redis');
    // The running process keeps writing to the unlinked files; its successor finds none.
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    await cluster.killProgramOf('redis');
    await cluster.untilReady();
    await tabs?.signInAgain();
  },
};

/** Cuts every node's subscription three times, a second apart. Messages published meanwhile are lost. */
const killSubscriptions: Fault = {
  name: 'subscriptions to Redis killed, three times',
  inject: ({ cluster }) =>
    withRedis(cluster, async (redis) => {
      for (let count = 0; count < 3; count += 1) {
        if (count > 0) await setTimeout(BETWEEN_KILLS_MS);
        await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      }
    }),
};

/**
 * Sets Redis to its memory limit for three seconds. Reads work; writes of jobs, sessions and rate-limit
 * counters are refused.
 */
const fillRedis: Fault = {
  name: 'Redis full',
  inject: ({ cluster }) =>
    withRedis(cluster, async (redis) => {
      await redis.config('SET', 'maxmemory', '1');
      await setTimeout(FULL_MS);
      await redis.config('SET', 'maxmemory', '0');
    }),
};

/**
 * Simulates a full disk for three seconds: Redis refuses every write and PING, but serves reads and
 * publishes. A folder blocks the path of its snapshot file, because no process here can fill the disk for
 * Redis alone. A failed snapshot makes it reply as it would if it could not write its log.
 */
const fillRedisDisk: Fault = {
  name: "Redis' disk full",
  keepsSockets: true,
  inject: ({ cluster }) =>
    withRedis(cluster, async (redis) => {
      const inTheWay = join(cluster.dataDir, 'redis', 'dump.rdb');
      mkdirSync(inTheWay);
      await saveSnapshot(redis, 'err');
      await redis.config('SET', 'save', '3600 1');
      await setTimeout(FULL_MS);
      rmdirSync(inTheWay);
      await saveSnapshot(redis, 'ok');
      await redis.config('SET', 'save', '');
    }),
};

/** Starts a snapshot of Redis and waits for its outcome. */
async function saveSnapshot(redis: Redis, outcome: 'ok' | 'err'): Promise<void> {
  await redis.bgsave('SCHEDULE');
  const info = () => redis.info('persistence');
  while (!(await info()).includes(`rdb_last_bgsave_status:${outcome}`)) await setTimeout(POLL_MS);
}

async function withRedis(
  { services }: Testbed['cluster'],
  run: (redis: Redis) => Promise<void>,
): Promise<void> {
  const redis = new Redis(services.redis);
  await run(redis).finally(() => redis.disconnect());
}

/** Stops the database process for five seconds. */
const pauseDatabase: Fault = {
  name: 'the database paused for 5 s',
  async inject({ cluster }) {
    const pid = cluster.pidOf('document-store');
    process.kill(pid, 'SIGSTOP');
    await setTimeout(PAUSE_MS);
    process.kill(pid, 'SIGCONT');
  },
};

/**
 * Sets one server's clock five minutes ahead for six seconds. No change may be taken for later or
 * older than it is.
 */
const setClockAhead: Fault = {
  name: "a server's clock five minutes ahead",
  keepsSockets: true,
  inject: ({ cluster, random }) =>
    cluster.injectMachineFault([`server-${random() < 0.5 ? 1 : 2}`], { clockAheadMs: CLOCK_AHEAD_MS }, () =>
      setTimeout(WRONG_TIME_MS),
    ),
};

/**
 * Sets every server's clock ahead until a page has received a position of a ride that was accepted
 * meanwhile, and whose driver got under way.
 */
export const setClocksAhead: Fault = {
  name: 'the clocks of all servers five minutes ahead',
  inject({ cluster, screens }) {
    const acceptedBefore = ridesThat(screens, /^accepted$/);
    const isSeen = () => {
      const seen = new Set(screens.flatMap((screen) => screen.seen.map(({ rideId }) => rideId)));
      const onTheRoad = ridesThat(screens, /^(en_route|arrived|started)$/);
      return [...ridesThat(screens, /^accepted$/)].some(
        (rideId) => !acceptedBefore.has(rideId) && onTheRoad.has(rideId) && seen.has(rideId),
      );
    };
    return cluster.injectMachineFault(['server-1', 'server-2'], { clockAheadMs: CLOCK_AHEAD_MS }, () =>
      until(isSeen, {
        what: 'a page received a position of a ride accepted and begun with wrong clocks',
        withinMs: 90_000,
      }),
    );
  },
};

/** Returns the rides with an acknowledged write whose action matches. */
const ridesThat = (screens: readonly Screen[], action: RegExp): Set<string> =>
  new Set(
    screens.flatMap(({ ackedWrites }) =>
      ackedWrites.filter((write) => action.test(write.action)).map(({ rideId }) => rideId),
    ),
  );

/** Makes the database refuse every write for four seconds, but serve reads. */
const fillDisk: Fault = {
  name: "the database's disk full",
  keepsSockets: true,
  inject: ({ cluster }) =>
    cluster.injectMachineFault(['document-store'], { isDiskFull: true }, () => setTimeout(DISK_FULL_MS)),
};

/**
 * Makes the database's primary step down, which closes its connections. There is no primary
 * for three seconds.
 */
const electPrimary: Fault = {
  name: 'a database election',
  keepsSockets: true,
  async inject({ cluster: { replicaSet } }) {
    replicaSet?.stepDown();
    await setTimeout(ELECTION_MS);
    replicaSet?.elect();
  },
};

/**
 * Cuts the primary off from its secondaries. It executes writes without acknowledging them until another
 * primary is elected, which has none of them.
 */
export const rollBackWrites: Fault = {
  name: 'writes rolled back by an election',
  keepsSockets: true,
  async inject(testbed) {
    testbed.cluster.replicaSet?.isolate();
    await setTimeout(WITHOUT_MAJORITY_MS);
    await electPrimary.inject(testbed);
  },
};

/** Restarts each server for the API in turn with SIGTERM, as a rolling release does. */
const releaseApi: Fault = {
  name: 'a rolling restart of the API',
  keepsSockets: true,
  async inject({ cluster }) {
    for (const name of ['api-1', 'api-2']) {
      await cluster.release(name);
      await cluster.untilReady();
    }
  },
};

/** Delivers every webhook three times, late and out of order, for three seconds. */
const misdeliverWebhooks: Fault = {
  name: 'webhooks delayed and repeated',
  async inject({ cluster: { services } }) {
    const configure = (behaviour: object) =>
      fetch(`${services.stripe}/sim/control/webhooks`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_simulator', 'content-type': 'application/json' },
        body: JSON.stringify(behaviour),
      });
    await configure({ copies: 3, delayMs: 500, jitterMs: 2_000 });
    await setTimeout(MISDELIVERY_MS);
    await configure({ copies: 1, delayMs: 0, jitterMs: 0 });
  },
};

/** Suspends the tabs of the real browser, as a phone does, and closes their connections meanwhile. */
const suspendTabs: Fault = {
  name: 'tabs suspended, their connections dropped',
  async inject({ tabs, tabProxy }) {
    const resume = await tabs?.suspend();
    tabProxy.dropConnections();
    await setTimeout(SUSPENSION_MS);
    resume?.();
  },
};

/** Every fault that ends within its phase, by topology. A silently cut socket runs beside them. */
export const FAULTS: Record<Topology, readonly Fault[]> = {
  'one Redis': [
    killOneOf('server', 'a server'),
    killOneOf('worker', 'a worker'),
    killBalancer,
    restartRedis,
    emptyRedis,
    killSubscriptions,
    fillRedis,
    fillRedisDisk,
    pauseDatabase,
    fillDisk,
    setClockAhead,
    misdeliverWebhooks,
    suspendTabs,
  ],
  'Redis Cluster': [
    killCityMaster,
    killQueueMaster,
    killOneOf('api', 'a server for the API'),
    killOneOf('sockets', 'a server for sockets'),
    electPrimary,
    rollBackWrites,
    releaseApi,
  ],
};
