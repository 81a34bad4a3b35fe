import { RIDES_CHANGED } from '#common/rides/events.ts';
import { logger } from '../infra/logger.ts';
import { channel, redis } from '../infra/redis.ts';
import { composeRideMessage } from './compose-ride-message.ts';
import { RideModel } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';

/**
 * Publishes a ride's current state to every server node, then clears its outbox mark, unless it changed again meanwhile. A failure is
 * not the caller's: the change is written, the mark stays, and the job `relay-outbox` publishes it.
 *
 * @returns whether it was published
 */
export async function publishRide(ride: RideRecord): Promise<boolean> {
  try {
    await redis.publish(channel(RIDES_CHANGED), composeRideMessage(ride, new Date()));
    await RideModel.updateOne(
      { _id: ride.id, version: ride.version },
      { $set: { publishedVersion: ride.version }, $unset: { unpublishedSince: 1 } },
    );
    return true;
  } catch (error) {
    logger.warn({ error, rideId: ride.id, version: ride.version }, 'publish failed, will relay from outbox');
    return false;
  }
}
