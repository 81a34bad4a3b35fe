import { compare, type Measure, micros, perSecond, quantile } from '../figures.ts';
import type { Measured } from '../harness/measured.ts';

const JOBS_PER_SECOND_OF_EFFORT = 1_500;
const ADDED_AT_ONCE = 100;
const ONE_BY_ONE = 200;

interface Run {
  jobsPerSecond: number;
  cpuMicrosPerJob: number;
  p50Micros: number;
}

async function drive(worker: Measured, add: () => Promise<unknown>, jobs: number): Promise<Run> {
  let done = 0;
  let onDone = () => {};
  const stopListening = worker.onMessage('done', () => {
    done += 1;
    onDone();
  });
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      onDone = () => {
        if (done >= count) resolve();
      };
      onDone();
    });
  const addMany = async (count: number) => {
    const all = until(done + count);
    for (let added = 0; added < count; added += ADDED_AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(ADDED_AT_ONCE, count - added) }, add));
    }
    await all;
  };

  await addMany(jobs / 2);
  const [startedAt, before] = [performance.now(), await worker.sample()];
  await addMany(jobs);
  const [elapsed, after] = [(performance.now() - startedAt) / 1_000, await worker.sample()];

  const latencies: number[] = [];
  for (let job = 0; job < ONE_BY_ONE; job += 1) {
    const addedAt = performance.now();
    const isDone = until(done + 1);
    await Promise.all([add(), isDone]);
    latencies.push((performance.now() - addedAt) * 1_000);
  }
  stopListening();
  return {
    jobsPerSecond: jobs / elapsed,
    cpuMicrosPerJob: (after.cpuMicros - before.cpuMicros) / jobs,
    p50Micros: quantile(latencies, 0.5),
  };
}

/**
 * Passes jobs that do nothing through our queue and through a bare Redis list. Shows the latency that a queue
 * would add to a change of a ride.
 */
export const queue: Measure = async (testbed, { rounds, seconds }) => {
  Object.assign(process.env, { REDIS_URL: testbed.redisUrl });
  // Imported here because the module reads the environment when it is loaded.
  const { closeQueues, enqueue } = await import('#server/infra/queues.ts');
  const [worker, listWorker] = [
    await testbed.start('bench/programs/queue-workers'),
    await testbed.start('bench/programs/queue-workers', { BASELINE: 'list' }),
  ];
  const jobs = Math.round(seconds * JOBS_PER_SECOND_OF_EFFORT);

  const [product, baseline]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(await drive(listWorker, () => testbed.redis.lpush('baseline:jobs', '{}'), jobs));
    product.push(await drive(worker, () => enqueue('reconcile-mails', {}), jobs));
  }
  await Promise.all([worker.stop(), listWorker.stop()]);
  await closeQueues();

  const row = (what: string, figure: keyof Run, format: (value: number) => string) =>
    compare({
      what,
      product: product.map((run) => run[figure]),
      baseline: baseline.map((run) => run[figure]),
      format,
      aim: null,
    });
  return [
    row('a job through the queue: jobs', 'jobsPerSecond', perSecond),
    row('a job through the queue: CPU of the worker', 'cpuMicrosPerJob', micros),
    row('a job through the queue: time from adding to done, p50', 'p50Micros', micros),
  ];
};
