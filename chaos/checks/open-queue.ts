import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { JOBS } from '#common/jobs.ts';
import type { Checked } from '../outcome.ts';

/** The product's queue, looked at from outside. */
export interface OutsideQueue {
  /** Finds jobs that are not being done, and schedules that are not kept. Counts those that were done. */
  check(): Promise<Checked>;
  close(): Promise<void>;
}

/** Jobs that come round by themselves; one that fails comes again. */
const SCHEDULED = Object.keys(JOBS).filter((name) => /^(repair|sweep)-/.test(name));

/** How late a job may be that is due, and how long one may run. */
const LATE_MS = 1_000;

/** Opens the queue of a Redis. */
export function openQueue(redisUrl: string): OutsideQueue {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: 1 });
  connection.on('error', () => {});
  const queue = new Queue('marquee', { connection, prefix: '{marquee:jobs}', skipWaitingForReady: true });
  queue.on('error', () => {});

  return {
    async check() {
      const now = Date.now();
      const [count, failed, waiting, active, delayed, schedulers] = await Promise.all([
        queue.getCompletedCount(),
        queue.getFailed(),
        queue.getWaiting(),
        queue.getActive(),
        queue.getDelayed(),
        queue.getJobSchedulers(),
      ]);
      const since = (time: number | undefined) => now - (time ?? now) > LATE_MS;
      const stuck = [
        ...failed
          .filter((job) => job && !SCHEDULED.includes(job.name))
          .map((job) => [job, 'was given up'] as const),
        ...waiting.filter((job) => since(job?.timestamp)).map((job) => [job, 'waits'] as const),
        ...active.filter((job) => since(job?.processedOn)).map((job) => [job, 'does not end'] as const),
        ...delayed
          .filter((job) => job && since(job.timestamp + job.delay))
          .map((job) => [job, 'is overdue'] as const),
      ];
      const kept = schedulers.map(({ key, next }) => (since(next) ? null : key));
      const unkept = SCHEDULED.filter((name) => !kept.includes(name));
      return {
        count,
        problems: [
          ...stuck.map(([job, says]) => `${job?.name} ${job?.id} ${says} ${job?.failedReason ?? ''}`.trim()),
          ...unkept.map((name) => `${name} is scheduled no more`),
        ],
      };
    },
    async close() {
      await queue.close();
      connection.disconnect();
    },
  };
}
