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

/** A driver's latest rated rides, the one completed last first; those that count unless more are asked for. */
const listRated = (driverId: string, limit = RATED_RIDES): Promise<RatedRide[]> =>
  RideModel.find({ driverId, 'rating.stars': { $exists: true } }, { rating: 1, completedAt: 1, rideType: 1 })
    .sort({ completedAt: -1 })
    .limit(limit)
    .lean<RatedRide[]>();

/** How a driver is rated: with all that riders wrote for staff, without words about poor rides for the driver. */
export async function readRating(driverId: string, reader: 'staff' | 'driver'): Promise<DriverRating> {
  return summarize(await listRated(driverId), reader);
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

/** More than anybody drives in the weeks that are looked back over, and those that count before. */
const MOST_LOOKED_BACK = 1_000;

/** A driver's own rating: how it stands, and how it came to be. */
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

/** Every seventh day up to the last one. */
const weeksTo = (last: string): string[] =>
  Array.from({ length: RATING_WEEKS }, (_, index) => addDays(last, 7 * (index + 1 - RATING_WEEKS)));

/** The average as it stood at an instant: of what had been rated by then. A rating that was changed later counts from then on. */
const averageAt = (rated: readonly RatedRide[], at: Date): number | null =>
  averageStars(rated.flatMap(({ rating }) => (rating && rating.at < at ? rating.stars : [])));

/** What the rider reads of who comes: the average, once it is shown. */
export async function ratingAtAcceptance(driverId: string): Promise<{ rating?: number }> {
  const { average } = await readRating(driverId, 'driver');
  return average === null ? {} : { rating: average };
}
