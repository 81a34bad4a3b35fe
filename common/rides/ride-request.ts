import * as z from 'zod/mini';
import { type BookingType, bookingTypeSchema } from '../fares/fare.ts';
import { GRATUITY_OPTIONS, HOURS_STEP, MAX_HOURS, MIN_HOURS } from '../fares/fare-choices.ts';
import { idSchema } from '../id.ts';
import { oneLine } from '../one-line.ts';
import { isEmail } from '../users/email.ts';
import { isPhone } from '../users/phone.ts';
import { BAD_EMAIL } from '../users/user.ts';
import { VEHICLE_IDS } from '../vehicles/catalogue.ts';
import { PAINTS } from '../vehicles/paints.ts';
import { LIMITS, MAX_STOPS } from './ride-limits.ts';

/** The form values that the rules check, as typed. */
export interface BookingDraft {
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  pickupLocation: string;
  dropoffLocation: string;
  scheduledDate: string;
  scheduledTime: string;
  bookingType: BookingType;
  hours: number | null;
}

/** Messages of the rules, in the form and in the API's errors. */
export const BOOKING_MESSAGES = {
  contact: 'Please enter your name, email, and phone number.',
  email: BAD_EMAIL,
  locations: 'Please enter both pickup and drop-off locations.',
  dateAndTime: 'Please select both date and time for your ride.',
  hours: 'Please enter at least 1 hour for hourly booking.',
} as const;

/** A broken rule: title and text of the toast, and the fields to mark. The first field gets the focus. */
interface BrokenRule {
  title: string;
  message: string;
  fields: (keyof BookingDraft)[];
}

const isBlank = (value: string) => value.trim() === '';

const blankOf = (draft: BookingDraft, fields: (keyof BookingDraft)[]) =>
  fields.filter((field) => isBlank(String(draft[field] ?? '')));

type Rule = (draft: BookingDraft, isSignedIn: boolean) => BrokenRule | null;

/** Creates a rule that requires all of these fields. */
const required =
  (fields: (keyof BookingDraft)[], title: string, message: string): Rule =>
  (draft) => {
    const blank = blankOf(draft, fields);
    return blank.length > 0 ? { title, message, fields: blank } : null;
  };

const RULES: Rule[] = [
  required(
    ['customerName', 'customerEmail', 'customerPhone'],
    'Contact information required',
    BOOKING_MESSAGES.contact,
  ),
  (draft) =>
    isEmail(draft.customerEmail.trim())
      ? null
      : { title: 'Invalid email', message: BOOKING_MESSAGES.email, fields: ['customerEmail'] },
  required(['pickupLocation', 'dropoffLocation'], 'Missing information', BOOKING_MESSAGES.locations),
  required(['scheduledDate', 'scheduledTime'], 'Missing date/time', BOOKING_MESSAGES.dateAndTime),
  (draft) =>
    draft.bookingType === 'hourly' && !(draft.hours !== null && draft.hours >= MIN_HOURS)
      ? {
          title: 'Invalid hours',
          message: BOOKING_MESSAGES.hours,
          fields: ['hours'],
        }
      : null,
  (_draft, isSignedIn) =>
    isSignedIn ? null : { title: 'Not logged in', message: 'Please log in to book a ride.', fields: [] },
];

/**
 * Returns the first rule of Request Ride that the form breaks, in the specification's order (section 5). Null
 * if it may be sent.
 */
export function bookingProblem(draft: BookingDraft, isSignedIn: boolean): BrokenRule | null {
  for (const rule of RULES) {
    const broken = rule(draft, isSignedIn);
    if (broken) return broken;
  }
  return null;
}

const tooLong = (max: number) => `Please keep this to ${max} characters.`;

const text = (max: number, missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(max, tooLong(max)),
      oneLine,
    );

const wallTime = (pattern: RegExp) =>
  z
    .string(BOOKING_MESSAGES.dateAndTime)
    .check(
      z.minLength(1, { error: BOOKING_MESSAGES.dateAndTime, abort: true }),
      z.regex(pattern, 'Please choose a valid date and time.'),
    );

/** Date and time of a pickup in Las Vegas, as YYYY-MM-DD and HH:MM. */
const pickupTimeFields = {
  scheduledDate: wallTime(/^\d{4}-\d{2}-\d{2}$/),
  scheduledTime: wallTime(/^\d{2}:\d{2}$/),
};

/** A passenger other than the customer. */
export const passengerSchema = z.object({
  name: text(LIMITS.name, "Please enter the passenger's name."),
  phone: text(LIMITS.phone, "Please enter the passenger's phone number.").check(
    z.refine(isPhone, 'Please enter a valid phone number.'),
  ),
});
export type Passenger = z.infer<typeof passengerSchema>;

/**
 * A flight number such as `WN 1482`: two letters or digits for the airline, then one to four digits. Spaces
 * and lower case are normalized.
 */
export const flightNumberSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()),
  ),
  z.pipe(
    z.string().check(z.regex(/^(?!\d\d)[A-Z\d]{2}\d{1,4}$/, 'Please enter a flight number such as WN 1482.')),
    z.transform((number: string) => `${number.slice(0, 2)} ${number.slice(2)}`),
  ),
);

const PASSENGERS = 'Please enter how many people will ride.';

/**
 * A booking. The browser's calculations (`estimatedFare`, `discountAmount`, `surgePricing`,
 * `isAirportPickup`) are ignored; the server repeats them. Promo code and gift card are given by the ids that
 * their validation returned. The fields are in the order of the form's rules, so that the first error is the
 * one the form would show.
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
  ...pickupTimeFields,
  bookingType: bookingTypeSchema,
  hours: z.nullish(
    z
      .number()
      .check(
        z.minimum(MIN_HOURS, BOOKING_MESSAGES.hours),
        z.maximum(MAX_HOURS, `Please book at most ${MAX_HOURS} hours.`),
        z.multipleOf(HOURS_STEP, 'Please use half-hour steps.'),
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
  preferredColor: z.nullish(z.enum(PAINTS)),
  passengers: z.nullish(z.int(PASSENGERS).check(z.minimum(1, PASSENGERS))),
  passenger: z.nullish(passengerSchema),
  flightNumber: z.nullish(flightNumberSchema),
  stops: z.nullish(
    z
      .array(text(LIMITS.address, 'Please enter where to stop.'))
      .check(z.maxLength(MAX_STOPS, `Please add at most ${MAX_STOPS} stops.`)),
  ),
  /** The return trip, point to point: drop-off to pickup without stops, otherwise like the first ride. */
  returnTrip: z.nullish(z.object(pickupTimeFields)),
  /** The rates that the rider saw; absent for the current rates. */
  ratesVersion: z.nullish(z.string().check(z.maxLength(40))),
});
export type RequestRide = z.infer<typeof requestRideSchema>;
