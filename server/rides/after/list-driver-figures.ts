import { MINUTE_MS } from '#common/durations.ts';
import type { DriverFigures } from '#common/rides/rating-api.ts';
import { spanOfWeek, weekAt } from '#common/statements/week.ts';
import { cacheReads } from '../../infra/share-reads.ts';
import { RideModel } from '../ride-model.ts';
import { readAverages } from './read-rating.ts';

/** Ratings in the list may be this old: consoles that load it together read them once. */
const averages = cacheReads(readAverages, MINUTE_MS);

/** Reads rating and rides completed in the week of `now` of each driver. */
export async function listDriverFigures(driverIds: readonly string[], now: Date): Promise<DriverFigures[]> {
  const [ratings, completed] = await Promise.all([
    averages.read(driverIds),
    countCompleted(spanOfWeek(weekAt(now)).from),
  ]);
  return driverIds.map((driverId) => ({
    driverId,
    rating: ratings.get(driverId) ?? null,
    completedThisWeek: completed.get(driverId) ?? 0,
  }));
}

interface Cell {
  _id: { driverId: unknown };
  n: number;
}

/** Counts the rides completed since an instant by driver, in one aggregation. */
async function countCompleted(since: Date): Promise<Map<string, number>> {
  const cells = await RideModel.aggregate<Cell>([
    { $match: { status: 'completed', completedAt: { $gte: since } } },
    { $group: { _id: { driverId: '$driverId' }, n: { $sum: 1 } } },
  ]);
  return new Map(cells.map(({ _id, n }) => [String(_id.driverId), n]));
}
