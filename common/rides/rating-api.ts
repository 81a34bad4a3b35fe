import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { driverRatingSchema, MAX_RATING_TEXT, ownRatingSchema, starsSchema } from './rating.ts';
import { riderRideSchema } from './ride.ts';

export const rateRide = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/rating',
  summary:
    'Rates a completed ride for its rider, within 30 days. The last rating counts. Comments on a poor ride go to support only.',
  who: 'rider',
  body: z.object({
    stars: starsSchema,
    text: z.optional(
      z
        .string()
        .check(z.trim(), z.maxLength(MAX_RATING_TEXT, `Please keep this to ${MAX_RATING_TEXT} characters.`)),
    ),
  }),
  reply: riderRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED'],
  limit: { name: 'rate-ride', times: 60, windowSeconds: 600, per: 'user' },
});

export const readOwnRating = endpoint({
  method: 'GET',
  path: '/api/driver/rating',
  summary:
    "Reads the driver's own rating: the average of the last 100 rated rides, shown from five on, now and over twelve weeks.",
  who: 'driver',
  reply: ownRatingSchema,
});

export const readDriverRating = endpoint({
  method: 'GET',
  path: '/api/ops/drivers/:driverId/rating',
  summary: "Reads a driver's rating with everything that riders wrote.",
  who: 'dispatcher',
  reply: driverRatingSchema,
});
