import { plannedSpan } from '#common/rides/overlap.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { env } from '../../env.ts';
import { type CalendarEvent, type CalendarMethod, writeCalendarFile } from '../../infra/calendar-file.ts';
import type { RideRecord } from '../ride-model.ts';
import { ridePageUrl } from './email-parts.ts';

/** Creates the calendar file of a ride for a mail: it adds, updates or cancels the entry of the attendee. */
export const mailedCalendar = (
  ride: RideRecord,
  method: Exclude<CalendarMethod, 'PUBLISH'>,
  attendee: string,
) => ({
  method,
  file: writeCalendarFile(method, [
    {
      ...rideEvent(ride),
      people: {
        organizer: { name: 'Marquee', address: env.MAIL_FROM },
        attendee,
      },
    },
  ]),
});

/** Creates the calendar file of a ride for its rider to download. */
export const downloadedCalendar = (ride: RideRecord): string =>
  writeCalendarFile('PUBLISH', [rideEvent(ride)]);

/**
 * A ride as a calendar event. The sequence is the ride's version, so it increases with every change, even if
 * some changes are not sent. The title has no text typed by the rider, because programs show it in
 * notifications.
 */
function rideEvent(ride: RideRecord): CalendarEvent {
  const { startMs, endMs } = plannedSpan(new Date(ride.scheduledAt), ride);
  const places = [
    `From: ${ride.pickupLocation}`,
    ...ride.stops.map((stop) => `Stop: ${stop}`),
    `To: ${ride.dropoffLocation}`,
  ];
  return {
    uid: `ride-${ride.id}@marquee`,
    sequence: ride.version,
    changedAt: new Date(ride.history.at(-1)?.at ?? ride.createdAt),
    date: ride.scheduledDate,
    time: ride.scheduledTime,
    minutes: (endMs - startMs) / 60_000,
    title: `Marquee, ${vehicleName(ride.rideType)}`,
    place: ride.pickupLocation,
    description: [...places, `Reference: ${rideReference(ride.id)}`, ridePageUrl(ride.id)].join('\n'),
    url: ridePageUrl(ride.id),
    isCancelled: ride.status === 'cancelled',
  };
}
