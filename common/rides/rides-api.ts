import * as z from 'zod/mini';
import { centsOfDollarStringSchema } from '../dollar-string.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { trackingSchema } from './position.ts';
import { requestRideSchema } from './request-ride.ts';
import { driverRideSchema, offerSchema, riderRideSchema } from './ride.ts';
import { milestoneSchema } from './ride-states.ts';

/** In place of a client secret when promo code and gift card leave nothing to pay. */
export const NO_PAYMENT_REQUIRED = 'no_payment_required';

/** A ride that was written, and the secret its payment form needs, which pays for its return trip too. */
export const requestedRideSchema = z.object({
  ride: riderRideSchema,
  /** The way back, where it was booked with it. */
  returnRide: z.optional(riderRideSchema),
  clientSecret: z.string(),
});
export type RequestedRide = z.infer<typeof requestedRideSchema>;

/**
 * Payments a rider may open, open again and have looked up: nobody books so many, but somebody may try out
 * stolen cards.
 */
const paymentLimit = (name: string) => ({ name, times: 60, windowSeconds: 600, per: 'user' }) as const;

export const requestRide = endpoint({
  method: 'POST',
  path: '/api/rides',
  summary:
    'Books a ride, with its return trip where one is wanted: fare, surge and discounts are calculated by the server, whatever was sent.',
  who: 'rider',
  body: requestRideSchema,
  reply: requestedRideSchema,
  statuses: [201],
  errors: [
    'RATES_CHANGED',
    'IDEMPOTENCY_KEY_REUSED',
    'FULLY_BOOKED',
    'RIDE_STATE_CONFLICT',
    'PAYMENT_IN_PROGRESS',
    'PAYMENT_PROVIDER',
  ],
  limit: paymentLimit('request-ride'),
  takesIdempotencyKey: true,
});

export const readRide = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId',
  summary: 'Shows a ride to its rider or its driver, each in its own view.',
  who: 'user',
  reply: z.union([riderRideSchema, driverRideSchema]),
});

/** The media type of a calendar file. */
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/calendar.ics',
  summary: 'The ride as a calendar file, for its rider. The same entry as in the mail, as the ride is now.',
  who: 'rider',
  reply: null,
  replyTypes: [CALENDAR_TYPE],
  errors: ['RIDE_STATE_CONFLICT'],
});

export const readTracking = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/tracking',
  summary:
    'Shows to its rider or its driver where a ride is, as far as that is known and the driver is under way.',
  who: 'user',
  reply: trackingSchema,
});

export const reopenCheckout = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/checkout',
  summary: 'Gives the secret of the same payment again, for a ride not paid yet and its return trip.',
  who: 'rider',
  reply: z.object({ clientSecret: z.string() }),
  errors: ['RIDE_STATE_CONFLICT', 'PAYMENT_IN_PROGRESS', 'PAYMENT_PROVIDER'],
  limit: paymentLimit('checkout'),
});

export const confirmBooking = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/confirm',
  summary:
    'Books a ride of which promo code and gift card leave nothing to pay, and its return trip. Until then no driver sees it.',
  who: 'rider',
  reply: riderRideSchema,
  errors: ['RIDE_STATE_CONFLICT'],
  limit: paymentLimit('confirm-booking'),
});

/** The message where a payment does not say whose it is (specification section 5, Checkout). */
export const MISSING_RIDER_ID = 'Missing riderId in payment metadata';

export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/payment-success',
  summary:
    'Has the payment looked up at Stripe: 200 with the ride once it is paid, 202 while that still runs. Proves nothing by itself.',
  who: 'rider',
  body: z.object({
    paymentIntentId: z.string().check(z.minLength(1), z.maxLength(255)),
    riderId: z.pipe(z.string(MISSING_RIDER_ID), idSchema),
  }),
  reply: z.object({ ride: riderRideSchema }),
  statuses: [200, 202],
  errors: ['MISSING_RIDER_ID', 'RIDE_STATE_CONFLICT'],
  limit: paymentLimit('confirm-payment'),
});

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/rides/available/all',
  summary: 'Lists the open offers that fit the driver, soonest pickup first, at most 200.',
  who: 'driver',
  reply: z.array(offerSchema),
});

