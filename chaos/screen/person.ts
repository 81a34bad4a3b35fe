import { setTimeout } from 'node:timers/promises';

/** What somebody does, again and again, and how long it takes to come to it, in milliseconds. */
export interface Habit {
  act: () => Promise<void>;
  pauseMs: () => number;
}

/** Somebody at a page. */
export interface Person {
  act(): void;
  /** Finishes what is under way, and does nothing more until told to act. */
  rest(): Promise<void>;
}

/** A person with a habit. */
export function createPerson({ act, pauseMs }: Habit): Person {
  let resting = new AbortController();
  let busy = Promise.resolve();

  async function live(signal: AbortSignal) {
    while (!signal.aborted) {
      await setTimeout(pauseMs(), undefined, { signal }).catch(() => {});
      if (!signal.aborted) await act();
    }
  }

  return {
    act() {
      resting.abort();
      resting = new AbortController();
      busy = live(resting.signal);
    },
    async rest() {
      resting.abort();
      await busy;
    },
  };
}
