import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '#embedded/launch/free-port.ts';
import { startProgram } from '#server/testing/start-program.ts';
import { startRedis } from '#server/testing/start-redis.ts';
import { type Measured, startMeasured, stopAllMeasured } from './start-measured.ts';

/** Address that the measured servers believe to be reached at; their clients name it as their Origin. */
export const ORIGIN = 'https://marquee.example';

/** What sessions are signed with. */
export const SESSION_SECRET = 'a secret of the measurements alone';

/** What opens their metrics. */
export const METRICS_TOKEN = 'the token of the measurements';

/** What everything measured stands on. */
export interface Stand {
  /** A connection for whoever publishes or writes sessions. */
  redis: Redis;
  redisUrl: string;
  mongoUrl: string;
  start(name: string, env?: NodeJS.ProcessEnv): Promise<Measured>;
  close(): Promise<void>;
}

/** Brings up a Redis that keeps nothing, and the document store in memory. */
export async function openStand(): Promise<Stand> {
  const dir = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const [redisServer, store] = await Promise.all([
    startRedis(),
    startProgram({
      command: process.execPath,
      args: ['dist/document-store.js', '--port', '0'],
      readyLine: /^ready (\S+)/,
    }),
  ]);
  const redis = new Redis(redisServer.url);
  const mongoUrl = `${store.ready}/bench`;

  return {
    redis,
    redisUrl: redisServer.url,
    mongoUrl,
    async start(name, env = {}) {
      return startMeasured({
        name,
        port: await freePort(),
        logFile: join(dir, `${name.replaceAll('/', '-')}.log`),
        env: {
          NODE_ENV: 'production',
          PUBLIC_URL: ORIGIN,
          MONGO_URL: mongoUrl,
          REDIS_URL: redisServer.url,
          SESSION_SECRET,
          GIFT_CARD_SECRET: SESSION_SECRET,
          STRIPE_SECRET_KEY: 'sk_test_bench',
          STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
          STRIPE_WEBHOOK_SECRET: 'whsec_bench',
          METRICS_TOKEN,
          DRAIN_MS: '0',
          ...env,
        },
      });
    },
    async close() {
      await stopAllMeasured();
      redis.disconnect();
      await Promise.all([redisServer.end('SIGKILL'), store.end('SIGKILL')]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
