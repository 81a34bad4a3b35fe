import { plannedSpan } from '#common/rides/overlap.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { env } from '../../env.ts';
import { type CalendarEvent, type CalendarMethod, writeCalendarFile } from '../../infra/calendar-file.ts';
import type { RideRecord } from '../ride-model.ts';
import { ridePageUrl } from './email-parts.ts';

/** A ride as a calendar file that is sent by mail to an address: it adds or changes the entry, or takes it away. */
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

/** A ride as a calendar file that its rider downloads. */
export const downloadedCalendar = (ride: RideRecord): string =>
  writeCalendarFile('PUBLISH', [rideEvent(ride)]);

/**
 * A ride in a calendar. Its version rises with every change and so does the sequence, whichever of the changes are sent.
 * The title is in no words of the rider's: programs show it in notifications.
 */
function rideEvent(ride: RideRecord): CalendarEvent {
  const { startMs, endMs } = plannedSpan(new Date(ride.scheduledAt), ride);
  const places = [
    `From: ${ride.pickupLocation}`,
    ...ride.stops.map((stop) => `By way of: ${stop}`),
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
