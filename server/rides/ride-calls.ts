import * as z from 'zod/mini';
import { idSchema } from '#common/id.ts';
import { requestedRideSchema, requestRideSchema } from '#common/rides/request-ride.ts';
import { driverRideSchema, offerSchema, riderRideSchema } from '#common/rides/ride.ts';
import {
  checkoutSchema,
  completeRideSchema,
  confirmedRideSchema,
  moveRideSchema,
  paymentSuccessSchema,
} from '#common/rides/ride-requests.ts';
import type { ApiCall } from '../http/api-call.ts';

const params = z.object({ rideId: idSchema });

/** The calls of ride-routes. */
export const rideCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/rides',
    summary:
      'Books a ride: fare, surge and discounts are reckoned here, whatever was sent. With an Idempotency-Key header a repeat gets the same ride.',
    who: 'rider',
    request: z.object({ body: requestRideSchema }),
    replies: { 201: requestedRideSchema },
    refusals: [
      'IDEMPOTENCY_KEY_REUSED',
      'RIDE_MOVED_ON',
      'PAYMENT_UNDER_WAY',
      'TOO_MANY_REQUESTS',
      'PAYMENT_PROVIDER',
    ],
  },
  {
    call: 'GET /api/rides/{rideId}',
    summary: 'Shows a ride to its rider or its driver, each in its own view.',
    who: 'rider or driver',
    request: z.object({ params }),
    replies: { 200: z.union([riderRideSchema, driverRideSchema]) },
  },
  {
    call: 'POST /api/rides/{rideId}/checkout',
    summary: 'Gives the secret of the same payment again, for a ride not paid yet.',
    who: 'rider',
    request: z.object({ params }),
    replies: { 200: checkoutSchema },
    refusals: ['RIDE_MOVED_ON', 'PAYMENT_UNDER_WAY', 'PAYMENT_PROVIDER', 'TOO_MANY_REQUESTS'],
  },
  {
    call: 'POST /api/rides/{rideId}/payment-success',
    summary:
      'Has the payment looked up at Stripe: 200 with the ride settled, 202 while that still runs. Proves nothing by itself.',
    who: 'rider',
    request: z.object({ params, body: paymentSuccessSchema }),
    replies: { 200: confirmedRideSchema, 202: confirmedRideSchema },
    refusals: ['MISSING_RIDER_ID', 'RIDE_MOVED_ON', 'TOO_MANY_REQUESTS'],
  },
  {
    call: 'GET /api/rides/available/all',
    summary: 'Lists the open offers, soonest pickup first, at most 200.',
    who: 'driver',
    replies: { 200: z.array(offerSchema) },
  },
  {
    call: 'GET /api/rides/rider/{riderId}',
    summary: "Lists a rider's own rides, newest first: all active ones, and the last 200 that are over.",
    who: 'rider',
    request: z.object({ params: z.object({ riderId: idSchema }) }),
    replies: { 200: z.array(riderRideSchema) },
  },
  {
    call: 'GET /api/rides/driver/{driverId}',
    summary: "Lists a driver's own rides, newest first: all active ones, and the last 200 that are over.",
    who: 'driver',
    request: z.object({ params: z.object({ driverId: idSchema }) }),
    replies: { 200: z.array(driverRideSchema) },
  },
  {
    call: 'PATCH /api/rides/{rideId}/status',
    summary: 'Accepts an offer, of which the first driver wins, or starts an accepted ride.',
    who: 'driver',
    request: z.object({ params, body: moveRideSchema }),
    replies: { 200: driverRideSchema },
    refusals: ['RIDE_TAKEN', 'RIDE_NOT_OPEN', 'RIDE_MOVED_ON'],
  },
  {
    call: 'PATCH /api/rides/{rideId}/complete',
    summary: 'Completes a ride for what was paid or less; the rest goes back to the rider.',
    who: 'driver',
    request: z.object({ params, body: completeRideSchema }),
    replies: { 200: driverRideSchema },
    refusals: ['RIDE_MOVED_ON'],
  },
];
