import ICAL from 'ical.js';
import { ZONE } from '#common/time.ts';

// The library does not count the leading space of a folded line.
ICAL.foldLength = 74;

/** A calendar entry. Its texts are plain: `writeCalendarFile` escapes them and folds long lines. */
export interface CalendarEvent {
  /** Identifies the entry and never changes. */
  uid: string;
  /** Version of the entry: for the same uid, the higher number replaces the lower. */
  sequence: number;
  changedAt: Date;
  /** Local date (YYYY-MM-DD) and time (HH:MM) in Las Vegas. */
  date: string;
  time: string;
  /** Elapsed minutes, unaffected by daylight saving changes. */
  minutes: number;
  title: string;
  place: string;
  description: string;
  /** URL of a page about it. */
  url?: string;
  isCancelled?: boolean;
  /** Organizer and attendee, for calendar files sent by mail. */
  people?: { organizer: { name: string; address: string }; attendee: string };
}

/** iTIP method: publish entries, add or change one, or cancel it. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

/** Pacific time under the US rules in force since 2007. */
const PACIFIC_TIME = `BEGIN:VTIMEZONE
TZID:${ZONE}
BEGIN:DAYLIGHT
TZOFFSETFROM:-0800
TZOFFSETTO:-0700
TZNAME:PDT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0700
TZOFFSETTO:-0800
TZNAME:PST
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE`.replaceAll('\n', '\r\n');

/** Writes a calendar file (RFC 5545) in Pacific time. Mail programs apply it by its method (RFC 5546). */
export function writeCalendarFile(
  method: CalendarMethod,
  events: readonly CalendarEvent[],
  properties: Readonly<Record<string, string>> = {},
): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.updatePropertyWithValue('prodid', '-//Marquee//Rides//EN');
  calendar.updatePropertyWithValue('version', '2.0');
  calendar.updatePropertyWithValue('calscale', 'GREGORIAN');
  calendar.updatePropertyWithValue('method', method);
  for (const [name, value] of Object.entries(properties)) calendar.updatePropertyWithValue(name, value);
  calendar.addSubcomponent(new ICAL.Component(ICAL.parse(PACIFIC_TIME)));
  for (const event of events) calendar.addSubcomponent(toComponent(event));
  return `${calendar.toString()}\r\n`;
}

function toComponent({ uid, sequence, changedAt, date, time, minutes, ...event }: CalendarEvent) {
  const entry = new ICAL.Component('vevent');
  const set = (name: string, value: unknown) => entry.updatePropertyWithValue(name, value);
  const changed = ICAL.Time.fromJSDate(changedAt, true);
  set('uid', uid);
  set('sequence', sequence);
  set('dtstamp', changed);
  set('last-modified', changed);
  set('dtstart', ICAL.Time.fromDateTimeString(`${date}T${time}:00`)).setParameter('tzid', ZONE);
  // A duration, because an end time would be ambiguous in the hour that repeats when daylight saving ends.
  set('duration', ICAL.Duration.fromSeconds(minutes * 60));
  set('summary', plain(event.title));
  set('location', plain(event.place));
  set('description', plain(event.description));
  if (event.url) set('url', event.url);
  set('status', event.isCancelled ? 'CANCELLED' : 'CONFIRMED');
  if (event.people) addPeople(entry, event.people);
  return entry;
}

/** The library escapes line feeds only; some readers would end the line at a carriage return. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ');

function addPeople(
  entry: ICAL.Component,
  { organizer, attendee }: NonNullable<CalendarEvent['people']>,
): void {
  entry
    .updatePropertyWithValue('organizer', `mailto:${organizer.address}`)
    .setParameter('cn', organizer.name);
  const invited = entry.updatePropertyWithValue('attendee', `mailto:${attendee}`);
  invited.setParameter('partstat', 'ACCEPTED');
  invited.setParameter('rsvp', 'FALSE');
}
