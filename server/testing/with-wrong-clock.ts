import { vi } from 'vitest';

/** Does something in a process whose clock is wrong by so many milliseconds; the database's is right. */
export async function withWrongClock<Result>(byMs: number, run: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}
