import { Readable } from 'node:stream';
import { CALENDAR_TYPE } from '#common/rides/rides-api.ts';
import * as api from '#common/rides/schedule-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import {
  changeCalendar,
  findCalendar,
  readCalendarAddress,
  renewCalendarAddress,
} from './calendar-address.ts';
import { driverCalendar } from './driver-calendar.ts';

export const scheduleRoutes = createApiRoutes();

scheduleRoutes.handle(api.readCalendarAddress, ({ user }) => readCalendarAddress(user.driverId));

scheduleRoutes.handle(api.renewCalendarAddress, ({ user }) => renewCalendarAddress(user.driverId));

scheduleRoutes.handle(api.changeCalendar, ({ body, user }) => changeCalendar(user.driverId, body));

scheduleRoutes.handle(api.readDriverCalendar, async ({ params }) => {
  const { driverId, ...shown } = await findCalendar(params.token.replace(/\.ics$/, ''));
  const content = Buffer.from(await driverCalendar(driverId, shown));
  return {
    name: 'marquee-rides.ics',
    mediaType: CALENDAR_TYPE,
    bytes: content.length,
    content: Readable.from([content]),
  };
});
