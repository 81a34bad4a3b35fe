import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { trackingSchema } from './position.ts';
import { driverRideSchema, offerSchema, riderRideSchema } from './ride.ts';
import { requestRideSchema } from './ride-request.ts';

/** Replaces the client secret if promo code and gift card leave nothing to pay. */
export const NO_PAYMENT_REQUIRED = 'no_payment_required';

/** A booked ride, and the client secret of the payment, which also covers the return trip. */
export const requestedRideSchema = z.object({
  ride: riderRideSchema,
  /** The return trip, if booked. */
  returnRide: z.optional(riderRideSchema),
  clientSecret: z.string(),
});
export type RequestedRide = z.infer<typeof requestedRideSchema>;

/** Limit for opening, reopening and confirming payments. Generous for riders; limits card testing. */
export const paymentLimit = (name: string) => ({ name, times: 60, windowSeconds: 600, per: 'user' }) as const;

export const requestRide = endpoint({
  method: 'POST',
  path: '/api/rides',
  summary: 'Books a ride, optionally with its return trip. The server calculates the fare itself.',
  who: 'rider',
  whose: 'self',
  body: requestRideSchema,
  reply: requestedRideSchema,
  statuses: [201],
  errors: [
    'EMAIL_NOT_CONFIRMED',
    'RATES_CHANGED',
    'IDEMPOTENCY_KEY_REUSED',
    'FULLY_BOOKED',
    'TOO_MANY_UNPAID',
    'RIDE_STATE_CONFLICT',
    'RIDE_CANCELLED',
    'PAYMENT_IN_PROGRESS',
    'PAYMENT_PROVIDER',
  ],
  limit: paymentLimit('request-ride'),
  takesIdempotencyKey: true,
});

export const readRide = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId',
  summary: 'Reads a ride in the view of its rider or driver.',
  who: 'user',
  whose: 'party',
  reply: z.union([riderRideSchema, driverRideSchema]),
});

/** Media type of a calendar file. */
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/calendar.ics',
  summary: 'Returns the ride as a calendar file for its rider: the entry of its emails, updated.',
  who: 'rider',
  reply: null,
  replyTypes: [CALENDAR_TYPE],
  errors: ['RIDE_STATE_CONFLICT'],
});

export const readTracking = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/tracking',
  summary: 'Reads the position of a ride for its rider or driver, if known and the driver is under way.',
  who: 'user',
  whose: 'party',
  reply: trackingSchema,
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
  summary:
    "Lists a rider's own rides, newest first: the last 200, and all older ones active or scheduled in the last 31 days or later.",
  who: 'rider',
  whose: 'self',
  reply: z.array(riderRideSchema),
});

export const listDriverRides = endpoint({
  method: 'GET',
  path: '/api/rides/driver/:driverId',
  summary:
    "Lists a driver's own rides, newest first: the last 200, and all older ones active or scheduled in the last 31 days or later.",
  who: 'driver',
  whose: 'self',
  reply: z.array(driverRideSchema),
});

export const setStartPin = endpoint({
  method: 'PUT',
  path: '/api/rides/:rideId/start-pin',
  summary: 'Turns the start PIN of a ride on or off for its rider.',
  who: 'rider',
  body: z.object({ isWanted: z.boolean() }),
  reply: riderRideSchema,
  errors: ['RIDE_STATE_CONFLICT'],
  // Each call adds to the ride's history and resets the driver's PIN attempts.
  limit: { name: 'start-pin', times: 60, windowSeconds: 600, per: 'user' },
});
