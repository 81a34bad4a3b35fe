import { EventEmitter } from 'node:events';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { world } from '../the-world.ts';

/** The part of BullMQ that the product uses, in this process. Replaces the package `bullmq`. */

interface JobOptions {
  delay?: number;
  attempts?: number;
  jobId?: string;
  deduplication?: { id: string };
}

export class Job {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
  readonly opts: JobOptions;
  attemptsMade = 0;
  finishedOn: number | undefined;

  constructor(name: string, data: unknown, opts: JobOptions) {
    count += 1;
    this.id = opts.jobId ?? `${count}`;
    this.name = name;
    this.data = data;
    this.opts = opts;
  }
}

export class UnrecoverableError extends Error {}
export class DelayedError extends Error {}

type Runner = (job: Job) => Promise<unknown>;

let count = 0;
let runner: Runner | null = null;
const workers: EventEmitter[] = [];
const events: EventEmitter[] = [];
const deduplicated = new Set<string>();

const DEFAULT_ATTEMPTS = 5;
const BACKOFF_MS = 500;
/** After this many milliseconds without a sign of life a worker counts as dead, and its job runs again. */
const STALLED_MS = 10_000;

function enqueue(job: Job): void {
  const { id: key } = job.opts.deduplication ?? {};
  if (key !== undefined) {
    if (deduplicated.has(key)) return;
    deduplicated.add(key);
  }
  const { delayMs = 0, copies = 1 } = world().faultsOfJob();
  const at = world().clock.now() + (job.opts.delay ?? 0) + delayMs;
  for (let copy = 0; copy < copies; copy += 1) world().clock.at(at, () => void run(job));
}

const end = (job: Job): void => {
  job.finishedOn = world().clock.now();
  if (job.opts.deduplication) deduplicated.delete(job.opts.deduplication.id);
};

async function run(job: Job, isRepeat = false): Promise<void> {
  const { clock, scheduler } = world();
  const { death = null, skewMs = 0 } = world().faultsOfJob();
  job.attemptsMade += 1;
  const task = { label: `worker: ${job.name}`, skewMs, death: isRepeat ? null : death };
  const result = await scheduler.start(task, async () => runner?.(job));
  if (result.state === 'died') {
    clock.at(clock.now() + STALLED_MS, () => void run(job, true));
    return;
  }
  if (result.state === 'done') {
    end(job);
    for (const each of events) each.emit('completed', { jobId: job.id, returnvalue: result.value });
    return;
  }
  const isFinal =
    result.error instanceof UnrecoverableError || job.attemptsMade >= (job.opts.attempts ?? DEFAULT_ATTEMPTS);
  if (!isFinal) {
    clock.at(clock.now() + BACKOFF_MS * 2 ** (job.attemptsMade - 1), () => void run(job, true));
    return;
  }
  end(job);
  for (const worker of workers) worker.emit('failed', job, result.error);
  for (const each of events) each.emit('failed', { jobId: job.id });
  world().onJobFailed(job.name, result.error);
}

type Schedule = { every: number } | { pattern: string };

/** Returns the next run of a schedule after an instant. */
function nextOf(schedule: Schedule, now: number): number {
  if ('every' in schedule) return now + schedule.every;
  const [minute = '0', hour = '0'] = schedule.pattern.split(' ');
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  const today = dateInVegas(new Date(now));
  const runs = [today, addDays(today, 1)].map((date) => toInstant(date, time)?.getTime() ?? 0);
  return runs.find((at) => at > now) ?? now + 86_400_000;
}

export class Queue extends EventEmitter {
  /** Waits until the scheduler picks it, and rejects while Redis is away, as every command does. */
  add(name: string, data: unknown, opts: JobOptions = {}): Promise<Job> {
    return world().scheduler.request(true, () => {
      if (world().isRedisAway) throw new Error('Connection is closed.');
      const job = new Job(name, data, opts);
      enqueue(job);
      return job;
    });
  }

  /** The queue is new, so there is no schedule of an earlier release to remove. */
  async removeJobScheduler(): Promise<boolean> {
    return false;
  }

  upsertJobScheduler(
    name: string,
    schedule: Schedule,
    { data, opts }: { data: unknown; opts: JobOptions },
  ): Promise<void> {
    const { clock } = world();
    const next = () => {
      clock.at(nextOf(schedule, clock.now()), () => {
        next();
        if (!world().isRedisAway && !('every' in schedule && world().isQuiet()))
          enqueue(new Job(name, data, { attempts: opts.attempts ?? 1 }));
      });
    };
    next();
    return Promise.resolve();
  }

  /** Always undefined: the worker starts once, with an empty queue. */
  getJobScheduler = (): Promise<undefined> => Promise.resolve(undefined);

  waitUntilReady = (): Promise<void> => Promise.resolve();
  close = (): Promise<void> => Promise.resolve();
}

export class QueueEvents extends EventEmitter {
  constructor() {
    super();
    events.push(this);
  }

  close = (): Promise<void> => Promise.resolve();
}

export class Worker extends EventEmitter {
  closing: undefined;

  constructor(_queue: string, run: Runner) {
    super();
    runner = run;
    workers.push(this);
  }

  waitUntilReady = (): Promise<void> => Promise.resolve();
  pause = (): Promise<void> => Promise.resolve();
  resume = (): void => {};
  close = (): Promise<void> => Promise.resolve();
}
