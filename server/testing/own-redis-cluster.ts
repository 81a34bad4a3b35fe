import { afterAll } from 'vitest';
import { env } from '../env.ts';
import { requireOwnProcess } from './require-own-process.ts';
import { startRedisCluster } from './start-redis-cluster.ts';

requireOwnProcess('A Redis Cluster of its own');

/**
 * A Redis Cluster for one test file alone, in place of the Redis of all others; its masters may be killed. Import this file for its
 * effect, before all others: they connect to Redis as they load.
 */
export const ownRedisCluster = await startRedisCluster();
env.REDIS_URL = ownRedisCluster.url;
env.REDIS_CLUSTER = true;
afterAll(() => ownRedisCluster.end());
