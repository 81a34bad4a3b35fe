import { logger } from '../infra/logger.ts';
import { publishRide } from './publish-ride.ts';
import { RideModel } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';

/**
 * Tells every server node how a ride stands, then takes its mark away, unless it changed again meanwhile. A failure is not the
 * caller's: the change is written, the mark stays, and `repair-announcements` tells it.
 *
 * @returns whether it was told
 */
export async function announceRide(ride: RideRecord): Promise<boolean> {
  try {
    await publishRide(ride);
    await RideModel.updateOne(
      { _id: ride.id, version: ride.version },
      { $set: { announcedVersion: ride.version }, $unset: { unannouncedSince: 1 } },
    );
    return true;
  } catch (error) {
    logger.warn({ error, rideId: ride.id, version: ride.version }, 'announcement left to the repair');
    return false;
  }
}
