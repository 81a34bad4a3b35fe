import { RIDES_CHANGED } from '../infra/channels.ts';
import { channel, redis } from '../infra/redis.ts';
import { composeRideMessage } from '../rides/events/publish-ride.ts';
import type { UserRecord } from '../users/user-model.ts';
import { rideRecord } from './ride-record.ts';

/**
 * Publishes a change of a driver's own ride. Once their page receives it (`ride:changed`), it has received
 * everything that this process published before.
 */
export async function publishOwnRide({ id: driverId }: Pick<UserRecord, 'id'>): Promise<void> {
  const ride = rideRecord(['requested', 'paid', 'accepted'], { status: 'accepted', driverId });
  await redis.publish(channel(RIDES_CHANGED), composeRideMessage(ride, new Date()));
}
