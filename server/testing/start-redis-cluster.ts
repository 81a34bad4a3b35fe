import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '#embedded/launch/free-port.ts';
import { clusterArgs, formCluster, masterOf } from '#embedded/redis/redis-cluster.ts';
import { startRedis, type TestRedis } from './start-redis.ts';

/** A Redis Cluster of three masters and three replicas. */
interface TestRedisCluster {
  /** URLs of its nodes, as in REDIS_URL. */
  url: string;
  nodes: readonly TestRedis[];
  /** Returns the current master of a key's slot, according to a running node. */
  masterOf(key: string): Promise<TestRedis>;
  /** Returns a replica of this master. */
  replicaOf(master: TestRedis): Promise<TestRedis>;
  /**
   * Moves a key's slot to another master. Calls `meanwhile` twice while the slot migrates: before and after
   * its keys are moved.
   */
  moveSlot(key: string, target: TestRedis, meanwhile: () => Promise<void>): Promise<void>;
  /** Runs a command on one node. */
  ask(node: TestRedis, ...command: [string, ...string[]]): Promise<unknown>;
  end(): Promise<void>;
}

/** A node that does not answer for a second counts as failed. */
const NODE_TIMEOUT_MS = 1_000;

/** Starts a Redis Cluster without persistence. */
export async function startRedisCluster(): Promise<TestRedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-redis-cluster-'));
  const nodes = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const node = { busPort: `${await freePort()}`, nodeTimeoutMs: NODE_TIMEOUT_MS };
      const dir = join(folder, `${index}`);
      await mkdir(dir);
      return startRedis({ args: [...clusterArgs(node), '--dir', dir] });
    }),
  );
  await formCluster(nodes.map(({ port }) => `${port}`));

  const ask: TestRedisCluster['ask'] = async (node, ...command) => {
    const client = new Redis(node.url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on('error', () => {});
    return client.call(...command).finally(() => client.disconnect());
  };
  const isRunning = ({ child }: TestRedis) => child.exitCode === null && child.signalCode === null;
  const at = (port: number) => {
    const node = nodes.find((each) => each.port === port);
    if (!node) throw new Error(`no node at ${port}`);
    return node;
  };

  const masterOfKey: TestRedisCluster['masterOf'] = async (key) => {
    const [running] = nodes.filter(isRunning);
    if (!running) throw new Error('every node has ended');
    return at(Number(await masterOf(key, `${running.port}`)));
  };

  return {
    url: nodes.map(({ url }) => url).join(),
    nodes,
    masterOf: masterOfKey,
    async replicaOf(master) {
      const id = String(await ask(master, 'CLUSTER', 'MYID'));
      const [replica] = (await ask(master, 'CLUSTER', 'REPLICAS', id)) as string[];
      const [, port] = /:(\d+)@/.exec(replica ?? '') ?? [];
      return at(Number(port));
    },
    async moveSlot(key, target, meanwhile) {
      const source = await masterOfKey(key);
      const slot = `${await ask(source, 'CLUSTER', 'KEYSLOT', key)}`;
      const setSlot = (node: TestRedis, ...state: string[]) =>
        ask(node, 'CLUSTER', 'SETSLOT', slot, ...state);
      const idOf = async (node: TestRedis) => String(await ask(node, 'CLUSTER', 'MYID'));
      await setSlot(target, 'IMPORTING', await idOf(source));
      await setSlot(source, 'MIGRATING', await idOf(target));
      await meanwhile();
      const keys = (await ask(source, 'CLUSTER', 'GETKEYSINSLOT', slot, '1000')) as string[];
      const { hostname, port } = new URL(target.url);
      await ask(source, 'MIGRATE', hostname, port, '', '0', '1000', 'KEYS', ...keys);
      await meanwhile();
      for (const node of [target, source]) await setSlot(node, 'NODE', await idOf(target));
    },
    ask,
    async end() {
      await Promise.all(nodes.filter(isRunning).map((node) => node.end('SIGKILL')));
      await rm(folder, { recursive: true });
    },
  };
}
