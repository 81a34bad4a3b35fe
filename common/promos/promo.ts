import * as z from 'zod/mini';
import { bookingTypeSchema } from '../fares/fare.ts';
import { idSchema } from '../id.ts';
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
  bookingType: z.infer<typeof bookingTypeSchema> | null;
  hours: number | null;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const listWeekdays = (days: readonly number[]): string => days.map((day) => WEEKDAYS[day]).join(', ');

/**
 * Why a promo does not fit a booking, in words for the rider; null when it fits. What depends on who asks (first ride, uses)
 * is for the server. Details the booking has not settled yet (date, hours) are not held against it.
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
    if (!isLongEnough) return `This promo code is for hourly rides of at least ${promo.minimumHours} hours`;
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

const NO_CODE = 'Please enter a promo code';

/** POST /api/validate-promo-code. `fareAmount` is the estimated total before discounts, in dollars; the rest tells of the booking so far. */
export const validatePromoSchema = z.object({
  code: z.string(NO_CODE).check(z.trim(), z.toUpperCase(), z.minLength(1, NO_CODE), z.maxLength(40)),
  fareAmount: z.number().check(z.minimum(0), z.maximum(1_000_000)),
  scheduledDate: z.nullish(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  bookingType: z.nullish(bookingTypeSchema),
  hours: z.nullish(z.number()),
});
export type ValidatePromo = z.infer<typeof validatePromoSchema>;

/** The reply: `discountAmount` in dollars for that fare. */
export const validPromoSchema = z.object({ id: idSchema, code: z.string(), discountAmount: z.number() });

/** GET /api/promos: a live offer as the promotions page shows it. */
export const promoOfferSchema = z.object({
  title: z.string(),
  discount: z.string(),
  code: z.string(),
  description: z.string(),
  /** Last day, in words; null is open. */
  validUntil: z.nullable(z.string()),
  badge: z.nullable(z.string()),
});
export type PromoOffer = z.infer<typeof promoOfferSchema>;
