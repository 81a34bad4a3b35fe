import { DAY_MS } from '#common/durations.ts';
import { formatCents } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import { driverEarnings, earnedCents } from '#common/rides/driver-earnings.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { env } from '../../env.ts';
import { type CalendarEvent, writeCalendarFile } from '../../infra/calendar-file.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { calendarEntry, routeLines } from '../calendar-entry.ts';
import { customerForDriver } from '../present-ride.ts';
import type { RideRecord } from '../ride-model.ts';
import { listDriverRidesAfter } from '../ride-queries.ts';

/** How long a past ride stays in the calendar. */
const KEPT_MS = 30 * DAY_MS;

interface Shown {
  showsPay: boolean;
  showsNames: boolean;
}

/**
 * Writes a driver's rides as a calendar that programs subscribe to: active rides, and past ones for 30 days.
 * Cancelled rides are marked as cancelled; rides that another driver has now are left out.
 */
export async function driverCalendar(driverId: string, shown: Shown): Promise<string> {
  const rides = await listDriverRidesAfter(driverId, new Date(databaseClock.nowMs() - KEPT_MS));
  return writeCalendarFile(
    'PUBLISH',
    rides.map((ride) => driveEvent(ride, shown)),
    // Non-standard properties: the calendar's name, and how often to refresh it.
    { 'x-wr-calname': 'Marquee rides', 'x-published-ttl': 'PT15M' },
  );
}

const formatPay = (ride: RideRecord): string =>
  isUnderReview(ride)
    ? 'Dispatch checks the final fare; your pay follows.'
    : `Pays you: ${formatCents(earnedCents(driverEarnings(ride)))}`;

/** The uid differs from that of the rider's entry, because one person may have both. */
function driveEvent(ride: RideRecord, { showsPay, showsNames }: Shown): CalendarEvent {
  const customer = showsNames && customerForDriver(ride, databaseClock.now());
  const [from, to] = [ride.pickupLocation, ride.dropoffLocation].map((place) => addressLines(place).name);
  const lines = [
    ...routeLines(ride),
    `Vehicle: ${ride.driver?.vehicle ?? vehicleName(ride.rideType)}`,
    ...(customer ? [`Rider: ${customer.name}`] : []),
    ...(showsPay ? [formatPay(ride)] : []),
    `Reference: ${rideReference(ride.id)}`,
  ];
  return {
    ...calendarEntry(ride),
    uid: `drive-${ride.id}@marquee`,
    title: `${from} to ${to}`,
    description: lines.join('\n'),
    url: new URL('/driver-schedule', env.PUBLIC_URL).href,
  };
}
