import { HOUR_MS } from '#common/durations.ts';

/** Returns the instant this many hours from now. Negative hours are in the past. */
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
