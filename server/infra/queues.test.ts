import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startRedis } from '../testing/start-redis.ts';

const RIDE = { rideId: 'f'.repeat(24) };

/** Loads the queues as in a new process, on a separate Redis. */
async function loadQueues(redisUrl: string) {
  vi.stubEnv('QUEUE_REDIS_URL', redisUrl);
  vi.resetModules();
  const queues = await import('./queues.ts');
  onTestFinished(async () => {
    await queues.closeQueues();
    vi.unstubAllEnvs();
  });
  return queues;
}

test('an unavailable queue fails fast, and works again when it is back', async () => {
  const gone = await startRedis();
  await gone.end('SIGKILL');
  const { enqueue, enqueueAndWait, tryEnqueue, findNextJob, jobQueue } = await loadQueues(gone.url);

  await expect(enqueue('reconcile-rides', {})).rejects.toThrow();
  await expect(tryEnqueue('reconcile-rides', {})).resolves.toBeUndefined();
  expect(await enqueueAndWait('confirm-payment', RIDE, 10_000)).toBeNull();
  await expect(findNextJob()).rejects.toThrow();

  const back = await startRedis({ port: gone.port });
  onTestFinished(async () => {
    await back.end('SIGKILL');
  });
  await vi.waitFor(() => enqueue('confirm-payment', RIDE), { timeout: 10_000, interval: 100 });
  expect(await jobQueue().getWaitingCount()).toBeGreaterThan(0);
});

test('a job that could not be enqueued is enqueued once the queue is back, without reconciliation', async () => {
  const gone = await startRedis();
  await gone.end('SIGKILL');
  const { tryEnqueue, jobQueue } = await loadQueues(gone.url);
  await tryEnqueue('refund-ride', { ...RIDE, reason: 'cancelled' });

  const back = await startRedis({ port: gone.port });
  onTestFinished(async () => {
    await back.end('SIGKILL');
  });

  const names = async () => (await jobQueue().getWaiting()).map(({ name }) => name);
  await vi.waitFor(async () => expect(await names()).toEqual(['refund-ride']), { timeout: 10_000 });
});

test('jobs refused by a full Redis are counted, including their retries', async () => {
  const full = await startRedis();
  const operator = new Redis(full.port, '127.0.0.1');
  onTestFinished(async () => {
    operator.disconnect();
    await full.end('SIGKILL');
  });
  const { enqueue, enqueueAndWait, tryEnqueue } = await loadQueues(full.url);
  const { queueRefusals } = await import('./metrics.ts');
  const counted = async () => (await queueRefusals.get()).values.map(({ value }) => value);
  await enqueue('confirm-payment', RIDE);
  expect(await counted()).toEqual([0]);

  await operator.config('SET', 'maxmemory', '1');
  await expect(enqueue('confirm-payment', RIDE)).rejects.toThrow('OOM');
  expect(await enqueueAndWait('confirm-payment', RIDE, 10_000)).toBeNull();
  expect(await counted()).toEqual([2]);
  await tryEnqueue('confirm-payment', RIDE);

  await vi.waitFor(async () => expect((await counted())[0]).toBeGreaterThan(3), { timeout: 10_000 });
});

test('a queue whose Redis goes away and comes back is used again', async () => {
  const first = await startRedis();
  const { enqueue, jobQueue } = await loadQueues(first.url);
  await enqueue('confirm-payment', RIDE);
  await first.end('SIGKILL');

  await expect(enqueue('confirm-payment', RIDE)).rejects.toThrow();

  const second = await startRedis({ port: first.port });
  onTestFinished(async () => {
    await second.end('SIGKILL');
  });
  await vi.waitFor(() => enqueue('confirm-payment', RIDE), { timeout: 10_000, interval: 100 });
  expect(await jobQueue().getWaitingCount()).toBeGreaterThan(0);
});

test('enqueueing on a Redis that stops responding fails, and works again once it responds', async () => {
  const silent = await startRedis();
  onTestFinished(async () => {
    await silent.end('SIGKILL');
  });
  const { enqueue } = await loadQueues(silent.url);
  await enqueue('confirm-payment', RIDE);

  silent.child.kill('SIGSTOP');
  await expect(enqueue('confirm-payment', RIDE)).rejects.toThrow();

  silent.child.kill('SIGCONT');
  await vi.waitFor(() => enqueue('confirm-payment', RIDE), { timeout: 10_000, interval: 100 });
});
