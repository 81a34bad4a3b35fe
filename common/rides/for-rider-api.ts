import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { editChangesSchema, editQuoteSchema } from './edit-api.ts';
import { staffRideSchema } from './staff-ride.ts';

/** Commands on a ride that staff run for its rider, under the same rules as the rider's own. */

export const shareForRider = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/share',
  summary:
    'Gives staff the trip link of a ride that is booked and not over; it is made where its rider has none.',
  who: 'dispatcher',
  reply: z.object({
    ride: staffRideSchema,
    /** Path of the trip page. */
    tripLink: z.string(),
  }),
  errors: ['EMAIL_NOT_CONFIRMED', 'RIDE_STATE_CONFLICT'],
});

export const quoteEditForRider = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/edit-quote',
  summary: 'Says to staff what changing a paid ride for its rider would come to. Changes nothing.',
  who: 'dispatcher',
  body: z.object({ changes: editChangesSchema }),
  reply: editQuoteSchema,
  errors: ['RIDE_STATE_CONFLICT'],
  isIdempotent: true,
});

export const editForRider = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/edit',
  summary:
    'Changes a paid ride for its rider: anything until a driver accepts, then passenger, flight and requests. What it costs less goes back; what it costs more is a charge whose link its rider is mailed, and the ride stays as it was until that is paid, for 30 minutes. A fare on account is billed as it then is.',
  who: 'dispatcher',
  body: z.object({
    /** The version of the ride that the caller saw. */
    version: z.int(),
    changes: editChangesSchema,
    /** The fare that the caller saw. */
    expectedFareCents: z.int(),
  }),
  reply: z.object({
    ride: staffRideSchema,
    /** The charge that the rider must pay before the ride changes; null if it has already changed. */
    chargeId: z.nullable(idSchema),
  }),
  errors: [
    'RIDE_STATE_CONFLICT',
    'RIDE_CHANGED',
    'FEE_CHANGED',
    'FULLY_BOOKED',
    'PAYMENT_IN_PROGRESS',
    'PAYMENT_PROVIDER',
  ],
});
