import { expect, onTestFinished, test, vi } from 'vitest';
import { formatTime } from '#common/time.ts';
import { startRedis } from '#server/testing/start-redis.ts';
import type { Handlers } from './work.ts';

/** The worker of a process that starts now, on a Redis of its own. */
async function loadWork(redisUrl: string) {
  vi.stubEnv('QUEUE_REDIS_URL', redisUrl);
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return { ...(await import('./work.ts')), ...(await import('#server/infra/queues.ts')) };
}

test('a Redis that comes back empty is given its schedules again', async () => {
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

test('a job with a time of the day comes at that time in Las Vegas', async () => {
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
