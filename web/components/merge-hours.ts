import { WEEKDAYS } from '#common/weekdays.ts';
import type { DraftHours } from './weekly-hours-fields.tsx';

interface Versions {
  /** The hours with which the form was opened. */
  before: readonly DraftHours[];
  /** The user's edits of them. */
  typed: readonly DraftHours[];
  /** The hours now stored on the server. */
  now: readonly DraftHours[];
}

interface Merged {
  /** The hours with which the form continues. */
  merged: DraftHours[];
  /** Names the days on which the user's edits were replaced by different stored hours. */
  lost: string[];
}

/**
 * Merges hours that two users edited concurrently (a three-way merge per weekday). A weekday changed by one
 * of them keeps that change; a weekday changed by both takes the stored hours.
 */
export function mergeHours({ before, typed, now }: Versions): Merged {
  const changed = [...WEEKDAYS.keys()].filter((day) => !isSame(now, before, day));
  const lost = changed.filter((day) => !isSame(typed, before, day) && !isSame(typed, now, day));
  const rows = [...typed, ...now];

  // A replaced weekday is inserted at its first typed row, so that the other rows keep their position.
  const merged = rows.flatMap((row, index) => {
    if (!changed.includes(row.weekday)) return index < typed.length ? [row] : [];
    const first = rows.findIndex(({ weekday }) => weekday === row.weekday);
    return index === first ? now.filter(({ weekday }) => weekday === row.weekday) : [];
  });
  return { merged, lost: lost.map((day) => `hours on ${WEEKDAYS[day]}`) };
}

const isSame = (some: readonly DraftHours[], others: readonly DraftHours[], day: number): boolean =>
  textOf(some, day) === textOf(others, day);

/** Formats the hours of a day as text, independent of the order of rows. */
const textOf = (hours: readonly DraftHours[], day: number): string =>
  hours
    .filter(({ weekday }) => weekday === day)
    .map(({ from, to }) => `${from}-${to}`)
    .toSorted()
    .join();
