import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { riderRideSchema } from './ride.ts';
import { paymentLimit } from './rides-api.ts';

export const reopenCheckout = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/checkout',
  summary: 'Returns the payment secret of an unpaid ride and its return trip again.',
  who: 'rider',
  reply: z.object({ clientSecret: z.string() }),
  errors: ['RIDE_STATE_CONFLICT', 'PAYMENT_IN_PROGRESS', 'PAYMENT_PROVIDER'],
  limit: paymentLimit('checkout'),
  isIdempotent: true,
});

export const checkCard = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/card',
  summary:
    "Checks, before a card is charged, that the ride's promo code can be used with it, and reserves that use.",
  who: 'rider',
  body: z.object({
    /** Id of the confirmation token that Stripe.js created from the payment form. */
    confirmationTokenId: z.string().check(z.regex(/^ctoken_\w{1,200}$/)),
  }),
  reply: z.object({ isUsable: z.literal(true) }),
  errors: ['PAYMENT_PROVIDER'],
  limit: paymentLimit('check-card'),
});

export const confirmBooking = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/confirm',
  summary:
    'Books a ride, and its return trip, for which promo code and gift card leave nothing to pay. Drivers see it from then on.',
  who: 'rider',
  reply: riderRideSchema,
  errors: ['RIDE_STATE_CONFLICT'],
  limit: paymentLimit('confirm-booking'),
});

/** Error for a payment whose metadata names no rider (specification section 5, Checkout). */
export const MISSING_RIDER_ID = 'Missing riderId in payment metadata';

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/payment-success',
  summary: 'Checks the payment at Stripe: 200 with the ride once paid, 202 while that is in progress.',
  who: 'rider',
  body: z.object({
    paymentIntentId: z.string().check(z.minLength(1), z.maxLength(255)),
    riderId: z.pipe(z.string(MISSING_RIDER_ID), idSchema),
  }),
  reply: z.object({ ride: riderRideSchema }),
  statuses: [200, 202],
  errors: ['MISSING_RIDER_ID', 'RIDE_STATE_CONFLICT'],
  limit: paymentLimit('verify-payment'),
  isIdempotent: true,
});
