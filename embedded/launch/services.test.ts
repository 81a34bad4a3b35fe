import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../document-store/testing/temporary-directory.ts';
import { startServices } from './services.ts';

/**
 * Starts services. All but Redis are configured externally, unless the environment says otherwise.
 * @returns their names, and what follows from the environment
 */
async function startServicesWith(environment: Record<string, string>, hasRedisCluster = false) {
  const elsewhere = {
    MONGO_URL: 'mongodb://db/marquee',
    STRIPE_SECRET_KEY: 'sk_test',
    SMTP_URL: 'smtp://mail',
  };
  for (const [name, value] of Object.entries({
    REDIS_URL: '',
    REDIS_CLUSTER: '',
    STRIPE_SIMULATOR_URL: '',
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
  const own = await startServicesWith({});
  const other = await startServicesWith({ REDIS_URL: 'redis://node', REDIS_CLUSTER: 'true' });

  expect([own.started, own.services.isRedisCluster]).toEqual([['redis'], false]);
  expect(other).toMatchObject({ started: [], services: { redis: 'redis://node', isRedisCluster: true } });
});

test('the Stripe simulator is started only without keys of Stripe and the address of another simulator', async () => {
  const redis = { REDIS_URL: 'redis://node' };
  const other = { STRIPE_SIMULATOR_URL: 'http://127.0.0.1:12111' };
  const own = await startServicesWith({ ...redis, STRIPE_SECRET_KEY: '' });
  const running = await startServicesWith({ ...redis, ...other, STRIPE_SECRET_KEY: '' });
  const withKeys = await startServicesWith({ ...redis, ...other });
  const stripe = await startServicesWith(redis);

  expect(own.started).toEqual(['stripe']);
  expect(own.services.stripe).toMatch(/^http:/);
  expect([running.started, running.services.stripe]).toEqual([[], 'http://127.0.0.1:12111']);
  expect([withKeys.started, withKeys.services.stripe]).toEqual([[], 'http://127.0.0.1:12111']);
  expect([stripe.started, stripe.services.stripe]).toEqual([[], null]);
});

test('contradictory Redis settings are refused', async () => {
  await expect(startServicesWith({ REDIS_CLUSTER: 'true' })).rejects.toThrow('there is no REDIS_URL');
  await expect(startServicesWith({ REDIS_URL: 'redis://node' }, true)).rejects.toThrow('REDIS_URL is set');
});
