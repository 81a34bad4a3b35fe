import type { BookingType } from '../fares/fare.ts';
import { hoursText } from '../fares/quote-fare.ts';
import { type Cents, formatDollars, percentOf } from '../money.ts';

/** What a promo code asks of a booking and takes off it. Kept in the database, edited by operations. */
export interface PromoTerms {
  /** Upper case. */
  code: string;
  title: string;
  description: string;
  badge: string | null;
  /** One of the two. */
  percent: number | null;
  amountCents: Cents | null;
  /** First and last day it may be booked with, YYYY-MM-DD in Las Vegas; null is open. */
  validFrom: string | null;
  validUntil: string | null;
  /** Pickup weekdays it holds for, 0 is Sunday; null is all. */
  weekdays: number[] | null;
  minimumFareCents: Cents;
  minimumHours: number | null;
  firstRideOnly: boolean;
  /** Rides per rider, and in all; null is without end. */
  perRider: number | null;
  totalCap: number | null;
}

/** The booking a promo is asked about. */
export interface PromoBooking {
  fareCents: Cents;
  /** Day of booking and day of pickup, YYYY-MM-DD in Las Vegas. */
  today: string;
  scheduledDate: string | null;
  bookingType: BookingType | null;
  hours: number | null;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Friday, Saturday or Sunday`. */
const listWeekdays = (days: readonly number[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(days.map((day) => WEEKDAYS[day] ?? ''));

/**
 * Why a promo does not fit a booking, in words for the rider; null when it fits. What depends on who asks
 * (first ride, uses) is for the server. Details that the booking has not fixed yet (date, hours) are not held
 * against it.
 */
export function promoMisfit(promo: PromoTerms, booking: PromoBooking): string | null {
  if (promo.validFrom !== null && booking.today < promo.validFrom) return 'This promo code is not valid yet';
  if (promo.validUntil !== null && booking.today > promo.validUntil) return 'This promo code has expired';
  if (promo.weekdays !== null && booking.scheduledDate !== null) {
    const weekday = new Date(`${booking.scheduledDate}T00:00Z`).getUTCDay();
    if (!promo.weekdays.includes(weekday))
      return `This promo code is for rides on ${listWeekdays(promo.weekdays)}`;
  }
  if (promo.minimumHours !== null && booking.bookingType !== null) {
    const isLongEnough = booking.bookingType === 'hourly' && (booking.hours ?? 0) >= promo.minimumHours;
    if (!isLongEnough)
      return `This promo code is for hourly rides of at least ${hoursText(promo.minimumHours)}`;
  }
  if (booking.fareCents < promo.minimumFareCents) {
    return `This promo code is for fares of at least ${formatDollars(promo.minimumFareCents)}`;
  }
  return null;
}

/** What a promo takes off a fare, in cents: never more than the fare. */
export const promoDiscountCents = (
  promo: Pick<PromoTerms, 'percent' | 'amountCents'>,
  fareCents: Cents,
): Cents =>
  Math.min(
    fareCents,
    promo.percent === null ? (promo.amountCents ?? 0) : percentOf(fareCents, promo.percent),
  );
