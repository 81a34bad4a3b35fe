import * as z from 'zod/mini';

/** What a rider may give a completed ride, from 1 to 5, and what each is called. */
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

/** `Very good`; a number that is none of a rating's as it came. */
export const starName = (stars: number): string =>
  new Map(Object.entries(STAR_NAMES)).get(`${stars}`) ?? `${stars}`;

/** `4 of 5, Very good`. */
export const starsInWords = (stars: number): string => `${stars} of ${STARS.length}, ${starName(stars)}`;

/** From so few stars on down the words are for support alone; the driver never reads them. */
const POOR_STARS = 2;
export const isPoor = (stars: number): boolean => stars <= POOR_STARS;

/** Longest word about a ride, in characters. */
export const MAX_RATING_TEXT = 1_000;

/** How long after its completion a ride can be rated, and be rated otherwise, and its driver be tipped. */
export const AFTER_RIDE_DAYS = 30;

/** Whether a ride was completed recently enough to be rated or tipped. */
export const isWithinAfterRide = (completedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(completedAt) < AFTER_RIDE_DAYS * 86_400_000;

/** The rating of a ride, by its rider: the last one given. */
export const ratingSchema = z.object({
  stars: z.int(),
  text: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type Rating = z.infer<typeof ratingSchema>;

/** A driver's average is that of so many rides at most, the latest; and is shown from so many on. */
export const RATED_RIDES = 100;
export const SHOWN_FROM = 5;

/** The average of the latest rated rides, to two digits; null while there are too few. */
export function averageStars(latest: readonly number[]): number | null {
  const counted = latest.slice(0, RATED_RIDES);
  if (counted.length < SHOWN_FROM) return null;
  return Math.round((100 * counted.reduce((sum, stars) => sum + stars, 0)) / counted.length) / 100;
}

/** `4.84`. */
export const formatAverage = (average: number): string => average.toFixed(2);

/** How a driver is rated. */
export const driverRatingSchema = z.object({
  average: z.nullable(z.number()),
  /** How many rides it is the average of. */
  count: z.int(),
  /** How many of those got each number of stars, from 1 to 5. */
  counts: z.array(z.int()),
  /** When the oldest of them was completed. */
  since: z.nullable(z.iso.datetime()),
  /** The latest of them, newest first. */
  latest: z.array(
    z.object({
      rideId: z.string(),
      at: z.iso.datetime(),
      rideType: z.string(),
      stars: z.int(),
      /** Null where nothing was written, and to the driver where the ride was poor. */
      text: z.nullable(z.string()),
    }),
  ),
});
export type DriverRating = z.infer<typeof driverRatingSchema>;

/** Weeks that a driver's average is followed over. */
export const RATING_WEEKS = 12;

/** How a driver is rated, as they see it themself. */
export const ownRatingSchema = z.extend(driverRatingSchema, {
  /** How many rides they have completed. */
  completed: z.int(),
  /** The average as it stood at the end of a day (YYYY-MM-DD), every seven days up to today; null while too few were rated. */
  weeks: z.array(z.object({ day: z.string(), average: z.nullable(z.number()) })),
});
export type OwnRating = z.infer<typeof ownRatingSchema>;

/** `average of your last 100 rides`, `average of your 37 rides`, `Shown after 5 ratings`. */
export function ratingInWords({ average, count }: DriverRating, whose: 'your' | 'the' = 'your'): string {
  if (average === null) return `Shown after ${SHOWN_FROM} ratings`;
  return count >= RATED_RIDES
    ? `average of ${whose} last ${count} rides`
    : `average of ${whose} ${count} rides`;
}
