import { setTimeout } from 'node:timers/promises';
import { ApiError } from '#web/lib/api-error.ts';

const PAUSE_MS = 300;

/** The server, or what it stands on, was away; or nobody is signed in any more, which the page sees to. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status >= 500);

/** Does what a person wants done: again and again while the product cannot be reached, once if it says no. Throws what it says. */
export async function insist<Result>(act: () => Promise<Result>): Promise<Result> {
  while (true) {
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
