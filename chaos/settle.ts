import { setTimeout } from 'node:timers/promises';
import type { Checked } from './outcome.ts';

const PAUSE_MS = 50;

/** Repeats a check until it finds nothing wrong, or time is up; what it found last counts. A check that throws has found something. */
export async function settle(check: () => Promise<Checked>, withinMs: number): Promise<Checked> {
  const giveUpAt = Date.now() + withinMs;
  while (true) {
    const found = await check().catch((error: Error): Checked => ({ count: 0, problems: [error.message] }));
    if (found.problems.length === 0 || Date.now() > giveUpAt) return found;
    await setTimeout(PAUSE_MS);
  }
}
