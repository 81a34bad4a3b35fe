import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { EDIT_ERRORS, EDIT_HELD_FOR, editChangesSchema, editQuoteSchema, editSchema } from './edit-api.ts';
import { staffRideSchema } from './staff-ride.ts';

/** Commands on a ride that staff run for its rider, under the same rules as the rider's own. */

export const shareForRider = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/share',
  summary: 'Returns the trip link of a booked ride that is not over to staff. Creates it if there is none.',
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
  summary: 'Quotes an edit of a paid ride by staff. Changes nothing.',
  who: 'dispatcher',
  body: z.object({ changes: editChangesSchema }),
  reply: editQuoteSchema,
  errors: ['RIDE_STATE_CONFLICT'],
  isIdempotent: true,
});

export const editForRider = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/edit',
  summary: `Edits a paid ride on behalf of its rider: everything until a driver accepts, then passenger, flight and requests. A lower fare is refunded; a higher one becomes a charge whose link is emailed, to be paid within ${EDIT_HELD_FOR}, until which the ride is unchanged. A ride on account is billed at the new fare.`,
  who: 'dispatcher',
  body: editSchema,
  reply: z.object({
    ride: staffRideSchema,
    /** The charge that the rider must pay before the ride changes; null if it has already changed. */
    chargeId: z.nullable(idSchema),
  }),
  errors: EDIT_ERRORS,
});
