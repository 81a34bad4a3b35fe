import { handlers } from '../handlers.ts';
import type { Schedules } from '../keep-schedules.ts';
import { work } from '../work.ts';

/**
 * Starts a worker in the test process that runs every job and, by default, no schedules.
 *
 * @returns a function that stops it, which `beforeAll` calls after the last test
 */
export const startWorker = (schedules: Schedules = {}): Promise<() => Promise<void>> =>
  work(handlers, schedules);
