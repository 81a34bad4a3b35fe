import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobName, JobPayload, JobResult } from '#common/jobs.ts';
import { env } from '../env.ts';
import { logger } from './logger.ts';
import { connectRedis } from './redis.ts';

/** The one queue; its jobs are listed in common/jobs. */
export const QUEUE = 'marquee';

const queueUrl = env.QUEUE_REDIS_URL ?? env.REDIS_URL;

/** BullMQ keeps its own keys apart; a brace pair lets a Redis Cluster keep one queue on one shard. */
export const queuePrefix = `{${env.REDIS_PREFIX}jobs}`;

/** A connection for whoever waits for jobs: it never gives up. */
export const createQueueConnection = (): Redis => new Redis(queueUrl, { maxRetriesPerRequest: null });

/** How long a producer waits for Redis to answer. */
const ANSWER_MS = 3_000;

/** Producers fail fast: a request must not hang on a queue that is away, or silent. */
const producerConnection = connectRedis(queueUrl, {
  lazyConnect: true,
  maxRetriesPerRequest: 1,
  commandTimeout: ANSWER_MS,
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
  // One whose first command fails stays useless for good: the next caller opens another.
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

interface EnqueueOptions {
  /** Not before this many milliseconds from now. */
  delayMs?: number;
  /** While a job of this key waits or runs, no second one is added. */
  key?: string;
  /** How often it is tried, 5 times otherwise; the wait doubles from half a second. */
  attempts?: number;
}

/** Hands a job to the workers. Throws when the queue cannot be reached. */
export async function enqueue<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  const { delayMs = 0, key, attempts } = options;
  await jobQueue().add(name, payload, {
    delay: delayMs,
    ...(attempts && { attempts }),
    ...(key && { deduplication: { id: `${name} ${key}` } }),
  });
}

/**
 * Hands over a job whose cause is already written and which a sweep asks for again: a queue that is away is logged, not thrown.
 */
export async function tryEnqueue<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueue(name, payload, options).catch((error: unknown) => {
    logger.warn({ error, job: name, payload }, 'enqueue failed, will reconcile');
  });
}

/** Who waits for which job. */
const waiting = new Map<string, (result: unknown) => void>();
let events: QueueEvents | null = null;

function openEvents(): QueueEvents {
  const connection = createQueueConnection();
  const opened = new QueueEvents(QUEUE, {
    connection,
    prefix: queuePrefix,
    // From the first event still kept: reading from "now" would miss what happens before the reading begins.
    lastEventId: '0-0',
  });
  // It reads on a copy of its own.
  connection.disconnect();
  opened.on('error', () => {});
  opened.on('completed', ({ jobId, returnvalue }) => waiting.get(jobId)?.(returnvalue));
  opened.on('failed', ({ jobId }) => waiting.get(jobId)?.(null));
  return opened;
}

/**
 * Hands a job to the workers and waits for what it leaves, at most `timeoutMs`.
 *
 * @returns null when it has not ended well in that time, or the queue cannot be reached; a job handed over goes on all the same
 */
export async function enqueueAndWait<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  timeoutMs: number,
): Promise<JobResult<Name> | null> {
  events ??= openEvents();
  const jobId = randomUUID();
  const result = new Promise<unknown>((resolve) => waiting.set(jobId, resolve));
  const timer = setTimeout(() => waiting.get(jobId)?.(null), timeoutMs);

  try {
    await jobQueue().add(name, payload, { jobId });
    return (await result) as JobResult<Name> | null;
  } catch (error) {
    logger.warn({ error, job: name, payload }, 'job enqueue failed');
    return null;
  } finally {
    clearTimeout(timer);
    waiting.delete(jobId);
  }
}

/** Lets go of the queue's connections. */
export async function closeQueues(): Promise<void> {
  // Not waited for: while Redis is away it would wait for its return.
  events?.close().catch(() => {});
  await queue?.close();
  producerConnection.disconnect();
  queue = null;
  events = null;
}
