import { handlers } from '../handlers.ts';
import { type Schedules, work } from '../work.ts';

/**
 * A worker in the process of the tests, which runs every job and, by default, no schedule.
 *
 * @returns ends it; given to `beforeAll` this is called after the last test
 */
export const startWorker = (schedules: Schedules = {}): Promise<() => Promise<void>> =>
  work(handlers, schedules);
