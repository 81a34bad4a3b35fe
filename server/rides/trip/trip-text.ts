import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { lastStamp, STAMPS, statusLabel } from '#common/rides/ride-states.ts';
import { TRIP_ENDS_AFTER, type Trip } from '#common/rides/trip-api.ts';
import { formatTimeWithZone, toInstant } from '#common/time.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { escapeHtml } from '../../escape-html.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { readSharedTracking } from '../position/read-tracking.ts';
import { presentTrip } from './present-trip.ts';
import { findSharedRide } from './share-ride.ts';

/**
 * Renders the page of a trip link as static HTML for browsers without scripts, with the current state. Null
 * when the link does not work.
 */
export async function tripText(token: string): Promise<string | null> {
  const ride = await findSharedRide(token);
  if (!ride) return null;
  const { position } = await readSharedTracking(ride);
  const lines = [
    ...describe(presentTrip(ride)),
    ...(position?.arrival ? [arrivalLine(position.arrival)] : []),
  ];
  const seen = position && `The car was last seen at ${formatTimeWithZone(new Date(position.at))}.`;
  return [
    '<h1>Shared trip</h1>',
    ...[...lines, ...(seen ? [seen] : [])].map((line) => `<p>${escapeHtml(line)}</p>`),
    `<p>Reload the page for updates. It ends ${TRIP_ENDS_AFTER.text} after the ride.</p>`,
  ].join('');
}

const arrivalLine = ({ from, to }: { from: string; to: string }): string =>
  `Arrival between ${formatTimeWithZone(new Date(from))} and ${formatTimeWithZone(new Date(to))}.`;

function describe(trip: Trip): string[] {
  const { status, driver, endedAt } = trip;
  const pickup = toInstant(trip.scheduledDate, trip.scheduledTime);
  const stamp = lastStamp(trip);
  return [
    `${stamp ? STAMPS[stamp].label : statusLabel(status)}.`,
    ...(endedAt ? [`It ended at ${formatTimeWithZone(new Date(endedAt))}.`] : []),
    ...(driver
      ? [`Driver: ${driver.firstName}, ${driver.vehicle}${driver.plate ? `, ${driver.plate}` : ''}.`]
      : []),
    ...(!driver ? [`Vehicle: ${findVehicle(trip.rideType)?.name ?? trip.rideType}.`] : []),
    ...(!endedAt && pickup ? [`Pickup ${formatDayTimeWithZone(pickup, databaseClock.now())}.`] : []),
  ];
}
