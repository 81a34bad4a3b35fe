import { plannedSpan } from '#common/rides/overlap.ts';
import type { CalendarEvent } from '../infra/calendar-file.ts';
import type { RideRecord } from './ride-model.ts';

/**
 * What the calendar entries of a ride's rider and of its driver share. The sequence is the ride's version, so
 * it increases with every change, even if some changes are not sent.
 */
export function calendarEntry(ride: RideRecord) {
  const { startMs, endMs } = plannedSpan(new Date(ride.scheduledAt), ride);
  return {
    sequence: ride.version,
    changedAt: new Date(ride.history.at(-1)?.at ?? ride.createdAt),
    date: ride.scheduledDate,
    time: ride.scheduledTime,
    minutes: (endMs - startMs) / 60_000,
    place: ride.pickupLocation,
    isCancelled: ride.status === 'cancelled',
  } satisfies Partial<CalendarEvent>;
}

/** The route of a ride in the text of a calendar entry, one place a line. */
export const routeLines = ({ pickupLocation, stops, dropoffLocation }: RideRecord): string[] => [
  `From: ${pickupLocation}`,
  ...stops.map((stop) => `Stop: ${stop}`),
  `To: ${dropoffLocation}`,
];
