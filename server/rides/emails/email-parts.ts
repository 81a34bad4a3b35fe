import { hoursText } from '#common/fares/quote-fare.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { addressLines } from '#common/places/address.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { formatDay } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { splitPlate } from '#common/vehicles/vehicle.ts';
import { env } from '../../env.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { EmailPart, EmailRows } from '../../mail/email-content.ts';
import type { RideRecord } from '../ride-model.ts';

export const text = (words: string) => ({ kind: 'text', text: words }) as const;
export const note = (words: string) => ({ kind: 'note', text: words }) as const;

/** URL of the ride's page, which shows its current state. */
export const ridePageUrl = (rideId: string): string => new URL(`/my-rides/${rideId}`, env.PUBLIC_URL).href;

export const linkToRide = (rideId: string, label: string) =>
  ({ kind: 'link', label, href: ridePageUrl(rideId) }) as const;

/** The pickup time in Las Vegas, as `Fri 27 Nov, 7:30 PM PST`. */
export const pickupMoment = ({ scheduledAt }: RideRecord): string =>
  formatDayTimeWithZone(new Date(scheduledAt), databaseClock.now());

/** The pickup day, as `Fri 27 Nov`. */
export const pickupDay = ({ scheduledAt }: RideRecord): string =>
  formatDay(new Date(scheduledAt), databaseClock.now());

/** The route of a ride with its stops. */
export function routePart(ride: RideRecord, details: { from?: string; to?: string } = {}): EmailPart {
  const place = (location: string, detail?: string) => {
    const { name, address } = addressLines(location);
    return { name, detail: detail ?? address };
  };
  return {
    kind: 'route',
    places: [
      place(ride.pickupLocation, details.from),
      ...ride.stops.map((stop) => place(stop)),
      place(ride.dropoffLocation, details.to),
    ],
    isBroken: ride.status === 'cancelled',
  };
}

/** Describes the booking, as `Lux Sedan, hourly, 3 hours`. */
export const formatBooking = ({ rideType, bookingType, hours }: RideRecord): string =>
  [
    vehicleName(rideType),
    bookingType === 'hourly' ? 'hourly' : 'point to point',
    ...(hours === null ? [] : [hoursText(hours)]),
  ].join(', ');

export const referenceRow = ({ id }: RideRecord) => ['Reference', rideReference(id)] as const;

/** Rows about the pickup time and the booking. */
export const bookingRows = (ride: RideRecord): EmailRows => [
  ['Pickup', pickupMoment(ride)],
  ['Booking', formatBooking(ride)],
  ...(ride.passengers === null ? [] : [['Passengers', String(ride.passengers)] as const]),
  ...(ride.passenger ? [['Passenger', ride.passenger.name] as const] : []),
  ...(ride.flightNumber ? [['Flight', ride.flightNumber] as const] : []),
  referenceRow(ride),
  ...(ride.order
    ? [
        [
          ride.order.leg === 'back' ? 'Return trip of' : 'Return trip',
          rideReference(ride.order.otherRideId),
        ] as const,
      ]
    : []),
];

/** The driver and the vehicle; empty without a driver. */
export const driverPart = ({ driver }: RideRecord): EmailPart[] =>
  driver ? [{ kind: 'driver', name: driver.firstName, ...splitPlate(driver.vehicle) }] : [];
