import { MINUTE_MS } from '#common/durations.ts';
import { type Arrival, type RidePosition, STALE_POSITION_MS } from '#common/rides/position.ts';
import { formatTimeWithZone } from '#common/time.ts';

/** Returns the range of minutes until an arrival, at least one each. */
function minutesUntil({ from, to }: Arrival, now: Date): { low: number; high: number } {
  const [low, high] = [from, to].map((at) =>
    Math.max(1, Math.round((Date.parse(at) - now.getTime()) / MINUTE_MS)),
  );
  return { low: low ?? 1, high: Math.max(low ?? 1, high ?? 1) };
}

/** Formats the minutes until an arrival: `7 min`, or `7 to 10 min`. */
export function formatMinutes(arrival: Arrival, now: Date): string {
  const { low, high } = minutesUntil(arrival, now);
  return low === high ? `${low} min` : `${low} to ${high} min`;
}

/** Formats an arrival as `4:19 PM PST`: the middle of the range. */
export function formatArrival({ from, to }: Arrival): string {
  return formatTimeWithZone(new Date((Date.parse(from) + Date.parse(to)) / 2));
}

/** Whether the last position is too old to be shown as current. */
export const isStale = ({ at }: Pick<RidePosition, 'at'>, now: Date): boolean =>
  now.getTime() - Date.parse(at) > STALE_POSITION_MS;

/** Formats a position's age: `Seen 40 s ago`, `Seen 4 min ago`. */
export function formatSeen({ at }: Pick<RidePosition, 'at'>, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1_000));
  return seconds < 60 ? `Seen ${seconds} s ago` : `Seen ${Math.floor(seconds / 60)} min ago`;
}

/** The remaining minutes at which screen readers get an announcement. */
const ANNOUNCED = [10, 5, 2, 1];

/**
 * Returns the announcement when the maximum remaining minutes fall from `before` to `after`; null when no
 * threshold is crossed.
 */
export const minutesAnnouncement = (before: number, after: number): string | null => {
  const reached = ANNOUNCED.findLast((minutes) => before > minutes && after <= minutes);
  return reached === undefined ? null : `About ${reached} min`;
};

/** Returns the maximum number of minutes until an arrival. */
export const mostMinutes = (arrival: Arrival, now: Date): number => minutesUntil(arrival, now).high;
