import * as z from 'zod/mini';
import { DAY_MS } from '../durations.ts';

/** The ratings of a completed ride, from 1 to 5. */
export const STARS = [1, 2, 3, 4, 5] as const;
export const starsSchema = z.literal([...STARS], 'Please choose from 1 to 5.');
export type Stars = z.infer<typeof starsSchema>;

const STAR_NAMES: Readonly<Record<Stars, string>> = {
  1: 'Poor',
  2: 'Fair',
  3: 'Good',
  4: 'Very good',
  5: 'Excellent',
};

/** Returns the name of a rating, such as `Very good`; an unknown number is returned as text. */
export const starName = (stars: number): string =>
  new Map(Object.entries(STAR_NAMES)).get(`${stars}`) ?? `${stars}`;

/** Describes a rating: `4 of 5, Very good`. */
export const formatStars = (stars: number): string => `${stars} of ${STARS.length}, ${starName(stars)}`;

/**
 * The highest rating that counts as poor. Texts of poor ratings are shown to support, never to the driver.
 */
const POOR_STARS = 2;
export const isPoor = (stars: number): boolean => stars <= POOR_STARS;

/** The longest text of a rating, in characters. */
export const MAX_RATING_TEXT = 1_000;

/** Days after completion in which a ride can be rated (also again) and tipped. */
export const AFTER_RIDE_DAYS = 30;

/** Whether a ride can still be rated or tipped. */
export const isWithinAfterRide = (completedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(completedAt) < AFTER_RIDE_DAYS * DAY_MS;

/** The rider's latest rating of a ride. */
export const ratingSchema = z.object({
  stars: z.int(),
  text: z.nullable(z.string()),
  at: z.iso.datetime(),
});

/** A driver's average covers at most this many of the latest ratings, and is shown from `SHOWN_FROM` on. */
export const RATED_RIDES = 100;
export const SHOWN_FROM = 5;

/** Averages the latest ratings, to two decimals; null if there are too few. */
export function averageStars(latest: readonly number[]): number | null {
  const counted = latest.slice(0, RATED_RIDES);
  if (counted.length < SHOWN_FROM) return null;
  return Math.round((100 * counted.reduce((sum, stars) => sum + stars, 0)) / counted.length) / 100;
}

/** Formats an average: `4.84`. */
export const formatAverage = (average: number): string => average.toFixed(2);

/** Summary of a driver's ratings. */
export const driverRatingSchema = z.object({
  average: z.nullable(z.number()),
  /** Number of ratings in the average. */
  count: z.int(),
  /** Number of ratings with each number of stars, from 1 to 5. */
  counts: z.array(z.int()),
  /** Completion time of the oldest of these rides. */
  since: z.nullable(z.iso.datetime()),
  /** The latest of these ratings, newest first. */
  latest: z.array(
    z.object({
      rideId: z.string(),
      at: z.iso.datetime(),
      rideType: z.string(),
      stars: z.int(),
      /** Null if the rider wrote nothing, and hidden from the driver if the rating was poor. */
      text: z.nullable(z.string()),
    }),
  ),
});
export type DriverRating = z.infer<typeof driverRatingSchema>;

/** Number of weeks in the chart of a driver's average. */
export const RATING_WEEKS = 12;

/** A driver's own view of their ratings. */
export const ownRatingSchema = z.extend(driverRatingSchema, {
  /** Number of completed rides. */
  completed: z.int(),
  /**
   * The average at the end of a day (YYYY-MM-DD), every seven days up to today; null with too few ratings.
   */
  weeks: z.array(z.object({ day: z.string(), average: z.nullable(z.number()) })),
});
export type OwnRating = z.infer<typeof ownRatingSchema>;

/**
 * Describes a summary: `average of your last 100 rides`, `average of your 37 rides`, `Shown after 5 ratings`.
 */
export function formatRating({ average, count }: DriverRating, whose: 'your' | 'the' = 'your'): string {
  if (average === null) return `Shown after ${SHOWN_FROM} ratings`;
  return count >= RATED_RIDES
    ? `average of ${whose} last ${count} rides`
    : `average of ${whose} ${count} rides`;
}
