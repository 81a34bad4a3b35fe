import { WEEKDAYS } from '#common/drivers/weekly-hours.ts';
import type { DraftHours } from './weekly-hours-fields.tsx';

interface Versions {
  /** Those that the form began with. */
  before: readonly DraftHours[];
  /** What has been made of them there. */
  typed: readonly DraftHours[];
  /** Those that are stored by now. */
  now: readonly DraftHours[];
}

interface Merged {
  /** As the form goes on. */
  merged: DraftHours[];
  /** The days for which something else was typed than what stands now, in words. */
  lost: string[];
}

/**
 * Hours that two change at once, each weekday by itself: one that one of them alone changed is as they left it. One that both changed is as
 * it is stored.
 */
export function mergeHours({ before, typed, now }: Versions): Merged {
  const changed = [...WEEKDAYS.keys()].filter((day) => !isSame(now, before, day));
  const lost = changed.filter((day) => !isSame(typed, before, day) && !isSame(typed, now, day));
  const rows = [...typed, ...now];

  // A day that has changed comes where its first row was typed, so that the other rows stay where they are.
  const merged = rows.flatMap((row, index) => {
    if (!changed.includes(row.weekday)) return index < typed.length ? [row] : [];
    const first = rows.findIndex(({ weekday }) => weekday === row.weekday);
    return index === first ? now.filter(({ weekday }) => weekday === row.weekday) : [];
  });
  return { merged, lost: lost.map((day) => `hours on ${WEEKDAYS[day]}`) };
}

const isSame = (some: readonly DraftHours[], others: readonly DraftHours[], day: number): boolean =>
  textOf(some, day) === textOf(others, day);

/** The hours of a day, whichever row comes first. */
const textOf = (hours: readonly DraftHours[], day: number): string =>
  hours
    .filter(({ weekday }) => weekday === day)
    .map(({ from, to }) => `${from}-${to}`)
    .toSorted()
    .join();
