import { AppError } from '#common/errors.ts';

interface ConcurrencyOptions {
  /** How many run at once. */
  running: number;
  /** How many may wait for their turn. */
  waiting: number;
  /** What somebody who finds too many waiting is told. */
  refusal: string;
}

/** When they should come back, in seconds. */
const COME_BACK_SECONDS = 3;

/**
 * Lets work run a few at a time, first come first served, for what would otherwise take a whole processor from everything
 * else.
 *
 * @returns what runs a piece of work in its turn; it throws UNAVAILABLE with Retry-After when too much waits already
 */
export function limitConcurrency({
  running,
  waiting,
  refusal,
}: ConcurrencyOptions): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let active = 0;

  const turn = (): Promise<void> | null => {
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
    await turn();
    try {
      return await work();
    } finally {
      // A turn is handed on, so that nobody who comes meanwhile gets in between.
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
