import { RIDES_CHANGED } from '#common/rides/events.ts';
import { channel, redis } from '../infra/redis.ts';
import { composeAnnouncement } from './compose-announcement.ts';
import type { RideRecord } from './ride-record.ts';

/** Tells every server node how a ride stands. Throws when Redis is out of reach. */
export async function publishRide(ride: RideRecord): Promise<void> {
  await redis.publish(channel(RIDES_CHANGED), composeAnnouncement(ride, new Date()));
}
