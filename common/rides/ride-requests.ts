import * as z from 'zod/mini';
import { centsOfDollarStringSchema } from '../dollar-string.ts';
import { idSchema } from '../id.ts';
import { riderRideSchema } from './ride.ts';

/** PATCH /api/rides/{id}/status: a driver accepts, or starts. */
export const moveRideSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted'), driverId: idSchema }),
  z.object({ status: z.literal('in_progress') }),
]);

/** PATCH /api/rides/{id}/complete: `actualFare` from "$0.00" to what was paid; read as cents. */
export const completeRideSchema = z.object({ actualFare: centsOfDollarStringSchema });

/** What is said where it is not told whose payment it is (specification section 5, Checkout). */
export const MISSING_RIDER_ID = 'Missing riderId in payment metadata';

/** POST /api/rides/{id}/payment-success. Proves nothing by itself; it makes the server look. */
export const paymentSuccessSchema = z.object({
  paymentIntentId: z.string().check(z.minLength(1), z.maxLength(255)),
  riderId: z.pipe(z.string(MISSING_RIDER_ID), idSchema),
});

/** The answer to payment-success: 200 when the ride is settled, 202 while the confirmation still runs. */
export const confirmedRideSchema = z.object({ ride: riderRideSchema });

/** The answer to POST /api/rides/{id}/checkout: the secret of the same payment again. */
export const checkoutSchema = z.object({ clientSecret: z.string() });
