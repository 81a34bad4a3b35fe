import type { Offer } from '#common/rides/ride.ts';

type Booking = Pick<Offer, 'bookingType' | 'hours'>;

const hoursText = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);

/** `Point to Point`, or `Hourly, 4 hours`. */
export function bookingWords({ bookingType, hours }: Booking): string {
  if (bookingType === 'point-to-point') return 'Point to Point';
  return hours === null ? 'Hourly' : `Hourly, ${hoursText(hours)}`;
}
