import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '#common/errors.ts';
import { JOBS } from '#common/jobs.ts';
import { logger } from '#server/infra/logger.ts';
import { jobSeconds } from '#server/infra/metrics.ts';
import { enqueueAndWait, jobQueue } from '#server/infra/queues.ts';
import { currentRequestId, runForRequest } from '#server/infra/request-context.ts';
import { setUpTestDatabase } from '#server/testing/set-up-test-database.ts';
import { startRedis } from '#server/testing/start-redis.ts';
import { type Handlers, work } from './work.ts';

setUpTestDatabase();

const RIDE = { rideId: 'f'.repeat(24) };

async function startWork(handlers: Partial<Handlers>): Promise<void> {
  const stop = await work(handlers as Handlers, {});
  onTestFinished(async () => {
    await stop();
    await jobQueue().obliterate({ force: true });
  });
}

/** Waits for a job to fail permanently. Resolves to the logged details. */
const givenUp = () =>
  new Promise<{ attempt: number; error: Error }>((resolve) => {
    vi.mocked(logger.error).mockImplementation((details: unknown) => {
      vi.mocked(logger.error).mockClear();
      resolve(details as { attempt: number; error: Error });
    });
  });

test('a job returns its result to the caller that waits for it', async () => {
  await startWork({ 'confirm-payment': async () => 'settled' });

  expect(await enqueueAndWait('confirm-payment', RIDE, 10_000)).toBe('settled');
});

test('a job and the jobs that it enqueues run with the id of the request that enqueued it', async () => {
  const seen: (string | undefined)[] = [];
  await startWork({
    'expire-unpaid-ride': async () => {
      seen.push(currentRequestId());
      await enqueueAndWait('confirm-payment', RIDE, 10_000);
    },
    'confirm-payment': async () => {
      seen.push(currentRequestId());
      return 'settled';
    },
  });

  await runForRequest('a-click', () => enqueueAndWait('expire-unpaid-ride', RIDE, 10_000));
  await enqueueAndWait('confirm-payment', RIDE, 10_000);

  expect(seen).toEqual(['a-click', 'a-click', undefined]);
});

test('a job that a request enqueued is logged when it has completed, a scheduled one is not', async () => {
  await startWork({ 'confirm-payment': async () => 'settled' });

  const info = vi.spyOn(logger, 'info');

  await enqueueAndWait('confirm-payment', RIDE, 10_000);
  await runForRequest('a-click', () => enqueueAndWait('confirm-payment', RIDE, 10_000));

  const completed = info.mock.calls.filter((call) => call.at(1) === 'job completed');
  expect(completed.map(([details]) => details)).toEqual([
    { requestId: 'a-click', job: 'confirm-payment', payload: RIDE, outcome: 'settled' },
  ]);
});

test('a job that fails with an error is retried', async () => {
  const handler = vi.fn<Handlers['confirm-payment']>();
  handler.mockRejectedValueOnce(new Error('a hiccup')).mockResolvedValueOnce('settled');
  await startWork({ 'confirm-payment': handler });

  expect(await enqueueAndWait('confirm-payment', RIDE, 10_000)).toBe('settled');
  expect(handler.mock.calls).toEqual([[RIDE], [RIDE]]);
});

test('a new worker exports a failure count of 0 for every job', async () => {
  vi.resetModules();
  await import('./work.ts');
  const { jobSeconds: ofNewWorker } = await import('#server/infra/metrics.ts');

  const { values } = await ofNewWorker.get();

  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  expect(counts.map(({ labels, value }) => [labels.job, labels.result, value])).toEqual(
    Object.keys(JOBS).map((job) => [job, 'failed', 0]),
  );
});

test('each attempt of a job is measured with its result', async () => {
  jobSeconds.reset();
  const handler = vi.fn<Handlers['confirm-payment']>();
  handler.mockRejectedValueOnce(new Error('a hiccup')).mockResolvedValueOnce('flagged');
  await startWork({ 'confirm-payment': handler });

  await enqueueAndWait('confirm-payment', RIDE, 10_000);

  const { values } = await jobSeconds.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  expect(counts.map(({ labels, value }) => [labels.result, value])).toEqual([
    ['failed', 1],
    ['flagged', 1],
  ]);
});

