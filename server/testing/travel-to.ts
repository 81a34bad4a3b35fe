import { onTestFinished, vi } from 'vitest';
import { databaseClock } from '../infra/database-clock.ts';

/**
 * Sets the time of this process and of the database clock until the test ends.
 *
 * @param instant epoch milliseconds
 */
export function travelTo(instant: number): void {
  vi.useFakeTimers({ now: instant, toFake: ['Date'] });
  const clock = vi.spyOn(databaseClock, 'nowMs').mockImplementation(() => Date.now());
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
}
