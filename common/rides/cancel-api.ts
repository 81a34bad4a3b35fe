import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { MAX_REASON, reasonSchema } from './reason.ts';
import { driverRideSchema, riderRideSchema } from './ride.ts';
import { removedRideSchema } from './ride-events.ts';
import { cancellationSumsSchema } from './ride-money.ts';

/** Only a script that enumerates ids would exceed this. */
const limit = { name: 'cancel-ride', times: 60, windowSeconds: 600, per: 'user' } as const;

/** The cost of cancelling a ride, now and later, in cents. */
export const cancellationSchema = z.object({
  ...cancellationSumsSchema.shape,
  /** End of free cancellation; null if it has passed, or if cancelling stays free. */
  freeUntil: z.nullable(z.iso.datetime()),
  /** The fee at each stage once free cancellation has ended. */
  fees: z.object({ accepted: z.int(), arrived: z.int(), noShow: z.int() }),
  /** When the driver may report a no-show; null before the arrival. */
  noShowFrom: z.nullable(z.iso.datetime()),
});
export type CancellationQuote = z.infer<typeof cancellationSchema>;

export const readRideCancellation = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/cancellation',
  summary: 'Quotes the cancellation of a ride for its rider, now and later.',
  who: 'rider',
  reply: cancellationSchema,
  errors: ['RIDE_STATE_CONFLICT'],
});

export const cancelOwnRide = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/cancel',
  summary:
    "Cancels the rider's ride before its start for the fee that was shown, and refunds the rest. An unpaid one is cancelled at once.",
  who: 'rider',
  body: z.object({
    /** The fee shown to the rider. Refused if it has risen since. */
    expectedFeeCents: z.int().check(z.minimum(0)),
    /** Set if the ride was shown as unpaid. Refused if it has been paid since. */
    expectsUnpaid: z.optional(z.boolean()),
    reason: z.optional(
      z.string().check(z.trim(), z.maxLength(MAX_REASON, `Please keep this to ${MAX_REASON} characters.`)),
    ),
  }),
  reply: riderRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED', 'FEE_CHANGED', 'PAYMENT_PROVIDER'],
  limit,
});

export const giveRideBack = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/give-back',
  summary:
    "Gives the driver's accepted ride back, until two hours before pickup or moments after accepting. It is offered again.",
  who: 'driver',
  body: z.object({ reason: reasonSchema }),
  reply: removedRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED'],
  limit,
});

export const readRemoval = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/removal',
  summary:
    'Says why a ride is no longer the driver’s, for a page that missed the event. Only drivers who have had it.',
  who: 'driver',
  /** Null while it is the driver's. */
  reply: z.object({ removed: z.nullable(removedRideSchema) }),
});

/** What a no-show costs, in cents. */
const noShowQuoteSchema = z.object({
  feeCents: z.int(),
  /** What goes back of the fare paid; 0 on account. Absent from servers of version 0.1.0. */
  backCents: z.optional(z.int()),
});
export type NoShowQuote = z.infer<typeof noShowQuoteSchema>;

export const readNoShowFee = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/no-show',
  summary: "Quotes the no-show fee for the ride's driver.",
  who: 'driver',
  reply: noShowQuoteSchema,
  errors: ['RIDE_STATE_CONFLICT'],
});

export const noteNoShow = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/no-show',
  summary:
    'Reports a no-show by the driver, 15 minutes after arrival or pickup time. Cancels the ride for a fee.',
  who: 'driver',
  isForActiveDrivers: true,
  reply: driverRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED', 'DOCUMENT_EXPIRED', 'DOES_NOT_FIT'],
  limit,
});
