import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Job, type JobsOptions, Queue, QueueEvents } from 'bullmq';
import { type Cluster, Redis } from 'ioredis';
import type { JobName, JobPayload, JobResult } from '#common/jobs.ts';
import { env } from '../env.ts';
import { databaseClock } from './database-clock.ts';
import { logger } from './logger.ts';
import { queueRefusals } from './metrics.ts';
import { connectRedis } from './redis.ts';
import { connectCluster, connectClusterForBlocking } from './redis-cluster.ts';
import { currentRequestId, forCurrentRequest } from './request-context.ts';

/** The one queue; its jobs are listed in common/jobs. */
export const QUEUE = 'marquee';

const queueUrl = env.QUEUE_REDIS_URL ?? env.REDIS_URL;

/** A queue is on one shard whatever there is: a Redis of its own is never a cluster. */
const isInCluster = env.REDIS_CLUSTER && env.QUEUE_REDIS_URL === undefined;

/** Prefix of BullMQ's keys; the braces make a Redis Cluster keep one queue on one shard. */
export const queuePrefix = `{${env.REDIS_PREFIX}jobs}`;

/** A connection for blocking commands: it never gives up. */
export const createQueueConnection = (): Redis | Cluster =>
  isInCluster ? connectClusterForBlocking(queueUrl) : new Redis(queueUrl, { maxRetriesPerRequest: null });

/**
 * Calls back whenever a connection stands again: the Redis behind it may have come back empty. A cluster's client stands while any of its
 * nodes does, and says which came.
 */
export function onReconnected(connection: Redis | Cluster, callback: () => void): void {
  connection.on(isInCluster ? '+node' : 'ready', callback);
}

/** How long a producer waits for Redis. */
const COMMAND_TIMEOUT_MS = 2_000;

/** Producers fail fast: a request must not hang on a queue that is unavailable. */
const producerConnection = isInCluster
  ? connectCluster(queueUrl, { timeoutMs: COMMAND_TIMEOUT_MS })
  : connectRedis(queueUrl, {
      lazyConnect: true,
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });

let queue: Queue | null = null;

function openQueue(): Queue {
  const opened = new Queue(QUEUE, {
    connection: producerConnection,
    prefix: queuePrefix,
    skipWaitingForReady: true,
    defaultJobOptions: {
      attempts: 5,
      backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
      removeOnComplete: { age: 3_600, count: 1_000 },
      removeOnFail: { age: 7 * 86_400 },
    },
  });
  opened.on('error', () => {});
  // A queue whose first command fails never recovers: the next caller opens another.
  opened.waitUntilReady().catch(() => {
    if (queue === opened) queue = null;
  });
  return opened;
}

/** The queue as producers and the queue board see it. */
export function jobQueue(): Queue {
  queue ??= openQueue();
  return queue;
}

/** When a job is due, in milliseconds since the epoch. BullMQ keeps its delay in `opts`, and sets its `delay` to 0 once it is due. */
export const dueAtOf = ({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>): number =>
  timestamp + (opts.delay ?? 0);

/** The job that a worker takes next. */
interface NextJob {
  name: string;
  /**
   * For how many milliseconds no worker has taken it: since it was due, or since its last attempt began, for BullMQ does not keep when that
   * ended or when its rest did. 0 for one that was given up and is tried again by hand.
   */
  untakenMs: number;
}

/** The job that a worker takes next; null where none waits. */
export async function findNextJob(): Promise<NextJob | null> {
  const [next] = await jobQueue().getWaiting(0, 0);
  if (!next) return null;
  const now = databaseClock.nowMs();
  const since = next.attemptsStarted > 0 ? (next.processedOn ?? now) : dueAtOf(next);
  return { name: next.name, untakenMs: Math.max(0, now - since) };
}

interface EnqueueOptions {
  /** Milliseconds from now before which it does not run. */
  delayMs?: number;
  /** Deduplicates: while a job of this key waits or runs, no second one is added. */
  key?: string;
  /** 5 by default; the backoff doubles from half a second. */
  attempts?: number;
}

/** A job runs for the request that enqueued it (`requestIdOf`). */
const forRequest = (): Pick<JobsOptions, 'telemetry'> => {
  const metadata = currentRequestId();
  return metadata ? { telemetry: { metadata } } : {};
};

/** The id of the request that enqueued a job, if one did. */
export const requestIdOf = ({ opts }: Pick<Job, 'opts'>): string | undefined => opts.telemetry?.metadata;

/** @throws when the queue does not take it, which is counted */
async function add<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  options: JobsOptions,
): Promise<void> {
  try {
    await jobQueue().add(name, payload, { ...options, ...forRequest() });
  } catch (error) {
    queueRefusals.inc();
    throw error;
  }
}

