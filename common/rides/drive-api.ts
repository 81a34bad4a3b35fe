import * as z from 'zod/mini';
import { centsOfDollarStringSchema } from '../dollar-string.ts';
import { endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { idSchema } from '../id.ts';
import { driverRideSchema } from './ride.ts';
import { milestoneSchema } from './ride-states.ts';

/** Why a driver cannot get a ride, by accepting it or by assignment. */
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
  summary: "Accepts an offer (the first driver wins), or moves the driver's ride to its next milestone.",
  who: 'driver',
  isForActiveDrivers: true,
  body: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('accepted'),
      driverId: idSchema,
      /** The vehicle to use. By default, the best fitting one that no other driver has at the time. */
      vehicleId: z.nullish(idSchema),
      /** Accepts despite an overlapping ride of the driver or vehicle. Recorded in the history. */
      allowOverlap: z.optional(z.boolean()),
      /** Revision of the offer that the driver saw. Refused if the rider has changed the ride since. */
      revision: z.optional(z.int()),
    }),
    z.object({
      status: milestoneSchema,
      /**
       * Confirms starting more than an hour before the pickup, or setting off more than four hours before it.
       */
      confirmEarly: z.optional(z.boolean()),
      /** The rider's start PIN, if required. */
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

/** The amounts that result from completing a ride, in cents. */
const completionQuoteSchema = z.object({
  /** Amount paid by card and gift card; the fare itself if on account. */
  paidCents: z.int(),
  /** Upper limit of a refund; 0 on account. Absent from servers of version 0.1.0. */
  refundableCents: z.optional(z.int()),
  /** Whether the fare is billed later. Absent from servers of version 0.1.0. */
  isOnAccount: z.optional(z.boolean()),
  /** The maximum final fare. Below: its promo discount, base rate and gratuity. */
  fareCents: z.int(),
  /** Absent from servers of version 0.1.0. */
  promoCents: z.optional(z.int()),
  baseCents: z.int(),
  gratuityCents: z.int(),
  /** Charge for waiting. It is deducted from the refund first. */
  waitingCents: z.int(),
  /** Whether staff review the waiting, whatever the final fare. Absent: no. */
  isWaitingReviewed: z.optional(z.boolean()),
  /** Hours since the start, rounded up to half hours, at most the booked hours; null point to point. */
  usedHours: z.nullable(z.number()),
  /** The fare for each half hour from 0.5 to the booked hours; empty point to point. */
  byHours: z.array(z.object({ hours: z.number(), fareCents: z.int() })),
});
export type CompletionQuote = z.infer<typeof completionQuoteSchema>;

export const readCompletion = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/completion',
  summary: 'Quotes the completion of a ride for its driver, for any hours used.',
  who: 'driver',
  reply: completionQuoteSchema,
  errors: ['RIDE_STATE_CONFLICT'],
});

/** `actualFare` from "$0.00" to the amount paid. The route receives it in cents. */
export const completeRide = endpoint({
  method: 'PATCH',
  path: '/api/rides/:rideId/complete',
  summary: 'Completes a ride for the amount paid or less, and refunds the rest.',
  who: 'driver',
  body: z.object({ actualFare: centsOfDollarStringSchema }),
  reply: driverRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED'],
});
