import { setTimeout } from 'node:timers/promises';

const PAUSE_MS = 50;

interface Patience {
  /** What is waited for, for the error. */
  what: string;
  withinMs: number;
}

/** Looks again and again until something is there, and gives it. Throws when it takes too long; errors while looking count as not there. */
export async function until<Result>(
  look: () => Promise<Result | null | false> | Result | null | false,
  { what, withinMs }: Patience,
): Promise<Result> {
  const giveUpAt = Date.now() + withinMs;
  let problem: unknown;
  while (Date.now() < giveUpAt) {
    try {
      const found = await look();
      if (found) return found;
      problem = undefined;
    } catch (error) {
      problem = error;
    }
    await setTimeout(PAUSE_MS);
  }
  throw new Error(`${what}: not within ${withinMs} ms`, { cause: problem });
}
