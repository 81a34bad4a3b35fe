import { setTimeout } from 'node:timers/promises';
import { DelayedError, type Job, type JobSchedulerJobOptions, UnrecoverableError, Worker } from 'bullmq';
import { HOUR_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { JOBS, type JobName, type JobPayload, type JobResult } from '#common/jobs.ts';
import { env } from '#server/env.ts';
import { isReplyError } from '#server/infra/connection-watchdog.ts';
import { databaseClock } from '#server/infra/database-clock.ts';
import { logger } from '#server/infra/logger.ts';
import { jobSeconds } from '#server/infra/metrics.ts';
import {
  createQueueConnection,
  dueAtOf,
  onReconnected,
  QUEUE,
  queuePrefix,
  requestIdOfJob,
} from '#server/infra/queues.ts';
import { runForRequest } from '#server/infra/request-context.ts';
import { singleFlight } from '#server/infra/share-reads.ts';
import { throttle } from '#server/infra/throttle.ts';
import { keepSchedules, restoreSchedules, type Schedules } from './keep-schedules.ts';

/** The functions that run jobs. Each takes the payload of its job and must be idempotent. */
export type Handlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<JobResult<Name>> };

/** How many jobs a process runs concurrently. They mostly wait for Stripe and MongoDB. */
const CONCURRENCY = 16;
const MAX_STALLED = 5;

// Initializes the counters, since Prometheus sees no increase in a series that starts at 1.
for (const job of Object.keys(JOBS)) jobSeconds.zero({ job, result: 'failed' });

const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** Validates a payload against its schema and runs its handler. */
async function run<Name extends JobName>(
  handlers: Handlers,
  name: Name,
  data: unknown,
): Promise<JobResult<Name>> {
  const { success, data: payload, error } = JOBS[name].safeParse(data);
  if (!success) throw new UnrecoverableError(`invalid job payload: ${name}: ${error.message}`);
  try {
    return await handlers[name](payload as JobPayload<Name>);
  } catch (error) {
    // An intended refusal will not succeed on retry.
    if (error instanceof AppError) throw new UnrecoverableError(`${error.code}: ${error.message}`);
    throw error;
  }
}

/** Whether a job's result is a `ConfirmOutcome`, the outcome of a payment. */
const isConfirmation = (name: JobName): boolean => name === 'confirm-payment' || name === 'confirm-charge';

const ASK_NEWER_MS = 2_000;
/** Longer than a release takes to reach every worker. */
const NEWER_FOR_MS = HOUR_MS;

/**
 * Puts back a job that a newer release enqueued, for one of its workers: during a rollout both releases share
 * the queue. A job of an interval schedule is dropped instead: the schedule enqueues the next one anyway, and
 * possibly no release knows the schedule any more.
 */
async function returnToNewerRelease(job: Job, token: string | undefined): Promise<void> {
  const { repeat }: JobSchedulerJobOptions = job.opts;
  if (job.repeatJobKey && repeat?.every) return;
  if (databaseClock.nowMs() - dueAtOf(job) > NEWER_FOR_MS) {
    throw new UnrecoverableError(`unknown job: ${job.name}`);
  }
  // biome-ignore lint/plugin: BullMQ asks its worker's own clock whether a job is due
  await job.moveToDelayed(Date.now() + ASK_NEWER_MS, token);
  throw new DelayedError();
}

function runnerOf(handlers: Handlers): (job: Job, token?: string) => Promise<unknown> {
  return async (job, token) => {
    const { name, data } = job;
    if (!isJobName(name)) return returnToNewerRelease(job, token);
    const stop = jobSeconds.startTimer({ job: name });
    try {
      const requestId = requestIdOfJob(job);
      const result = await runForRequest(requestId, () => run(handlers, name, data));
      const outcome = isConfirmation(name) ? String(result) : 'done';
      stop({ result: outcome });
      // Scheduled jobs are in the metrics only.
      if (requestId) logger.info({ requestId, job: name, payload: data, outcome }, 'job completed');
      return result;
    } catch (error) {
      stop({ result: 'failed' });
      throw error;
    }
  };
}

function logFailure(job: Job | undefined, error: Error): void {
  const hasFailedForGood = job?.finishedOn !== undefined;
  const requestId = job && requestIdOfJob(job);
  const details = {
    requestId,
    job: job?.name,
    id: job?.id,
    payload: job?.data,
    attempt: job?.attemptsMade,
    error,
  };
  if (hasFailedForGood) logger.error(details, 'job failed permanently');
  else logger.warn(details, 'job failed, will retry');
}

const REST_MS = 1_000;
const LOG_EVERY_MS = 10_000;

/**
 * Pauses a worker for a second whenever Redis refuses a command, for example because its memory is full,
 * since BullMQ would retry immediately. Each kind of refusal is logged at most every ten seconds.
 */
function pauseOnRefusals(worker: Worker): void {
  const isNew = throttle(LOG_EVERY_MS);
  let isPaused = false;
  const rest = async () => {
    isPaused = true;
    await worker.pause(true);
    await setTimeout(REST_MS, undefined, { ref: false });
    isPaused = false;
    if (!worker.closing) await worker.resume();
  };
  worker.on('error', (error) => {
    if (isNew(error.message)) logger.warn({ error }, 'queue unavailable');
    if (isReplyError(error) && !isPaused) rest().catch(() => {});
  });
}

/**
 * Starts processing the queue and keeps its schedules registered, even if Redis loses its data.
 *
 * @returns a function that stops it: takes no more jobs and waits for those in progress
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
  pauseOnRefusals(worker);
  await worker.waitUntilReady();

  await keepSchedules(schedules);
  const restore = singleFlight(() => restoreSchedules(schedules, () => Boolean(worker.closing)));
  onReconnected(connection, () => void restore());

  return async () => {
    await worker.close();
    connection.disconnect();
  };
}
