import { rideReference } from '#common/rides/ride-reference.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { env } from '../../env.ts';
import { type CalendarEvent, type CalendarMethod, writeCalendarFile } from '../../infra/calendar-file.ts';
import { calendarEntry, routeLines } from '../calendar-entry.ts';
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
 * A ride as an entry in its rider's calendar. The title has no text typed by the rider, because programs show
 * it in notifications.
 */
const rideEvent = (ride: RideRecord): CalendarEvent => ({
  ...calendarEntry(ride),
  uid: `ride-${ride.id}@marquee`,
  title: `Marquee, ${vehicleName(ride.rideType)}`,
  description: [...routeLines(ride), `Reference: ${rideReference(ride.id)}`, ridePageUrl(ride.id)].join('\n'),
  url: ridePageUrl(ride.id),
});
