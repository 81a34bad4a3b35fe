import { DAY_MS } from './acts.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Formats an instant of a story, in milliseconds from its start, as `Tue 18:05:00`. */
export const clockTime = (instant: number): string =>
  `${WEEKDAYS[Math.floor(instant / DAY_MS) % 7]} ${new Date(instant % DAY_MS).toISOString().slice(11, 19)}`;
