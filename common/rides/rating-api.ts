import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { pageLimitSchema } from '../page-limit.ts';
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

/** A driver in figures, for the console's list of drivers. */
const driverFiguresSchema = z.object({
  driverId: idSchema,
  /** The average of the last rated rides; null with too few ratings. */
  rating: z.nullable(z.number()),
  /** Rides completed since Monday, in Las Vegas. */
  completedThisWeek: z.int(),
});
export type DriverFigures = z.infer<typeof driverFiguresSchema>;

export const listDriverFigures = endpoint({
  method: 'GET',
  path: '/api/ops/driver-figures',
  summary:
    'Lists the rating and the rides completed this week of the approved drivers by page; `next` is the cursor.',
  who: 'dispatcher',
  query: z.object({
    after: z.optional(idSchema),
    limit: pageLimitSchema,
  }),
  reply: z.object({ figures: z.array(driverFiguresSchema), next: z.nullable(z.string()) }),
});
