import { compare, quantile } from '../figures.ts';
import { micros, perSecond } from '../formats.ts';
import type { Measured } from '../stand/start-measured.ts';
import type { Measure } from './measure.ts';

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
  const forget = worker.hear('done', () => {
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
  forget();
  return {
    jobsPerSecond: jobs / elapsed,
    cpuMicrosPerJob: (after.cpuMicros - before.cpuMicros) / jobs,
    p50Micros: quantile(latencies, 0.5),
  };
}

/** Jobs with nothing to do, through our queue and through a bare list. Why no change of a ride waits for a queue. */
export const queue: Measure = async (stand, { rounds, seconds }) => {
  Object.assign(process.env, { REDIS_URL: stand.redisUrl });
  // It connects to what the environment names when it is loaded.
  const { closeQueues, enqueue } = await import('#server/infra/queues.ts');
  const [worker, bare] = [
    await stand.start('bench/product/worker'),
    await stand.start('bench/floors/bare-brpop'),
  ];
  const jobs = Math.round(seconds * JOBS_PER_SECOND_OF_EFFORT);

  const [product, floor]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await drive(bare, () => stand.redis.lpush('floor:jobs', '{}'), jobs));
    product.push(await drive(worker, () => enqueue('reconcile-mails', {}), jobs));
  }
  await Promise.all([worker.stop(), bare.stop()]);
  await closeQueues();

  const row = (what: string, figure: keyof Run, format: (value: number) => string) =>
    compare({
      what,
      product: product.map((run) => run[figure]),
      floor: floor.map((run) => run[figure]),
      format,
      aim: null,
    });
  return [
    row('a job through the queue: jobs', 'jobsPerSecond', perSecond),
    row('a job through the queue: CPU of the worker', 'cpuMicrosPerJob', micros),
    row('a job through the queue: time from adding to done, p50', 'p50Micros', micros),
  ];
};
