import {
  averageStars,
  type DriverRating,
  isPoor,
  type OwnRating,
  RATED_RIDES,
  RATING_WEEKS,
  STARS,
} from '#common/rides/rating.ts';
import { spanOfDay } from '#common/statements/week.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

type RatedRide = Pick<RideDoc, '_id' | 'rating' | 'completedAt' | 'rideType'>;

/** Lists a driver's latest rated rides, last completed first. By default as many as count for the rating. */
const listRated = (driverId: string, limit = RATED_RIDES): Promise<RatedRide[]> =>
  RideModel.find({ driverId, 'rating.stars': { $exists: true } }, { rating: 1, completedAt: 1, rideType: 1 })
    .sort({ completedAt: -1 })
    .limit(limit)
    .lean<RatedRide[]>();

/** How many drivers' ratings are read at once, so that other queries keep connections. */
const READ_TOGETHER = 10;

/** Reads a driver's rating. Staff see all comments; the driver does not see comments on poor ratings. */
export async function readRating(driverId: string, reader: 'staff' | 'driver'): Promise<DriverRating> {
  return summarize(await listRated(driverId), reader);
}

/** Reads the average shown of each driver: one query per driver, each of at most `RATED_RIDES` rides. */
export async function readAverages(driverIds: readonly string[]): Promise<Map<string, number | null>> {
  const averages = new Map<string, number | null>();
  for (let from = 0; from < driverIds.length; from += READ_TOGETHER) {
    const ids = driverIds.slice(from, from + READ_TOGETHER);
    const rated = await Promise.all(ids.map((id) => listRated(id)));
    for (const [index, id] of ids.entries()) averages.set(id, summarize(rated[index] ?? [], 'staff').average);
  }
  return averages;
}

function summarize(rated: readonly RatedRide[], reader: 'staff' | 'driver'): DriverRating {
  const latest = rated.flatMap(({ _id, rating, completedAt, rideType }) => {
    if (!rating || !completedAt) return [];
    const { stars, text } = rating;
    const isHidden = reader === 'driver' && isPoor(stars);
    return [
      {
        rideId: _id.toHexString(),
        at: completedAt.toISOString(),
        rideType,
        stars,
        text: isHidden ? null : text,
      },
    ];
  });
  return {
    average: averageStars(latest.map(({ stars }) => stars)),
    count: latest.length,
    counts: STARS.map((stars) => latest.filter((each) => each.stars === stars).length),
    since: latest.at(-1)?.at ?? null,
    latest,
  };
}

/** More rides than any driver has in the weeks shown plus the rides that count before them. */
const MOST_LOOKED_BACK = 1_000;

/** Reads a driver's own rating: the current state and the weekly averages. */
export async function readOwnRating(driverId: string, now: Date): Promise<OwnRating> {
  const [rated, completed] = await Promise.all([
    listRated(driverId, MOST_LOOKED_BACK),
    RideModel.countDocuments({ driverId, status: 'completed' }),
  ]);
  return {
    ...summarize(rated.slice(0, RATED_RIDES), 'driver'),
    completed,
    weeks: weeksTo(dateInVegas(now)).map((day) => ({ day, average: averageAt(rated, spanOfDay(day).to) })),
  };
}

/** Every seventh day up to and including `last`. */
const weeksTo = (last: string): string[] =>
  Array.from({ length: RATING_WEEKS }, (_, index) => addDays(last, 7 * (index + 1 - RATING_WEEKS)));

/**
 * The average at an instant, from ratings given before it. A rating changed later counts only from its change
 * on.
 */
const averageAt = (rated: readonly RatedRide[], at: Date): number | null =>
  averageStars(rated.flatMap(({ rating }) => (rating && rating.at < at ? rating.stars : [])));

/** The driver's average as the rider sees it at acceptance; empty while it is not shown. */
export async function ratingAtAcceptance(driverId: string): Promise<{ rating?: number }> {
  const { average } = await readRating(driverId, 'driver');
  return average === null ? {} : { rating: average };
}
