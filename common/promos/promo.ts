import type { BookingType } from '../fares/fare.ts';
import { hoursText } from '../fares/quote-fare.ts';
import { type Cents, formatDollars, percentOf } from '../money.ts';
import { weekdayOf } from '../time.ts';
import { WEEKDAYS } from '../weekdays.ts';

/** Conditions and discount of a promo code. Stored in the database and edited by operations. */
export interface PromoTerms {
  /** Upper case. */
  code: string;
  title: string;
  description: string;
  badge: string | null;
  /** Exactly one of the two is set. */
  percent: number | null;
  amountCents: Cents | null;
  /** First and last booking day, YYYY-MM-DD in Las Vegas; null for no limit. */
  validFrom: string | null;
  validUntil: string | null;
  /** Valid pickup weekdays, 0 is Sunday; null for all. */
  weekdays: number[] | null;
  minimumFareCents: Cents;
  minimumHours: number | null;
  firstRideOnly: boolean;
  /** Most rides per rider, and in total; null for no limit. */
  perRider: number | null;
  totalCap: number | null;
}

/** The booking that a promo code is checked against. */
export interface PromoBooking {
  fareCents: Cents;
  /** Day of booking and day of pickup, YYYY-MM-DD in Las Vegas. */
  today: string;
  scheduledDate: string | null;
  bookingType: BookingType | null;
  hours: number | null;
}

/** Lists weekdays in words: `Friday, Saturday or Sunday`. */
const listWeekdays = (days: readonly number[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(days.map((day) => WEEKDAYS[day] ?? ''));

/**
 * Explains to the rider why a promo code does not apply to a booking; null if it applies. Conditions that
 * depend on the rider (first ride, number of uses) are checked by the server only. Conditions on details not
 * chosen yet (date, hours) are skipped.
 */
export function promoProblem(promo: PromoTerms, booking: PromoBooking): string | null {
  if (promo.validFrom !== null && booking.today < promo.validFrom) return 'This promo code is not valid yet';
  if (promo.validUntil !== null && booking.today > promo.validUntil) return 'This promo code has expired';
  if (promo.weekdays !== null && booking.scheduledDate !== null) {
    const weekday = weekdayOf(booking.scheduledDate);
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

/** Returns the discount on a fare, in cents, capped at the fare. */
export const promoDiscountCents = (
  promo: Pick<PromoTerms, 'percent' | 'amountCents'>,
  fareCents: Cents,
): Cents =>
  Math.min(
    fareCents,
    promo.percent === null ? (promo.amountCents ?? 0) : percentOf(fareCents, promo.percent),
  );
