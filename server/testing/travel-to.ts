import { onTestFinished, vi } from 'vitest';
import { databaseClock } from '../infra/database-clock.ts';

const RealDate = Date;
const uptime = performance.now.bind(performance);

/** Has it be another time, by every clock of this process and by the database's, until the test ends. Epoch milliseconds. */
export function travelTo(instant: number): void {
  vi.useFakeTimers({ now: instant, toFake: ['Date'] });
  const clocks = [
    vi.spyOn(databaseClock, 'nowMs').mockImplementation(() => Date.now()),
    vi.spyOn(performance, 'now').mockImplementation(() => uptime() + Date.now() - RealDate.now()),
  ];
  onTestFinished(() => {
    for (const clock of clocks) clock.mockRestore();
    vi.useRealTimers();
  });
}
