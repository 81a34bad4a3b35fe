import * as z from 'zod/mini';
import { bookingTypeSchema } from '../fares/fare.ts';
import { GRATUITY_OPTIONS, HOURS_STEP, MAX_HOURS, MIN_HOURS } from '../fares/quote-fare.ts';
import { idSchema } from '../id.ts';
import { isEmail } from '../users/email.ts';
import { isPhone, MAX_PHONE } from '../users/phone.ts';
import { VEHICLE_IDS } from '../vehicles/catalogue.ts';
import { riderRideSchema } from './ride.ts';

/** Longest texts a booking may carry, in characters. */
export const LIMITS = {
  name: 100,
  email: 254,
  phone: MAX_PHONE,
  address: 200,
  specialRequests: 500,
} as const;

const text = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max, `Please keep this under ${max} characters.`));

/**
 * POST /api/rides. What the browser reckoned (`estimatedFare`, `discountAmount`, `surgePricing`, `isAirportPickup`) is not read:
 * the server derives it again. Promo code and gift card are named by the ids their validation gave.
 */
export const requestRideSchema = z.object({
  riderId: idSchema,
  pickupLocation: text(LIMITS.address),
  dropoffLocation: text(LIMITS.address),
  rideType: z.enum(VEHICLE_IDS),
  bookingType: bookingTypeSchema,
  hours: z.nullish(
    z
      .number()
      .check(
        z.minimum(MIN_HOURS, 'Please enter at least 1 hour for hourly booking.'),
        z.maximum(MAX_HOURS, `Please book at most ${MAX_HOURS} hours.`),
        z.multipleOf(HOURS_STEP, 'Hours go in steps of a half.'),
      ),
  ),
  gratuityPercentage: z
    .number()
    .check(
      z.refine(
        (percent) => GRATUITY_OPTIONS.some((option) => option === percent),
        'Please choose one of the gratuities offered.',
      ),
    ),
  customerName: text(LIMITS.name),
  customerEmail: text(LIMITS.email).check(z.refine(isEmail, 'Please enter a valid email address.')),
  customerPhone: text(LIMITS.phone).check(z.refine(isPhone, 'Please enter a valid phone number.')),
  scheduledDate: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  scheduledTime: z.string().check(z.regex(/^\d{2}:\d{2}$/)),
  promoCodeId: z.nullish(idSchema),
  giftCardId: z.nullish(idSchema),
  specialRequests: z.nullish(z.string().check(z.trim(), z.maxLength(LIMITS.specialRequests))),
  preferredColor: z.nullish(z.enum(['black', 'white', 'pink', 'green'])),
  passengers: z.nullish(z.int().check(z.minimum(1))),
});
export type RequestRide = z.infer<typeof requestRideSchema>;

/** In place of a client secret when promo code and gift card leave nothing to pay. */
export const NO_PAYMENT_REQUIRED = 'no_payment_required';

/** The reply to POST /api/rides. */
export const requestedRideSchema = z.object({ ride: riderRideSchema, clientSecret: z.string() });
export type RequestedRide = z.infer<typeof requestedRideSchema>;
