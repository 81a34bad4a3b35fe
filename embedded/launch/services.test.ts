import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../document-store/testing/temporary-directory.ts';
import { startServices } from './services.ts';

/**
 * Starts services with all but Redis configured externally.
 * @returns their names, and what follows from the environment
 */
async function startRedisAlone(environment: Record<string, string>, hasRedisCluster = false) {
  const elsewhere = {
    MONGO_URL: 'mongodb://db/marquee',
    STRIPE_SECRET_KEY: 'sk_test',
    SMTP_URL: 'smtp://mail',
  };
  for (const [name, value] of Object.entries({
    REDIS_URL: '',
    REDIS_CLUSTER: '',
    ...elsewhere,
    ...environment,
  })) {
    vi.stubEnv(name, value);
  }
  const started: string[] = [];
  const services = await startServices(async (name) => void started.push(name), {
    dataDir: temporaryDirectory(),
    web: 'http://localhost:3000',
    webhookUrl: '',
    webhookSecret: '',
    hasRedisCluster,
  }).finally(() => vi.unstubAllEnvs());
  return { started, services };
}

test('Redis is started only without REDIS_URL, and REDIS_CLUSTER marks an external Redis as a cluster', async () => {
  const own = await startRedisAlone({});
  const other = await startRedisAlone({ REDIS_URL: 'redis://node', REDIS_CLUSTER: 'true' });

  expect([own.started, own.services.isRedisCluster]).toEqual([['redis'], false]);
  expect(other).toMatchObject({ started: [], services: { redis: 'redis://node', isRedisCluster: true } });
});

test('contradictory Redis settings are refused', async () => {
  await expect(startRedisAlone({ REDIS_CLUSTER: 'true' })).rejects.toThrow('there is no REDIS_URL');
  await expect(startRedisAlone({ REDIS_URL: 'redis://node' }, true)).rejects.toThrow('REDIS_URL is set');
});
