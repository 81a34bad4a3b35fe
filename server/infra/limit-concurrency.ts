import { AppError } from '#common/errors.ts';

interface ConcurrencyOptions {
  /** How many tasks run at once. */
  running: number;
  /** How many may wait in the queue. */
  waiting: number;
  /** Error message when the queue is full. */
  refusal: string;
}

/** Retry-After in seconds. */
const COME_BACK_SECONDS = 3;

/**
 * Limits concurrency, first come first served, for CPU-intensive tasks that would otherwise starve everything
 * else.
 *
 * @returns a function that runs a task when it is its turn. It throws UNAVAILABLE with Retry-After when the
 * queue is full
 */
export function limitConcurrency({
  running,
  waiting,
  refusal,
}: ConcurrencyOptions): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let active = 0;

  const acquirePlace = (): Promise<void> | null => {
    if (active < running) {
      active += 1;
      return null;
    }
    if (queue.length >= waiting) {
      throw new AppError('UNAVAILABLE', refusal, { retryAfterSeconds: COME_BACK_SECONDS });
    }
    return new Promise((resolve) => queue.push(resolve));
  };

  return async (work) => {
    await acquirePlace();
    try {
      return await work();
    } finally {
      // The place passes directly to the next in the queue, so that no later caller can take it.
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
