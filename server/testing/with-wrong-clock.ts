import { vi } from 'vitest';

/**
 * Runs a function while the process's clock is off by this many milliseconds. The database's clock stays
 * correct.
 */
export async function withWrongClock<Result>(byMs: number, run: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}
