import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { dateInVegas, formatDay, formatTime, toInstant } from '#common/time.ts';
import { spanOf } from '../planned-time.ts';
import { overlappingRide } from './offer-overlap.ts';

/** A driver's free time between rides, in epoch milliseconds; `untilMs` is exclusive. */
export interface FreeTime {
  fromMs: number;
  untilMs: number;
}

/**
 * Whether a ride starts within the free time and overlaps none of the driver's rides, including the drives
 * between.
 */
export function fitsFreeTime(
  offer: Offer,
  { fromMs, untilMs }: FreeTime,
  rides: readonly DriverRide[],
): boolean {
  const { startMs } = spanOf(offer);
  return startMs >= fromMs && startMs < untilMs && !overlappingRide(offer, rides);
}

/** Builds the URL of the board filtered by free time. */
export const boardFor = ({ fromMs, untilMs }: FreeTime): string =>
  `/driver?${new URLSearchParams({ from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() })}`;

/** Parses the free time from the board's URL; null when there is none. */
export function freeTimeOf(search: URLSearchParams): FreeTime | null {
  const [fromMs, untilMs] = [Date.parse(search.get('from') ?? ''), Date.parse(search.get('until') ?? '')];
  return fromMs < untilMs ? { fromMs, untilMs } : null;
}

/**
 * Formats a free time: `Today, 4:12 PM to 7:15 PM`, `Sat 21 Nov, before 8:45 PM`, `Today, from 8:15 PM on`.
 */
export function formatFreeTime({ fromMs, untilMs }: FreeTime, now: Date): string {
  const [from, until] = [new Date(fromMs), new Date(untilMs)];
  const date = dateInVegas(from);
  const day = date === dateInVegas(now) ? 'Today' : formatDay(from, now);
  if (dateInVegas(until) !== date) return `${day}, from ${formatTime(from)} on`;
  const isFromMidnight = toInstant(date, '00:00')?.getTime() === fromMs;
  return isFromMidnight
    ? `${day}, before ${formatTime(until)}`
    : `${day}, ${formatTime(from)} to ${formatTime(until)}`;
}
