import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

// Runs before each test file and before any module reads the settings. Gives each process its own database
// and Redis keys.
const { mongoUrl, redisUrl, stripeUrl } = inject('services');
process.env.MARQUEE_TEST_NAME ??= `test-${randomUUID().slice(0, 13)}`;
const name = process.env.MARQUEE_TEST_NAME;
const database = new URL(mongoUrl);
database.pathname = `/${name}`;

Object.assign(process.env, {
  NODE_ENV: 'test',
  MONGO_URL: database.href,
  REDIS_URL: redisUrl,
  REDIS_PREFIX: `${name}:`,
  STRIPE_SIMULATOR_URL: stripeUrl,
  // Each test client has its own network address, so that limits per address do not interfere.
  TRUSTED_PROXIES: '1',
  // Tests send requests faster than people.
  REQUESTS_PER_MINUTE: '1000000',
  REQUESTS_UNDER_WAY: '1000000',
  METRICS_TOKEN: 'test-metrics-token',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
});

// A test that freezes performance.now needs its own process: the database clock is measured against it every
// second, and later test files would continue with a wrong clock.
if (!process.env.MARQUEE_OWN_PROCESS)
  Object.defineProperty(performance, 'now', { value: performance.now, writable: false, configurable: false });