/** Enqueues a job. @throws when the queue is unavailable */
export async function enqueue<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  const { delayMs = 0, key, attempts } = options;
  await add(name, payload, {
    delay: delayMs,
    // Its delay counts from here, by whose clock it may be.
    timestamp: databaseClock.nowMs(),
    ...(attempts && { attempts }),
    ...(key && { deduplication: { id: `${name} ${key}` } }),
  });
}

/** Jobs that the queue did not take, oldest first, to be enqueued once it does: reconciliation takes a minute to find them. */
const refused: (() => Promise<void>)[] = [];
const MAX_REFUSED = 1_000;
const ENQUEUE_AGAIN_MS = 1_000;
let isRetrying = false;

async function retryRefused(): Promise<void> {
  if (isRetrying) return;
  isRetrying = true;
  while (refused.length > 0) {
    await setTimeout(ENQUEUE_AGAIN_MS, undefined, { ref: false });
    await enqueueRefused().catch(() => {});
  }
  isRetrying = false;
}

/** @throws when the queue is still unavailable */
async function enqueueRefused(): Promise<void> {
  for (let [add] = refused; add; [add] = refused) {
    await add();
    refused.shift();
  }
}

/**
 * Enqueues a job that reconciliation would enqueue later: an unavailable queue is logged, not thrown, and this process tries again every
 * second.
 */
export async function tryEnqueue<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueue(name, payload, options).catch((error: unknown) => {
    logger.warn({ error, job: name, payload }, 'enqueue failed, will reconcile');
    if (refused.length >= MAX_REFUSED) return;
    refused.push(forCurrentRequest(() => enqueue(name, payload, options)));
    retryRefused();
  });
}

/** Callers of `enqueueAndWait`, by job id. */
const waiting = new Map<string, (result: unknown) => void>();
let events: QueueEvents | null = null;

function openEvents(): QueueEvents {
  const connection = createQueueConnection();
  const opened = new QueueEvents(QUEUE, {
    connection,
    prefix: queuePrefix,
    // From the first event still stored: reading from "now" would miss what happens before reading begins.
    lastEventId: '0-0',
  });
  // It reads on a duplicate of its own.
  connection.disconnect();
  opened.on('error', () => {});
  opened.on('completed', ({ jobId, returnvalue }) => waiting.get(jobId)?.(returnvalue));
  opened.on('failed', ({ jobId }) => waiting.get(jobId)?.(null));
  return opened;
}

/**
 * Enqueues a job and waits for its result, at most `timeoutMs`.
 *
 * @returns null when it has not succeeded in that time, or the queue is unavailable; an enqueued job goes on
 *   all the same
 */
export async function enqueueAndWait<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  timeoutMs: number,
): Promise<JobResult<Name> | null> {
  events ??= openEvents();
  const jobId = randomUUID();
  const result = new Promise<unknown>((resolve) => waiting.set(jobId, resolve));
  const timer = globalThis.setTimeout(() => waiting.get(jobId)?.(null), timeoutMs);

  try {
    await add(name, payload, { jobId });
    return (await result) as JobResult<Name> | null;
  } catch (error) {
    logger.warn({ error, job: name, payload }, 'job enqueue failed');
    return null;
  } finally {
    clearTimeout(timer);
    waiting.delete(jobId);
  }
}

/** Closes the queue's connections. */
export async function closeQueues(): Promise<void> {
  refused.length = 0;
  // Not awaited: while Redis is away it would wait for its return.
  events?.close().catch(() => {});
  await queue?.close();
  producerConnection.disconnect();
  queue = null;
  events = null;
}
