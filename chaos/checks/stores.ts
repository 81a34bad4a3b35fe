import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { JOBS } from '#common/jobs.ts';
import { connectCluster } from '#server/infra/redis-cluster.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '#server/rides/ride-model.ts';
import type { Services } from '../../e2e/testing/run-marquee.ts';
import type { RideHistory } from '../history/entitlements.ts';
import type { Checked } from '../outcome.ts';

/** The product's database, read from outside. */
export interface Database {
  readRides(): Promise<RideRecord[]>;
  close(): Promise<void>;
}

/** Opens a read-only view of the database at `url`. */
export async function openDatabase(url: string): Promise<Database> {
  const connection = await mongoose.createConnection(url, { autoIndex: false }).asPromise();
  const Rides = connection.model<RideDoc>('Ride', RideModel.schema);
  return {
    readRides: async () => (await Rides.find().lean<RideDoc[]>()).map(toRideRecord),
    close: () => connection.close(),
  };
}

/** @returns the history of a ride, in the form that the history checker reads */
export const historyOf = ({ id, riderId, driverId, history }: RideRecord): RideHistory => ({
  id,
  riderId,
  driverId,
  changes: history.map(({ change, at }) => ({ change, at: Date.parse(at) })),
});

/** The product's job queue, read from outside. */
export interface JobQueue {
  /** Finds jobs that are stuck or failed, and schedules that are missing or late. Counts completed jobs. */
  check(): Promise<Checked>;
  close(): Promise<void>;
}

/** Names of the jobs that run on a schedule, recognized by their empty payload. One that fails runs again. */
export const SCHEDULED_JOBS = Object.entries(JOBS)
  .filter(([, payload]) => Object.keys(payload.shape).length === 0)
  .map(([name]) => name);

/** How late a due job or schedule may be, and how long a job may run, in milliseconds. */
const LATE_MS = 1_000;

/** Prefix of the queue's keys. Its hash tag keeps them on one node of a Redis Cluster. */
export const QUEUE_PREFIX = '{marquee:jobs}';

/** How long a node of a Redis Cluster may take to reply, in milliseconds. */
const REPLY_TIMEOUT_MS = 2_000;

/** Connects to the job queue in a Redis or a Redis Cluster. */
export function openQueue({ redis, isRedisCluster }: Pick<Services, 'redis' | 'isRedisCluster'>): JobQueue {
  const connection = isRedisCluster
    ? connectCluster(redis, { timeoutMs: REPLY_TIMEOUT_MS })
    : new Redis(redis, { maxRetriesPerRequest: 1 });
  connection.on('error', () => {});
  const queue = new Queue('marquee', { connection, prefix: QUEUE_PREFIX, skipWaitingForReady: true });
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
      const isLate = (time: number | undefined) => now - (time ?? now) > LATE_MS;
      const stuck = [
        ...failed
          .filter((job) => job && !SCHEDULED_JOBS.includes(job.name))
          .map((job) => [job, 'failed permanently'] as const),
        ...waiting.filter((job) => isLate(job?.timestamp)).map((job) => [job, 'waits'] as const),
        ...active.filter((job) => isLate(job?.processedOn)).map((job) => [job, 'does not end'] as const),
        ...delayed
          .filter((job) => job && isLate(job.timestamp + job.delay))
          .map((job) => [job, 'is overdue'] as const),
      ];
      const onTime = schedulers.map(({ key, next }) => (isLate(next) ? null : key));
      const missing = SCHEDULED_JOBS.filter((name) => !onTime.includes(name));
      return {
        count,
        problems: [
          ...stuck.map(([job, state]) =>
            `${job?.name} ${job?.id} ${state} ${job?.failedReason ?? ''}`.trim(),
          ),
          ...missing.map((name) => `${name} is not scheduled`),
        ],
      };
    },
    async close() {
      await queue.close();
      connection.disconnect();
    },
  };
}
