import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Job, type JobsOptions, Queue, QueueEvents } from 'bullmq';
import { type Cluster, Redis } from 'ioredis';
import { DAY_SECONDS } from '#common/durations.ts';
import type { JobName, JobPayload, JobResult } from '#common/jobs.ts';
import { env } from '../env.ts';
import { databaseClock } from './database-clock.ts';
import { logger } from './logger.ts';
import { queueRefusals } from './metrics.ts';
import { connectRedis } from './redis.ts';
import { connectCluster, connectClusterForBlocking } from './redis-cluster.ts';
import { currentRequestId, forCurrentRequest } from './request-context.ts';

/** The only queue. Its jobs are listed in common/jobs. */
export const QUEUE = 'marquee';

const queueUrl = env.QUEUE_REDIS_URL ?? env.REDIS_URL;

/** A queue's keys are on a single shard, so a Redis dedicated to queues is never a cluster. */
const isInCluster = env.REDIS_CLUSTER && env.QUEUE_REDIS_URL === undefined;

/** Prefix of BullMQ's keys. The hash tag in braces keeps a queue on one shard of a Redis Cluster. */
export const queuePrefix = `{${env.REDIS_PREFIX}jobs}`;

/** Creates a connection for blocking commands, which retries forever. */
export const createQueueConnection = (): Redis | Cluster =>
  isInCluster ? connectClusterForBlocking(queueUrl) : new Redis(queueUrl, { maxRetriesPerRequest: null });

/**
 * Calls back whenever a connection is re-established, because the Redis behind it may have lost its data. A
 * cluster client stays connected while any node is, and emits an event per node.
 */
export function onReconnected(connection: Redis | Cluster, callback: () => void): void {
  connection.on(isInCluster ? '+node' : 'ready', callback);
}

/** Command timeout of producers, in milliseconds. */
const COMMAND_TIMEOUT_MS = 2_000;

/** Producers fail fast, because a request must not hang on an unavailable queue. */
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
      removeOnFail: { age: 7 * DAY_SECONDS },
    },
  });
  opened.on('error', () => {});
  // A queue whose first command fails never recovers, so the next caller opens another.
  opened.waitUntilReady().catch(() => {
    if (queue === opened) queue = null;
  });
  return opened;
}

/** Returns the queue for producers and the queue board. */
export function jobQueue(): Queue {
  queue ??= openQueue();
  return queue;
}

/**
 * Returns when a job is due, in milliseconds since the epoch. BullMQ keeps its delay in `opts`, and resets
 * its `delay` to 0 once it is due.
 */
export const dueAtOf = ({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>): number =>
  timestamp + (opts.delay ?? 0);

/** The next job that a worker will take. */
interface NextJob {
  name: string;
  /**
   * How long it has waited, in milliseconds. Before its first attempt: since it was due. After an attempt:
   * since that began, which includes the attempt and its backoff, because BullMQ does not record when they
   * ended. A failed job that is retried by hand counts as 0, because BullMQ forgets its last attempt.
   */
  waitingMs: number;
}

/** Returns the next job that a worker will take; null when none is waiting. */
export async function findNextJob(): Promise<NextJob | null> {
  const [next] = await jobQueue().getWaiting(0, 0);
  if (!next) return null;
  const now = databaseClock.nowMs();
  const since = next.attemptsStarted > 0 ? (next.processedOn ?? now) : dueAtOf(next);
  return { name: next.name, waitingMs: Math.max(0, now - since) };
}

interface EnqueueOptions {
  /** Delay in milliseconds before it may run. */
  delayMs?: number;
  /** Deduplication key: while a job with this key waits or runs, no second one is added. */
  key?: string;
  /** 5 by default; the backoff starts at half a second and doubles. */
  attempts?: number;
}

/** Attaches the current request's id to a job (`requestIdOfJob`). */
const forRequest = (): Pick<JobsOptions, 'telemetry'> => {
  const metadata = currentRequestId();
  return metadata ? { telemetry: { metadata } } : {};
};

/** Returns the id of the request that enqueued a job, if any. */
export const requestIdOfJob = ({ opts }: Pick<Job, 'opts'>): string | undefined => opts.telemetry?.metadata;

/** Adds a job to the queue. @throws Error when the queue is unavailable, which is counted */
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

/** Enqueues a job. @throws Error when the queue is unavailable */
export async function enqueue<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  const { delayMs = 0, key, attempts } = options;
  await add(name, payload, {
    delay: delayMs,
    // The delay counts from this time, which is the database's instead of this process's.
    timestamp: databaseClock.nowMs(),
    ...(attempts && { attempts }),
    ...(key && { deduplication: { id: `${name} ${key}` } }),
  });
}

/** How long something owed may wait before reconciliation does it or enqueues its job, in milliseconds. */
export const RECONCILE_AFTER_MS = 30_000;

/** Jobs that could not be enqueued, oldest first. Reconciliation alone would take a minute to find them. */
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

/** @throws Error when the queue is still unavailable */
async function enqueueRefused(): Promise<void> {
  for (let [add] = refused; add; [add] = refused) {
    await add();
    refused.shift();
  }
}

/**
 * Enqueues a job that reconciliation would otherwise enqueue later. Does not throw: a failure is logged and
 * retried every second by this process.
 */
export async function tryEnqueue<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueue(name, payload, options).catch((error: unknown) => {
    logger.warn({ error, job: name, payload }, 'enqueue failed, will retry');
    if (refused.length >= MAX_REFUSED) return;
    refused.push(forCurrentRequest(() => enqueue(name, payload, options)));
    retryRefused();
  });
}

/** Pending `enqueueAndWait` calls by job id. */
const waiting = new Map<string, (result: unknown) => void>();
let events: QueueEvents | null = null;

function openEvents(): QueueEvents {
  const connection = createQueueConnection();
  const opened = new QueueEvents(QUEUE, {
    connection,
    prefix: queuePrefix,
    // From the first stored event: reading from "now" would miss events before the read begins.
    lastEventId: '0-0',
  });
  // QueueEvents reads on its own duplicate.
  connection.disconnect();
  opened.on('error', () => {});
  opened.on('completed', ({ jobId, returnvalue }) => waiting.get(jobId)?.(returnvalue));
  opened.on('failed', ({ jobId }) => waiting.get(jobId)?.(null));
  return opened;
}

/**
 * Enqueues a job and waits for its result, at most `timeoutMs`.
 *
 * @returns null when it has not succeeded in that time, or the queue is unavailable. An enqueued job
 * continues
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
    logger.warn({ error, job: name, payload }, 'enqueue failed, answered without result');
    return null;
  } finally {
    clearTimeout(timer);
    waiting.delete(jobId);
  }
}

/** Closes the queue's connections. */
export async function closeQueues(): Promise<void> {
  refused.length = 0;
  // Not awaited, because it would wait for Redis while that is unavailable.
  events?.close().catch(() => {});
  await queue?.close();
  producerConnection.disconnect();
  queue = null;
  events = null;
}
