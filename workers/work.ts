import { setTimeout } from 'node:timers/promises';
import { DelayedError, type Job, type JobSchedulerJobOptions, UnrecoverableError, Worker } from 'bullmq';
import { AppError } from '#common/errors.ts';
import { JOBS, type JobName, type JobPayload, type JobResult } from '#common/jobs.ts';
import { ZONE } from '#common/time.ts';
import { env } from '#server/env.ts';
import { isReplyError } from '#server/infra/connection-watchdog.ts';
import { databaseClock } from '#server/infra/database-clock.ts';
import { logger } from '#server/infra/logger.ts';
import { jobSeconds } from '#server/infra/metrics.ts';
import {
  createQueueConnection,
  dueAtOf,
  jobQueue,
  onReconnected,
  QUEUE,
  queuePrefix,
  requestIdOf,
} from '#server/infra/queues.ts';
import { runForRequest } from '#server/infra/request-context.ts';
import { throttle } from '#server/infra/throttle.ts';

/** What runs a job: plain functions of its payload, safe to run twice. */
export type Handlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<JobResult<Name>> };

/** Jobs that come round by themselves: how often, in milliseconds, or at which time (HH:MM) of the day in Las Vegas. */
export type Schedules = Partial<Record<JobName, number | { dailyAt: string }>>;

/** Schedules of earlier releases, which would go on in the queue for ever: one that is renamed or given up leaves its name here. */
const RETIRED_SCHEDULES = [
  'repair-announcements',
  'sweep-rides',
  'sweep-mails',
  'sweep-purchases',
  'sweep-payment-events',
];

/** Jobs a process works on at once; they mostly wait for Stripe and MongoDB. */
const CONCURRENCY = 16;
const MAX_STALLED = 5;

// To Prometheus a series that begins at 1 has not increased.
for (const job of Object.keys(JOBS)) jobSeconds.zero({ job, result: 'failed' });

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

/** Whether a job's result is a `ConfirmOutcome`: what became of a payment. */
const isConfirmation = (name: JobName): boolean => name === 'confirm-payment' || name === 'confirm-charge';

const ASK_NEWER_MS = 2_000;
/** Longer than a release takes to reach every worker. */
const NEWER_FOR_MS = 3_600_000;

/**
 * Puts back what a newer release enqueued, for one of its workers: while a release is on its way both work the same queue. A round of what
 * comes at an interval is dropped: the next one comes by itself, also where no release knows its schedule any more.
 */
async function leaveToNewer(job: Job, token: string | undefined): Promise<void> {
  const { repeat }: JobSchedulerJobOptions = job.opts;
  if (job.repeatJobKey && repeat?.every) return;
  if (databaseClock.nowMs() - dueAtOf(job) > NEWER_FOR_MS) {
    throw new UnrecoverableError(`there is no job ${job.name}`);
  }
  // biome-ignore lint/plugin: BullMQ asks its worker's own clock whether a job is due
  await job.moveToDelayed(Date.now() + ASK_NEWER_MS, token);
  throw new DelayedError();
}

function runnerOf(handlers: Handlers): (job: Job, token?: string) => Promise<unknown> {
  return async (job, token) => {
    const { name, data } = job;
    if (!isJobName(name)) return leaveToNewer(job, token);
    const stop = jobSeconds.startTimer({ job: name });
    try {
      const result = await runForRequest(requestIdOf(job), () => run(handlers, name, data));
      stop({ result: isConfirmation(name) ? String(result) : 'done' });
      return result;
    } catch (error) {
      stop({ result: 'failed' });
      throw error;
    }
  };
}

function logFailure(job: Job | undefined, error: Error): void {
  const isGivenUp = job?.finishedOn !== undefined;
  const requestId = job && requestIdOf(job);
  const details = {
    requestId,
    job: job?.name,
    id: job?.id,
    payload: job?.data,
    attempt: job?.attemptsMade,
    error,
  };
  if (isGivenUp) logger.error(details, 'job failed permanently');
  else logger.warn(details, 'job failed, will retry');
}

function cronOf({ dailyAt }: { dailyAt: string }) {
  const [hour, minute] = dailyAt.split(':').map(Number);
  return { pattern: `${minute} ${hour} * * *`, tz: ZONE };
}

/** Whether a daily job stands in the queue as it should, for its next time or due already. */
async function isKept(name: string, { pattern, tz }: ReturnType<typeof cronOf>): Promise<boolean> {
  const kept = await jobQueue().getJobScheduler(name);
  if (kept?.pattern !== pattern || kept.tz !== tz) return false;
  const next = await jobQueue().getJob(`repeat:${name}:${kept.next}`);
  return next !== undefined && next.finishedOn === undefined;
}

/** Puts the schedules into the queue, once however many processes do so, and takes out those that are retired. */
async function keepSchedules(schedules: Schedules): Promise<void> {
  for (const name of RETIRED_SCHEDULES) await jobQueue().removeJobScheduler(name);
  for (const [name, schedule] of Object.entries(schedules)) {
    const repeat = typeof schedule === 'number' ? { every: schedule } : cronOf(schedule);
    // Put there again, a daily job that is due and that no worker has taken yet would wait until tomorrow.
    if ('pattern' in repeat && (await isKept(name, repeat))) continue;
    await jobQueue().upsertJobScheduler(name, repeat, {
      name,
      data: {},
      opts: { attempts: 1, removeOnComplete: true, removeOnFail: { count: 100 } },
    });
  }
}

const REST_MS = 1_000;
const LOG_EVERY_MS = 10_000;

/**
 * Has a worker wait a second whenever Redis refuses what it asks, as when its memory is full: BullMQ asks again at once. Each refusal is
 * logged every ten seconds.
 */
function restOnRefusals(worker: Worker): void {
  const isNew = throttle(LOG_EVERY_MS);
  let isResting = false;
  const rest = async () => {
    isResting = true;
    await worker.pause(true);
    await setTimeout(REST_MS, undefined, { ref: false });
    isResting = false;
    if (!worker.closing) await worker.resume();
  };
  worker.on('error', (error) => {
    if (isNew(error.message)) logger.warn({ error }, 'queue unavailable');
    if (isReplyError(error) && !isResting) rest().catch(() => {});
  });
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
  restOnRefusals(worker);
  await worker.waitUntilReady();

  await keepSchedules(schedules);
  onReconnected(connection, () => {
    keepSchedules(schedules).catch((error: unknown) => logger.warn({ error }, 'job scheduler update failed'));
  });

  return async () => {
    await worker.close();
    connection.disconnect();
  };
}
