import { onTestFinished, vi } from 'vitest';
import { databaseClock } from '../infra/database-clock.ts';

/** Has it be another time, by this process's clock and by the database's, until the test ends. Epoch milliseconds. */
export function travelTo(instant: number): void {
  vi.useFakeTimers({ now: instant, toFake: ['Date'] });
  const clock = vi.spyOn(databaseClock, 'nowMs').mockImplementation(() => Date.now());
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
}
