import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { riderRideSchema } from './ride.ts';
import { paymentLimit } from './rides-api.ts';

export const openCharge = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/charges/:chargeId/checkout',
  summary: "Returns the payment secret of a ride's open charge, to be paid on the page. Idempotent.",
  who: 'rider',
  reply: z.object({ clientSecret: z.string() }),
  errors: ['RIDE_STATE_CONFLICT', 'PAYMENT_IN_PROGRESS', 'PAYMENT_PROVIDER'],
  limit: paymentLimit('open-charge'),
  isIdempotent: true,
});

export const verifyCharge = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/charges/:chargeId/payment-success',
  summary:
    'Checks the payment of a charge at Stripe: 200 with the ride once paid, 202 while that is in progress.',
  who: 'rider',
  reply: z.object({ ride: riderRideSchema }),
  statuses: [200, 202],
  errors: ['RIDE_STATE_CONFLICT'],
  limit: paymentLimit('verify-charge'),
  isIdempotent: true,
});
