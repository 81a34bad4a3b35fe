import * as z from 'zod/mini';
import { bookingTypeSchema } from '../fares/fare.ts';
import { GRATUITY_OPTIONS, HOURS_STEP, MAX_HOURS, MIN_HOURS } from '../fares/quote-fare.ts';
import { idSchema } from '../id.ts';
import { isEmail } from '../users/email.ts';
import { isPhone, MAX_PHONE } from '../users/phone.ts';
import { VEHICLE_IDS } from '../vehicles/catalogue.ts';
import { BOOKING_MESSAGES } from './booking-rules.ts';

/** Longest texts a booking may carry, in characters. */
export const LIMITS = {
  name: 100,
  email: 254,
  phone: MAX_PHONE,
  address: 200,
  specialRequests: 500,
} as const;

const tooLong = (max: number) => `Please keep this to ${max} characters.`;

const text = (max: number, missing: string) =>
  z
    .string(missing)
    .check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.maxLength(max, tooLong(max)));

const wallTime = (pattern: RegExp) =>
  z
    .string(BOOKING_MESSAGES.dateAndTime)
    .check(
      z.minLength(1, { error: BOOKING_MESSAGES.dateAndTime, abort: true }),
      z.regex(pattern, 'Please choose a real date and time.'),
    );

/**
 * A booking. What the browser calculated (`estimatedFare`, `discountAmount`, `surgePricing`,
 * `isAirportPickup`) is not read: the server derives it again. Promo code and gift card are named by the ids
 * their validation gave. Fields stand in the order in which the form's rules ask for them, so that a refusal
 * leads with what the form would say.
 */
export const requestRideSchema = z.object({
  customerName: text(LIMITS.name, BOOKING_MESSAGES.contact),
  customerEmail: text(LIMITS.email, BOOKING_MESSAGES.contact).check(
    z.refine(isEmail, BOOKING_MESSAGES.email),
  ),
  customerPhone: text(LIMITS.phone, BOOKING_MESSAGES.contact).check(
    z.refine(isPhone, 'Please enter a valid phone number.'),
  ),
  pickupLocation: text(LIMITS.address, BOOKING_MESSAGES.locations),
  dropoffLocation: text(LIMITS.address, BOOKING_MESSAGES.locations),
  scheduledDate: wallTime(/^\d{4}-\d{2}-\d{2}$/),
  scheduledTime: wallTime(/^\d{2}:\d{2}$/),
  bookingType: bookingTypeSchema,
  hours: z.nullish(
    z
      .number()
      .check(
        z.minimum(MIN_HOURS, BOOKING_MESSAGES.hours),
        z.maximum(MAX_HOURS, `Please book at most ${MAX_HOURS} hours.`),
        z.multipleOf(HOURS_STEP, 'Hours go in steps of a half.'),
      ),
  ),
  rideType: z.enum(VEHICLE_IDS, 'Please choose a vehicle.'),
  gratuityPercentage: z
    .number()
    .check(
      z.refine(
        (percent) => GRATUITY_OPTIONS.some((option) => option === percent),
        'Please choose one of the gratuities offered.',
      ),
    ),
  riderId: idSchema,
  promoCodeId: z.nullish(idSchema),
  giftCardId: z.nullish(idSchema),
  specialRequests: z.nullish(
    z.string().check(z.trim(), z.maxLength(LIMITS.specialRequests, tooLong(LIMITS.specialRequests))),
  ),
  preferredColor: z.nullish(z.enum(['black', 'white', 'pink', 'green'])),
  passengers: z.nullish(z.int().check(z.minimum(1))),
});
export type RequestRide = z.infer<typeof requestRideSchema>;