export const listRiderRides = endpoint({
  method: 'GET',
  path: '/api/rides/rider/:riderId',
  summary: "Lists a rider's own rides, newest first: all active ones, and the last 200 that are over.",
  who: 'rider',
  reply: z.array(riderRideSchema),
});

export const listDriverRides = endpoint({
  method: 'GET',
  path: '/api/rides/driver/:driverId',
  summary: "Lists a driver's own rides, newest first: all active ones, and the last 200 that are over.",
  who: 'driver',
  reply: z.array(driverRideSchema),
});

export const moveRide = endpoint({
  method: 'PATCH',
  path: '/api/rides/:rideId/status',
  summary:
    'Accepts an offer, of which the first driver wins, or moves a ride of the driver to its next milestone.',
  who: 'driver',
  body: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('accepted'),
      driverId: idSchema,
      /** The vehicle to come with; of those that nobody else has then the one that fits best where none is named. */
      vehicleId: z.nullish(idSchema),
      /** Accepts although it overlaps a ride of the driver's, or another's in the vehicle, which the history keeps. */
      allowOverlap: z.optional(z.boolean()),
      /** That of the offer on screen; refused when its rider has changed the ride since. */
      revision: z.optional(z.int()),
    }),
    z.object({
      status: milestoneSchema,
      /** Starts although the pickup is more than an hour ahead, or sets off more than four hours ahead. */
      confirmEarly: z.optional(z.boolean()),
      /** The rider's start PIN, where it is asked for. */
      pin: z.optional(z.string().check(z.regex(/^\d{4}$/, 'The PIN has four digits.'))),
    }),
  ]),
  reply: driverRideSchema,
  errors: [
    'RIDE_TAKEN',
    'RIDE_NOT_OPEN',
    'RIDE_CHANGED',
    'RIDE_STATE_CONFLICT',
    'OFF_DUTY',
    'DOES_NOT_FIT',
    'DOCUMENT_EXPIRED',
    'RIDE_OVERLAPS',
    'VEHICLE_IN_USE',
    'TOO_MANY_RIDES',
    'OWN_RIDE',
    'TOO_EARLY',
    'PIN_REQUIRED',
    'WRONG_PIN',
    'PIN_LOCKED',
  ],
});

/** What completing a ride comes to. Amounts in cents. */
export const completionQuoteSchema = z.object({
  /** What was paid, by card and gift card; the fare itself where it is on account. */
  paidCents: z.int(),
  /** The most that the final fare can be, and the base and gratuity in it. */
  fareCents: z.int(),
  baseCents: z.int(),
  gratuityCents: z.int(),
  /** What the rider is charged for waiting; taken of what goes back first. */
  waitingCents: z.int(),
  /** Hours since it was started, counted up to the half hour, at most those booked; null point to point. */
  usedHours: z.nullable(z.number()),
  /** The fare for each half hour from 0.5 to the hours booked; empty point to point. */
  byHours: z.array(z.object({ hours: z.number(), fareCents: z.int() })),
});
export type CompletionQuote = z.infer<typeof completionQuoteSchema>;

export const readCompletion = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/completion',
  summary: 'Says to its driver what completing a ride now comes to, for any hours used.',
  who: 'driver',
  reply: completionQuoteSchema,
  errors: ['RIDE_STATE_CONFLICT'],
});

/** `actualFare` from "$0.00" to what was paid; the route reads it in cents. */
export const completeRide = endpoint({
  method: 'PATCH',
  path: '/api/rides/:rideId/complete',
  summary: 'Completes a ride for what was paid or less; the rest goes back to the rider.',
  who: 'driver',
  body: z.object({ actualFare: centsOfDollarStringSchema }),
  reply: driverRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED'],
});

export const setStartPin = endpoint({
  method: 'PUT',
  path: '/api/rides/:rideId/start-pin',
  summary: 'Its rider wants the driver to ask for the start PIN before the ride begins, or no longer.',
  who: 'rider',
  body: z.object({ isWanted: z.boolean() }),
  reply: riderRideSchema,
  errors: ['RIDE_STATE_CONFLICT'],
  // Each makes the history of the ride longer, and gives the driver all tries again.
  limit: { name: 'start-pin', times: 60, windowSeconds: 600, per: 'user' },
});
