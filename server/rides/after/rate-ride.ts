import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { AFTER_RIDE_DAYS, formatStars, isPoor, isWithinAfterRide, type Stars } from '#common/rides/rating.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { changeWithRetry } from '../change-with-retry.ts';
import type { RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';

interface NewRating {
  rideId: string;
  stars: Stars;
  /** Null when the rider wrote nothing. */
  text: string | null;
  actor: AuditActor;
}

/**
 * Rates a completed ride. A new rating replaces the previous one; the same rating again changes nothing. A
 * comment on a poor ride must also reach support: the same statement sets `ratingReportOwedSince`.
 *
 * @throws AppError RIDE_STATE_CONFLICT when the ride is not completed, or was completed more than 30 days
 * ago; RIDE_CHANGED
 */
export async function rateRide({ rideId, stars, text, actor }: NewRating): Promise<RideRecord> {
  const rated = await changeWithRetry(rideId, async (ride) => {
    requireJustCompleted(ride, 'rated');
    if (ride.rating?.stars === stars && ride.rating.text === text) return ride;
    const at = databaseClock.now();
    return transitionRide({
      rideId,
      change: 'rated',
      by: actor,
      text: formatStars(stars),
      guard: { version: ride.version },
      patch: ratingFields({ stars, text }, at),
    });
  });
  if (isPoor(stars) && text !== null) await tryEnqueue('report-rating', { rideId });
  return rated;
}

/** Returns the fields that a rating sets. A comment on a poor ride is owed to support from then on. */
export const ratingFields = ({ stars, text }: Pick<NewRating, 'stars' | 'text'>, at: Date) => ({
  rating: { stars, text, at },
  ...(isPoor(stars) && text !== null && { ratingReportOwedSince: at }),
});

/** Checks that a ride was completed within the last 30 days. @throws AppError RIDE_STATE_CONFLICT */
export function requireJustCompleted({ completedAt }: RideRecord, what: 'rated' | 'tipped'): void {
  if (completedAt === null) {
    throw new AppError('RIDE_STATE_CONFLICT', `Only a completed ride can be ${what}.`);
  }
  if (!isWithinAfterRide(completedAt, databaseClock.now())) {
    throw new AppError('RIDE_STATE_CONFLICT', `A ride can be ${what} for ${AFTER_RIDE_DAYS} days after it.`);
  }
}
