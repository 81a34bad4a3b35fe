import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { AppError } from '#common/errors.ts';
import { JOBS, type JobName, type JobPayload, type JobResult } from '#common/jobs.ts';
import { logger } from '#server/infra/logger.ts';
import { createQueueConnection, jobQueue, QUEUE, queuePrefix } from '#server/infra/queues.ts';

/** What runs a job: plain functions of its payload, safe to run twice. */
export type Handlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<JobResult<Name>> };

/** Jobs that come round by themselves: how often, in milliseconds. */
export type Schedules = Partial<Record<JobName, number>>;

/** Jobs a process works on at once; they mostly wait for Stripe and MongoDB. */
const CONCURRENCY = 16;
/** A worker that does not say so for this long has died, and its jobs go to another. */
const LOCK_MS = 10_000;
const LOOK_FOR_STALLED_MS = 5_000;
const MAX_STALLED = 5;

const isJobName = (name: string): name is JobName => name in JOBS;

/** Checks a payload against its contract and runs its handler. A refusal we mean is not worth trying again. */
async function run<Name extends JobName>(
  handlers: Handlers,
  name: Name,
  data: unknown,
): Promise<JobResult<Name>> {
  const payload = JOBS[name].parse(data) as JobPayload<Name>;
  try {
    return await handlers[name](payload);
  } catch (error) {
    if (error instanceof AppError) throw new UnrecoverableError(`${error.code}: ${error.message}`);
    throw error;
  }
}

function runnerOf(handlers: Handlers): (job: Job) => Promise<unknown> {
  return async (job) => {
    if (!isJobName(job.name)) throw new UnrecoverableError(`there is no job ${job.name}`);
    return run(handlers, job.name, job.data);
  };
}

/**
 * Starts working the queue, and keeps the schedules in it (once, however many processes do so).
 *
 * @returns ends it: takes no more jobs and waits for those under way
 */
export async function work(handlers: Handlers, schedules: Schedules): Promise<() => Promise<void>> {
  const connection = createQueueConnection();
  const worker = new Worker(QUEUE, runnerOf(handlers), {
    connection,
    prefix: queuePrefix,
    concurrency: CONCURRENCY,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_STALLED_MS,
    maxStalledCount: MAX_STALLED,
  });
  worker.on('failed', (job, error) =>
    logger.warn({ job: job?.name, id: job?.id, payload: job?.data, error }, 'job failed'),
  );
  worker.on('error', (error) => logger.warn({ error }, 'queue out of reach'));
  await worker.waitUntilReady();

  for (const [name, every] of Object.entries(schedules)) {
    await jobQueue().upsertJobScheduler(
      name,
      { every },
      { name, data: {}, opts: { attempts: 1, removeOnComplete: true } },
    );
  }
  return async () => {
    await worker.close();
    connection.disconnect();
  };
}
