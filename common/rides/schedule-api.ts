import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { CALENDAR_TYPE } from './rides-api.ts';

/** Optional content of a driver's calendar entries, off by default. */
const calendarSwitches = { showsPay: z.boolean(), showsNames: z.boolean() };

/** A driver's calendar subscription. Its URL is a bearer token. */
export const calendarAddressSchema = z.object({
  /** Null until the driver creates one. */
  url: z.nullable(z.string()),
  ...calendarSwitches,
});
export type CalendarAddress = z.infer<typeof calendarAddressSchema>;

export const readCalendarAddress = endpoint({
  method: 'GET',
  path: '/api/driver/calendar',
  summary: "Reads the secret URL of the driver's calendar, and what its entries contain.",
  who: 'driver',
  reply: calendarAddressSchema,
});

export const renewCalendarAddress = endpoint({
  method: 'POST',
  path: '/api/driver/calendar/address',
  summary: "Creates a new secret URL for the driver's calendar and revokes the old one.",
  who: 'driver',
  reply: calendarAddressSchema,
  limit: { name: 'calendar-address', times: 30, windowSeconds: 3_600, per: 'user' },
});

export const changeCalendar = endpoint({
  method: 'PUT',
  path: '/api/driver/calendar',
  summary: "Sets whether the driver's calendar contains earnings and rider names.",
  who: 'driver',
  body: z.object(calendarSwitches),
  reply: calendarAddressSchema,
});

export const readDriverCalendar = endpoint({
  method: 'GET',
  path: '/api/calendars/:token',
  summary: "Returns a driver's rides as a calendar file. The URL is a bearer token.",
  who: 'anybody',
  params: { token: z.string().check(z.regex(/^dc_[0-9a-f]{32}\.ics$/)) },
  reply: null,
  replyTypes: [CALENDAR_TYPE],
  limit: { name: 'driver-calendar', times: 300, windowSeconds: 600, per: 'address' },
});
