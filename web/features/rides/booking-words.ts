import { hoursText } from '#common/fares/fare-lines.ts';
import type { Offer } from '#common/rides/ride.ts';

type Booking = Pick<Offer, 'bookingType' | 'hours'>;

/** `Point to Point`, or `Hourly, 4 hours`. */
export function bookingWords({ bookingType, hours }: Booking): string {
  if (bookingType === 'point-to-point') return 'Point to Point';
  return hours === null ? 'Hourly' : `Hourly, ${hoursText(hours)}`;
}
