import * as z from 'zod/mini';
import { MINUTE_MS } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { bookingTypeSchema, fareSchema } from '../fares/fare.ts';
import { surgeTierSchema } from '../fares/surge-day.ts';
import { idSchema } from '../id.ts';
import { driverRideSchema, riderRideSchema } from './ride.ts';
import { requestRideSchema } from './ride-request.ts';

/** What a rider may change in a paid ride. Absent fields stay, null clears a field. */
export const editChangesSchema = z.partial(
  z.pick(requestRideSchema, {
    pickupLocation: true,
    dropoffLocation: true,
    stops: true,
    scheduledDate: true,
    scheduledTime: true,
    bookingType: true,
    hours: true,
    rideType: true,
    gratuityPercentage: true,
    preferredColor: true,
    passengers: true,
    passenger: true,
    flightNumber: true,
    specialRequests: true,
  }),
);
export type EditChanges = z.infer<typeof editChangesSchema>;

/** Fields that can still change once a driver has accepted. */
export const DETAILS = [
  'passenger',
  'flightNumber',
  'specialRequests',
] as const satisfies (keyof EditChanges)[];

/** How long an edit waits for its payment, in milliseconds and in words. */
export const EDIT_HELD_MS = 30 * MINUTE_MS;
export const EDIT_HELD_FOR = `${EDIT_HELD_MS / MINUTE_MS} minutes`;

/** The cost of an edit, in cents. Either the amount due or the refund is zero. */
export const editQuoteSchema = z.object({
  /** The version of the ride that was quoted. */
  version: z.int(),
  /** The fare after the edit, and the booking that `fareLines` needs to label its lines. */
  fare: fareSchema,
  booking: z.object({
    bookingType: bookingTypeSchema,
    hours: z.nullable(z.number()),
    surgePricing: surgeTierSchema,
    stops: z.array(z.string()),
  }),
  dueCents: z.int(),
  toCardCents: z.int(),
  toGiftCardCents: z.int(),
});
export type EditQuote = z.infer<typeof editQuoteSchema>;

const editLimit = (name: string, times: number) =>
  ({ name, times, windowSeconds: 600, per: 'user' }) as const;

/** An edit of a paid ride. */
export const editSchema = z.object({
  /** The version of the ride that the caller saw. */
  version: z.int(),
  changes: editChangesSchema,
  /** The fare that the caller saw. */
  expectedFareCents: z.int(),
});

/** Why an edit may be refused. */
export const EDIT_ERRORS = [
  'RIDE_STATE_CONFLICT',
  'RIDE_CHANGED',
  'FEE_CHANGED',
  'FULLY_BOOKED',
  'PAYMENT_IN_PROGRESS',
  'PAYMENT_PROVIDER',
] as const satisfies ErrorCode[];

/** The ride, and the charge to be paid before it changes; null if it has already changed. */
const editedSchema = z.object({ ride: riderRideSchema, chargeId: z.nullable(idSchema) });

export const quoteEdit = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/edit-quote',
  summary: 'Quotes an edit of a paid ride. Changes nothing.',
  who: 'rider',
  body: z.object({ changes: editChangesSchema }),
  reply: editQuoteSchema,
  errors: ['RIDE_STATE_CONFLICT'],
  limit: editLimit('quote-edit', 600),
  isIdempotent: true,
});

export const editRide = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/edit',
  summary: `Edits a paid ride: everything until a driver accepts, then passenger, flight and requests. A lower fare is refunded; a higher one becomes a charge to be paid within ${EDIT_HELD_FOR}, until which the ride is unchanged.`,
  who: 'rider',
  body: editSchema,
  reply: editedSchema,
  errors: EDIT_ERRORS,
  limit: editLimit('edit-ride', 60),
});

export const dropEdit = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/edit/drop',
  summary: 'Cancels a pending edit or extension that waits for its payment.',
  who: 'rider',
  reply: riderRideSchema,
  errors: ['RIDE_CHANGED', 'PAYMENT_IN_PROGRESS', 'PAYMENT_PROVIDER'],
  limit: editLimit('edit-ride', 60),
});

/** Length of one extension of an hourly ride, in hours. */
export const EXTENSION_HOURS = 0.5;

export const quoteExtension = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/extension',
  summary: 'Quotes 30 more minutes of a ride under way, with the new end, for its rider or driver.',
  who: 'user',
  whose: 'party',
  reply: z.object({ dueCents: z.int(), endsAt: z.iso.datetime() }),
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_OVERLAPS', 'FULLY_BOOKED'],
  limit: editLimit('quote-extension', 300),
});

export const extendRide = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/extend',
  summary:
    'Requests 30 more minutes of a ride under way for its rider. Takes effect once the charge is paid.',
  who: 'rider',
  body: z.object({
    /** The amount that the rider saw. */
    expectedDueCents: z.int(),
  }),
  reply: editedSchema,
  errors: [
    'RIDE_STATE_CONFLICT',
    'RIDE_CHANGED',
    'FEE_CHANGED',
    'RIDE_OVERLAPS',
    'FULLY_BOOKED',
    'PAYMENT_IN_PROGRESS',
    'PAYMENT_PROVIDER',
  ],
  limit: editLimit('extend-ride', 60),
});

export const proposeExtension = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/propose-extension',
  summary:
    'Proposes 30 more minutes of a ride under way for its driver. The rider agrees by paying the charge.',
  who: 'driver',
  reply: driverRideSchema,
  errors: [
    'RIDE_STATE_CONFLICT',
    'RIDE_CHANGED',
    'RIDE_OVERLAPS',
    'FULLY_BOOKED',
    'PAYMENT_IN_PROGRESS',
    'PAYMENT_PROVIDER',
  ],
  limit: editLimit('extend-ride', 60),
});
