import * as z from 'zod/mini';
import { centsOfDollarStringSchema } from '../dollar-string.ts';
import { endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { idSchema } from '../id.ts';
import { driverRideSchema } from './ride.ts';
import { milestoneSchema } from './ride-states.ts';

/** Why a driver cannot have a ride, whether they accept it or staff give it to them. */
export const CANNOT_HAVE_RIDE = [
  'DOES_NOT_FIT',
  'DOCUMENT_EXPIRED',
  'RIDE_OVERLAPS',
  'VEHICLE_IN_USE',
  'TOO_MANY_RIDES',
  'OWN_RIDE',
] as const satisfies readonly ErrorCode[];

export const moveRide = endpoint({
  method: 'PATCH',
  path: '/api/rides/:rideId/status',
  summary:
    'Accepts an offer, of which the first driver wins, or moves a ride of the driver to its next milestone.',
  who: 'driver',
  isForActiveDrivers: true,
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
    ...CANNOT_HAVE_RIDE,
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
  /** The most of that which can still go back; 0 on account. A server of 0.1.0 does not say it. */
  refundableCents: z.optional(z.int()),
  /** The most that the final fare can be, what a promo code took off it, and the base and gratuity in it. */
  fareCents: z.int(),
  /** A server of 0.1.0 does not say it. */
  promoCents: z.optional(z.int()),
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
