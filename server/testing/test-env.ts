import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

// Runs before each test file, and before anything reads the settings: each process has a database and Redis keys
// of its own.
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
  // Each test client comes from an address of its own, so that limits by address do not meet.
  TRUSTED_PROXIES: '1',
  // Tests ask faster than people do.
  REQUESTS_PER_MINUTE: '1000000',
  REQUESTS_UNDER_WAY: '1000000',
  METRICS_TOKEN: 'test-metrics-token',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
});

// Who has uptime stand still needs a process of their own: the database's clock is read against it every second, and later files go on with that.
if (!process.env.MARQUEE_OWN_PROCESS)
  Object.defineProperty(performance, 'now', { value: performance.now, writable: false, configurable: false });
