import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { dateInVegas, formatDay, formatTime, toInstant } from '#common/time.ts';
import { rideInTheWay, spanOf } from './fit.ts';

/** Time that a driver has between rides, in epoch milliseconds; the end excluded. */
export interface FreeTime {
  fromMs: number;
  untilMs: number;
}

/** Whether a ride begins within some free time and overlaps none of the driver's, the drives between counted in. */
export function fitsFreeTime(
  offer: Offer,
  { fromMs, untilMs }: FreeTime,
  rides: readonly DriverRide[],
): boolean {
  const { startMs } = spanOf(offer);
  return startMs >= fromMs && startMs < untilMs && !rideInTheWay(offer, rides);
}

/** The address of the board that shows only what fits some free time. */
export const boardFor = ({ fromMs, untilMs }: FreeTime): string =>
  `/driver?${new URLSearchParams({ from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() })}`;

/** The free time that the board's address names; null for an address without one. */
export function freeTimeOf(search: URLSearchParams): FreeTime | null {
  const [fromMs, untilMs] = [Date.parse(search.get('from') ?? ''), Date.parse(search.get('until') ?? '')];
  return fromMs < untilMs ? { fromMs, untilMs } : null;
}

/** `Today, 4:12 PM to 7:15 PM`, `Sat 21 Nov, before 8:45 PM`, `Today, from 8:15 PM on`. */
export function freeTimeInWords({ fromMs, untilMs }: FreeTime, now: Date): string {
  const [from, until] = [new Date(fromMs), new Date(untilMs)];
  const date = dateInVegas(from);
  const day = date === dateInVegas(now) ? 'Today' : formatDay(from, now);
  if (dateInVegas(until) !== date) return `${day}, from ${formatTime(from)} on`;
  const isFromMidnight = toInstant(date, '00:00')?.getTime() === fromMs;
  return isFromMidnight
    ? `${day}, before ${formatTime(until)}`
    : `${day}, ${formatTime(from)} to ${formatTime(until)}`;
}
