import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { freePort } from '#embedded/launch/free-port.ts';
import { startProgram } from '#server/testing/start-program.ts';
import { startRedis } from '#server/testing/start-redis.ts';
import { type Measured, startMeasured } from './measured.ts';
import { cpuMicrosOf } from './process-cpu.ts';

/** Public origin of the measured servers, which clients send as their Origin. */
export const ORIGIN = 'https://marquee.example';

/** Token for `/metrics` of the measured servers. */
export const METRICS_TOKEN = 'the token of the measurements and of nothing else';

const SESSION_SECRET = 'a secret of the measurements alone';
const MONTH_MS = 30 * 86_400_000;

/** The services that measured programs need. */
export interface Testbed {
  /** A connection for publishing and for writing sessions. */
  redis: Redis;
  redisUrl: string;
  mongoUrl: string;
  /** Starts a program from dist/ (`startMeasured`), on a free port unless one is given. */
  start(name: string, env?: NodeJS.ProcessEnv, port?: number): Promise<Measured>;
  /** CPU time of the services since they started, in microseconds. */
  cpuMicros(): { documentStore: number; redis: number };
  /** Stops the services and every program started. */
  close(): Promise<void>;
}

/** Starts a Redis without persistence and an in-memory document store with the schema migrated. */
export async function openTestbed(): Promise<Testbed> {
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
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: ORIGIN,
    MONGO_URL: mongoUrl,
    REDIS_URL: redisServer.url,
    SESSION_SECRET,
    GIFT_CARD_SECRET: `gift cards: ${SESSION_SECRET}`,
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    METRICS_TOKEN,
    REQUESTS_PER_MINUTE: '1000000000',
    DRAIN_MS: '0',
  };
  await promisify(execFile)(process.execPath, ['dist/migrate.js'], { env: { ...process.env, ...settings } });
  const started: Measured[] = [];

  return {
    redis,
    redisUrl: redisServer.url,
    mongoUrl,
    async start(name, env = {}, port) {
      const measured = await startMeasured({
        name,
        port: port ?? (await freePort()),
        logFile: join(dir, `${name.replaceAll('/', '-')}.log`),
        env: { ...settings, ...env },
      });
      started.push(measured);
      return measured;
    },
    cpuMicros: () => ({
      documentStore: cpuMicrosOf(store.child.pid ?? 0),
      redis: cpuMicrosOf(redisServer.child.pid ?? 0),
    }),
    async close() {
      await Promise.all(started.map((measured) => measured.stop()));
      redis.disconnect();
      await Promise.all([redisServer.end('SIGKILL'), store.end('SIGKILL')]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The roles of a session. */
export interface Roles {
  riderId?: string;
  driverId?: string;
}

/** Writes sessions directly to Redis, as signing in would. @returns the Cookie header for each person */
export async function signIn(redis: Redis, people: readonly Roles[]): Promise<string[]> {
  const signedInAt = new Date();
  const cookie = {
    originalMaxAge: MONTH_MS,
    expires: new Date(signedInAt.getTime() + MONTH_MS),
    secure: true,
    httpOnly: true,
    path: '/',
    sameSite: 'lax',
  };
  const pipeline = redis.pipeline();
  const cookies = people.map((roles) => {
    const id = randomUUID();
    pipeline.set(`marquee:session:${id}`, JSON.stringify({ cookie, ...roles, signedInAt }), 'EX', 86_400);
    const signature = createHmac('sha256', SESSION_SECRET).update(id).digest('base64').replace(/=+$/, '');
    return `__Host-marquee=${encodeURIComponent(`s:${id}.${signature}`)}`;
  });
  await pipeline.exec();
  return cookies;
}

/**
 * Builds an id from a role and a number: 24 hex digits, starting with `a` for riders, `b` for drivers
 * and `c` for rides.
 */
export const idOf = (role: 'rider' | 'driver' | 'ride', index: number): string =>
  `${{ rider: 'a', driver: 'b', ride: 'c' }[role]}${index.toString(16).padStart(23, '0')}`;
