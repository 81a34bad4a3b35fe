import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { AppError } from '#common/errors.ts';
import { JOBS, type JobName, type JobPayload, type JobResult } from '#common/jobs.ts';
import { ZONE } from '#common/time.ts';
import { env } from '#server/env.ts';
import { logger } from '#server/infra/logger.ts';
import { createQueueConnection, jobQueue, QUEUE, queuePrefix } from '#server/infra/queues.ts';

/** What runs a job: plain functions of its payload, safe to run twice. */
export type Handlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<JobResult<Name>> };

/** Jobs that come round by themselves: how often, in milliseconds, or at which time (HH:MM) of the day in Las Vegas. */
export type Schedules = Partial<Record<JobName, number | { dailyAt: string }>>;

/** Jobs a process works on at once; they mostly wait for Stripe and MongoDB. */
const CONCURRENCY = 16;
const MAX_STALLED = 5;

const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** Checks a payload against its contract and runs its handler. */
async function run<Name extends JobName>(
  handlers: Handlers,
  name: Name,
  data: unknown,
): Promise<JobResult<Name>> {
  const { success, data: payload, error } = JOBS[name].safeParse(data);
  if (!success) throw new UnrecoverableError(`not a payload of ${name}: ${error.message}`);
  try {
    return await handlers[name](payload as JobPayload<Name>);
  } catch (error) {
    // An intended refusal is not worth a retry.
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

function logFailure(job: Job | undefined, error: Error): void {
  const isGivenUp = job?.finishedOn !== undefined;
  const details = { job: job?.name, id: job?.id, payload: job?.data, attempt: job?.attemptsMade, error };
  if (isGivenUp) logger.error(details, 'job failed permanently');
  else logger.warn(details, 'job failed, will retry');
}

function cronOf({ dailyAt }: { dailyAt: string }) {
  const [hour, minute] = dailyAt.split(':').map(Number);
  return { pattern: `${minute} ${hour} * * *`, tz: ZONE };
}

/** Puts the schedules into the queue, once however many processes do so. */
async function keepSchedules(schedules: Schedules): Promise<void> {
  for (const [name, schedule] of Object.entries(schedules)) {
    await jobQueue().upsertJobScheduler(
      name,
      typeof schedule === 'number' ? { every: schedule } : cronOf(schedule),
      { name, data: {}, opts: { attempts: 1, removeOnComplete: true, removeOnFail: { count: 100 } } },
    );
  }
}

/**
 * Starts working the queue and keeps its schedules, even through a Redis that comes back empty.
 *
 * @returns ends it: takes no more jobs and waits for those under way
 */
export async function work(handlers: Handlers, schedules: Schedules): Promise<() => Promise<void>> {
  const connection = createQueueConnection();
  const worker = new Worker(QUEUE, runnerOf(handlers), {
    connection,
    prefix: queuePrefix,
    concurrency: CONCURRENCY,
    lockDuration: env.JOB_LOCK_MS,
    stalledInterval: env.JOB_LOCK_MS / 2,
    maxStalledCount: MAX_STALLED,
  });
  worker.on('failed', logFailure);
  worker.on('error', (error) => logger.warn({ error }, 'queue unavailable'));
  await worker.waitUntilReady();

  await keepSchedules(schedules);
  connection.on('ready', () => {
    keepSchedules(schedules).catch((error: unknown) => logger.warn({ error }, 'job scheduler update failed'));
  });

  return async () => {
    await worker.close();
    connection.disconnect();
  };
}
