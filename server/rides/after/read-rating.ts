import { averageStars, type DriverRating, isPoor, RATED_RIDES, STARS } from '#common/rides/rating.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

type RatedRide = Pick<RideDoc, '_id' | 'rating' | 'completedAt' | 'rideType'>;

/** A driver's rated rides that count, the one completed last first. */
const listRated = (driverId: string): Promise<RatedRide[]> =>
  RideModel.find({ driverId, 'rating.stars': { $exists: true } }, { rating: 1, completedAt: 1, rideType: 1 })
    .sort({ completedAt: -1 })
    .limit(RATED_RIDES)
    .lean<RatedRide[]>();

/** How a driver is rated: with all that riders wrote for staff, without words about poor rides for the driver. */
export async function readRating(driverId: string, reader: 'staff' | 'driver'): Promise<DriverRating> {
  const rated = await listRated(driverId);
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

/** What the rider reads of who comes: the average, once it is shown. */
export async function ratingAtAcceptance(driverId: string): Promise<{ rating?: number }> {
  const { average } = await readRating(driverId, 'driver');
  return average === null ? {} : { rating: average };
}