test('a job that fails with an AppError is not retried', async () => {
  const end = givenUp();
  await startWork({
    'confirm-payment': async () => {
      throw new AppError('NOT_FOUND', 'There is no such ride.');
    },
  });

  expect(await enqueueAndWait('confirm-payment', RIDE, 10_000)).toBeNull();
  expect(await end).toMatchObject({ attempt: 1, error: { message: 'NOT_FOUND: There is no such ride.' } });
});

const HOURS_AGO = { timestamp: Date.now() - 2 * 3_600_000 };

test.each([
  ['a job that nobody has known for an hour', 'launch-rocket', {}, HOURS_AGO],
  ['a job named like a part of every object', 'constructor', {}, HOURS_AGO],
  ['a payload that is none', 'confirm-payment', { rideId: 'nonsense' }, {}],
])('%s fails permanently at the first attempt', async (_what, name, payload, options) => {
  const end = givenUp();
  await startWork({});

  await jobQueue().add(name, payload, options);

  expect((await end).attempt).toBe(1);
});

test('a job of a newer release is delayed, and this costs it no attempt', async () => {
  await startWork({});

  const { id = '' } = await jobQueue().add('launch-rocket', {});

  await expect.poll(async () => (await jobQueue().getJob(id))?.isDelayed()).toBe(true);
  expect(await jobQueue().getJob(id)).toMatchObject({ attemptsMade: 0, data: {} });
});

/** Counts the jobs in the queue, which belong to a schedule unknown to this release. */
const countRounds = () => jobQueue().getJobCounts('waiting', 'active', 'delayed', 'completed', 'failed');
const ROUND = { name: 'launch-rocket', data: {}, opts: { removeOnComplete: true } };
const NONE = { waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 };

test('an unknown job of an hourly schedule is dropped, since the schedule adds the next one', async () => {
  await startWork({});

  await jobQueue().upsertJobScheduler('launch-rocket', { every: 3_600_000 }, ROUND);

  await expect.poll(countRounds).toEqual({ ...NONE, delayed: 1 });
});

test('an unknown job of a daily schedule is left to the workers that know it', async () => {
  await startWork({});

  const tomorrow = await jobQueue().upsertJobScheduler('launch-rocket', { pattern: '30 3 * * *' }, ROUND);
  await tomorrow?.promote();

  await expect.poll(countRounds).toEqual({ ...NONE, delayed: 2 });
});

test('a caller that waits for a job gets null after its timeout', async () => {
  expect(await enqueueAndWait('confirm-payment', RIDE, 20)).toBeNull();
  await jobQueue().obliterate({ force: true });
});

/** Returns how many commands a Redis refused because it was full. */
async function refusedByFull(redis: Redis): Promise<number> {
  const stats = await redis.info('errorstats');
  return Number(/errorstat_OOM:count=(\d+)/.exec(stats)?.[1] ?? 0);
}

test('a full Redis is asked once a second and logged less often, and its jobs run when there is room', async () => {
  const own = await startRedis();
  const operator = new Redis(own.port, '127.0.0.1');
  vi.stubEnv('QUEUE_REDIS_URL', own.url);
  vi.resetModules();
  const [{ work: workThere }, queues, { logger: log }] = await Promise.all([
    import('./work.ts'),
    import('#server/infra/queues.ts'),
    import('#server/infra/logger.ts'),
  ]);
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const handler = vi.fn<Handlers['confirm-payment']>().mockResolvedValue('settled');
  await queues.enqueue('confirm-payment', RIDE);
  await operator.config('SET', 'maxmemory', '1');
  const stop = await workThere({ 'confirm-payment': handler } as unknown as Handlers, {});
  onTestFinished(async () => {
    await stop();
    await queues.closeQueues();
    vi.unstubAllEnvs();
    operator.disconnect();
    await own.end('SIGKILL');
  });
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 10_000 });
  const [before, since] = [await refusedByFull(operator), performance.now()];
  await expect.poll(() => refusedByFull(operator)).toBeGreaterThan(before + 2);
  expect(performance.now() - since).toBeGreaterThan(2_000);
  const lines = warn.mock.calls.filter(([, message]) => message === 'queue unavailable');
  expect(lines.length).toBeLessThan(await refusedByFull(operator));
  expect(handler).not.toHaveBeenCalled();

  await operator.config('SET', 'maxmemory', '0');
  await vi.waitFor(() => expect(handler).toHaveBeenCalledOnce(), { timeout: 10_000 });
});
