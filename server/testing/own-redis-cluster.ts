import { afterAll } from 'vitest';
import { env } from '../env.ts';
import { requireOwnProcess } from './require-own-process.ts';
import { startRedisCluster } from './start-redis-cluster.ts';

requireOwnProcess('A Redis Cluster of its own');

/**
 * A Redis Cluster used by one test file only, which may therefore kill its masters. Import this file for its
 * side effect before all other modules: they connect to Redis when they are loaded.
 */
export const ownRedisCluster = await startRedisCluster();
env.REDIS_URL = ownRedisCluster.url;
env.REDIS_CLUSTER = true;
afterAll(() => ownRedisCluster.end());
