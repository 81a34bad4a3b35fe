import { type Arrival, type RidePosition, STALE_POSITION_MS } from '#common/rides/position.ts';
import { formatTimeWithZone } from '#common/time.ts';

const MINUTE_MS = 60_000;

/** The minutes until an arrival; at least one, as long as it has not been noted. */
function minutesUntil({ from, to }: Arrival, now: Date): { low: number; high: number } {
  const [low, high] = [from, to].map((at) =>
    Math.max(1, Math.round((Date.parse(at) - now.getTime()) / MINUTE_MS)),
  );
  return { low: low ?? 1, high: Math.max(low ?? 1, high ?? 1) };
}

/** `7 min`, or `7 to 10 min`. */
export function formatMinutes(arrival: Arrival, now: Date): string {
  const { low, high } = minutesUntil(arrival, now);
  return low === high ? `${low} min` : `${low} to ${high} min`;
}

/** `4:19 PM PST`: the middle of the range. */
export function formatArrival({ from, to }: Arrival): string {
  return formatTimeWithZone(new Date((Date.parse(from) + Date.parse(to)) / 2));
}

/** Whether nothing was heard of the car for too long to say that it is there. */
export const isStale = ({ at }: Pick<RidePosition, 'at'>, now: Date): boolean =>
  now.getTime() - Date.parse(at) > STALE_POSITION_MS;

/** `Seen 40 s ago`, `Seen 4 min ago`. */
export function formatSeen({ at }: Pick<RidePosition, 'at'>, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1_000));
  return seconds < 60 ? `Seen ${seconds} s ago` : `Seen ${Math.floor(seconds / 60)} min ago`;
}

/** Minutes that are announced as they are reached. */
const ANNOUNCED = [10, 5, 2, 1];

/** What is announced when the most that it may still take has fallen from one number of minutes to another; null where nothing is. */
export const minutesAnnouncement = (before: number, after: number): string | null => {
  const reached = ANNOUNCED.findLast((minutes) => before > minutes && after <= minutes);
  return reached === undefined ? null : `About ${reached} min`;
};

/** The most minutes until an arrival. */
export const mostMinutes = (arrival: Arrival, now: Date): number => minutesUntil(arrival, now).high;
