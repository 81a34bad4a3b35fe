import { setTimeout } from 'node:timers/promises';
import { ApiError } from '#web/lib/api-error.ts';

/** An action that a person repeats, and the pause before each, in milliseconds. */
export interface Habit {
  act: () => Promise<void>;
  pauseMs: () => number;
}

/** The user of a page. */
interface Person {
  start(): void;
  /** Resolves when the action in progress is finished. No further action begins until `start`. */
  pause(): Promise<void>;
}

/** @returns a person with a habit, not started */
export function createPerson({ act, pauseMs }: Habit): Person {
  let pausing = new AbortController();
  let busy = Promise.resolve();

  async function repeat(signal: AbortSignal) {
    while (!signal.aborted) {
      await setTimeout(pauseMs(), undefined, { signal }).catch(() => {});
      if (!signal.aborted) await act();
    }
  }

  return {
    start() {
      pausing.abort();
      pausing = new AbortController();
      busy = repeat(pausing.signal);
    },
    async pause() {
      pausing.abort();
      await busy;
    },
  };
}

const RETRY_MS = 300;

/**
 * Retries a call while the product is unavailable or the session is lost, which the page restores.
 *
 * @throws ApiError when the product refuses the call
 */
export async function retry<Result>(act: () => Promise<Result>): Promise<Result> {
  while (true) {
    try {
      return await act();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status >= 500);
