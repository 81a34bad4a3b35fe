import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatTime } from '#common/time.ts';
import { newId } from '#server/testing/new-id.ts';
import { startRedis } from '#server/testing/start-redis.ts';
import { withWrongClock } from '#server/testing/with-wrong-clock.ts';
import type { Handlers } from './work.ts';

/** Loads the worker modules afresh, as in a new process, with this Redis. */
async function loadWork(redisUrl: string) {
  vi.stubEnv('QUEUE_REDIS_URL', redisUrl);
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { logger } = await import('#server/infra/logger.ts');
  return { ...(await import('./work.ts')), ...(await import('#server/infra/queues.ts')), logger };
}

test('a Redis that comes back empty gets its job schedules again', async () => {
  const first = await startRedis();
  onTestFinished(async () => {
    await first.end('SIGKILL');
  });
  const { work, jobQueue, closeQueues } = await loadWork(first.url);
  const reconcile = vi.fn<Handlers['reconcile-rides']>();
  const stop = await work({ 'reconcile-rides': reconcile } as Partial<Handlers> as Handlers, {
    'reconcile-rides': 3_600_000,
  });
  const isIdle = async () => {
    expect(reconcile).toHaveBeenCalledOnce();
    expect(await jobQueue().getJobCounts('active', 'delayed')).toEqual({ active: 0, delayed: 1 });
  };
  await vi.waitFor(isIdle, { timeout: 10_000 });

  await first.end('SIGKILL');
  const second = await startRedis({ port: first.port });
  onTestFinished(async () => {
    await stop();
    await closeQueues();
    await second.end('SIGKILL');
  });

  await vi.waitFor(() => expect(reconcile).toHaveBeenCalledTimes(2), { timeout: 10_000 });
});

const DAY_MS = 86_400_000;
const DAILY = { 'reconcile-money': { dailyAt: '03:30' } };

test('a Redis that comes back empty and refuses writes gets its job schedules once it accepts them', async () => {
  const first = await startRedis();
  const { work, jobQueue, closeQueues, logger } = await loadWork(first.url);
  const stop = await work({} as Handlers, DAILY);
  const warned = vi.spyOn(logger, 'warn');
  await first.end('SIGKILL');
  const second = await startRedis({ port: first.port, args: ['--maxmemory', '1'] });
  const operator = new Redis(second.port, '127.0.0.1');
  onTestFinished(async () => {
    operator.disconnect();
    await stop();
    await closeQueues();
    await second.end('SIGKILL');
  });
  await expect.poll(() => warned.mock.calls.map(([, text]) => text)).toContain('job scheduler update failed');
  expect(await jobQueue().getJobSchedulers()).toEqual([]);

  await operator.config('SET', 'maxmemory', '0');

  await expect.poll(() => jobQueue().getJobSchedulers()).toMatchObject([{ key: 'reconcile-money' }]);
});

/** Creates a queue that a worker left a day ago, with a daily job that has been due since. */
async function leaveDueJob() {
  const redis = await startRedis();
  const loaded = await loadWork(redis.url);
  onTestFinished(async () => {
    await loaded.closeQueues();
    await redis.end('SIGKILL');
  });
  await withWrongClock(-DAY_MS, async () => {
    const stop = await loaded.work({} as Handlers, DAILY);
    await stop();
  });
  return { ...loaded, redis };
}

test('a due daily job runs even if the worker starts with more jobs than it can run concurrently', async () => {
  const { work, jobQueue } = await leaveDueJob();
  await jobQueue().addBulk(
    Array.from({ length: 40 }, () => ({ name: 'refund-charge', data: { chargeId: newId() } })),
  );
  const reconcile = vi.fn<Handlers['reconcile-money']>();
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const handlers = { 'reconcile-money': reconcile, 'refund-charge': () => ready };

  const stop = await work(handlers as Partial<Handlers> as Handlers, DAILY);
  onTestFinished(stop);
  isReady();

  await vi.waitFor(() => expect(reconcile).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect((await jobQueue().getJobScheduler('reconcile-money'))?.next).toBeGreaterThan(Date.now());
});

test('a daily job that fails is attempted again within minutes, instead of on the next day', async () => {
  const { work, jobQueue } = await leaveDueJob();
  const reconcile = vi.fn<Handlers['reconcile-money']>().mockRejectedValue(new Error('the database is away'));

  const stop = await work({ 'reconcile-money': reconcile } as Partial<Handlers> as Handlers, DAILY);
  onTestFinished(stop);

  await expect
    .poll(async () => (await jobQueue().getDelayed()).map(({ attemptsMade }) => attemptsMade))
    .toContain(1);
});

test('a daily job whose time a release changed is scheduled for the new time', async () => {
  const { work, jobQueue } = await leaveDueJob();

  const stop = await work({} as Handlers, { 'reconcile-money': { dailyAt: '05:15' } });
  onTestFinished(stop);

  const scheduler = await jobQueue().getJobScheduler('reconcile-money');
  expect(formatTime(new Date(scheduler?.next ?? 0))).toBe('5:15 AM');
});

test('a daily job that was lost while its schedule remained is enqueued again', async () => {
  const { work, jobQueue, redis } = await leaveDueJob();
  const operator = new Redis(redis.port, '127.0.0.1');
  onTestFinished(() => operator.disconnect());
  const [due] = await jobQueue().getDelayed();
  await operator.del(jobQueue().toKey('delayed'), jobQueue().toKey(due?.id ?? ''));
  expect(await jobQueue().getDelayedCount()).toBe(0);

  const stop = await work({} as Handlers, DAILY);
  onTestFinished(stop);

  expect(await jobQueue().getDelayedCount()).toBe(1);
});

test('a daily job is scheduled for its time of day in Las Vegas', async () => {
  const redis = await startRedis();
  const { work, jobQueue, closeQueues } = await loadWork(redis.url);
  const stop = await work({} as Handlers, { 'reconcile-money': { dailyAt: '03:30' } });
  onTestFinished(async () => {
    await stop();
    await closeQueues();
    await redis.end('SIGKILL');
  });

  const [scheduler] = await jobQueue().getJobSchedulers();

  expect(formatTime(new Date(scheduler?.next ?? 0))).toBe('3:30 AM');
});

test('a schedule that this release does not have is removed from the queue', async () => {
  const redis = await startRedis();
  const { work, jobQueue, closeQueues } = await loadWork(redis.url);
  await jobQueue().upsertJobScheduler('sweep-rides', { every: 30_000 }, { name: 'sweep-rides', data: {} });

  const stop = await work({} as Handlers, DAILY);
  onTestFinished(async () => {
    await stop();
    await closeQueues();
    await redis.end('SIGKILL');
  });

  expect((await jobQueue().getJobSchedulers()).map(({ key }) => key)).toEqual(['reconcile-money']);
});
