import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { TRIPS_ENDED } from '#common/rides/ride-events.ts';
import { ACTIVE_STATUSES, SETTLED } from '#common/rides/ride-states.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import { publish } from '../../infra/redis.ts';
import { createShare, tripKeyOf } from '../ride-codes.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { isTripOpen } from './present-trip.ts';

/**
 * Makes the trip link of a booked ride; a link that there is stays, also of two asked for at once.
 *
 * @throws AppError RIDE_STATE_CONFLICT for a ride that is not paid for, or is over
 */
export async function shareRide(rideId: string, by: AuditActor): Promise<RideRecord> {
  const shared = await transitionRide({
    rideId,
    change: 'shared',
    by,
    guard: { share: null, status: { $in: ACTIVE_STATUSES }, paymentStatus: { $in: SETTLED } },
    patch: { share: createShare(rideId) },
  });
  if (shared) return shared;
  const ride = await findRide(rideId);
  if (ride.share) return ride;
  throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride that is booked can be shared.');
}

/** Ends the trip link of a ride, and has its viewers leave at once; repeatable. */
export async function stopSharing(ride: RideRecord, by: AuditActor): Promise<RideRecord> {
  if (!ride.share) return ride;
  const { key } = ride.share;
  const ended = await transitionRide({
    rideId: ride.id,
    change: 'unshared',
    by,
    guard: { 'share.key': key },
    patch: { share: null },
  });
  try {
    await publish(TRIPS_ENDED, key);
  } catch (error) {
    logger.warn({ error, rideId: ride.id }, 'end of trip link not published');
  }
  return ended ?? findRide(ride.id);
}

/** The ride that a trip link shows; null for a token that was never given out, was ended, or is over. */
export async function findSharedRide(token: string): Promise<RideRecord | null> {
  const doc = await RideModel.findOne({ 'share.key': tripKeyOf(token) }).lean<RideDoc>();
  const ride = doc && toRideRecord(doc);
  return ride && isTripOpen(ride, databaseClock.now()) ? ride : null;
}
