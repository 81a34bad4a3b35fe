import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { RIDES_CHANGED } from '#common/rides/ride-events.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { channel, createSubscriber, redis } from '../infra/redis.ts';

const PATIENCE_MS = 10_000;
const MARKERS = 'test.markers';

/** The second line of an announcement is the rider's: room, event, ride. */
function ridersViewIn(announcement: string): RiderRide {
  const [, line = ''] = announcement.split('\n');
  return JSON.parse(line.slice(line.indexOf('{')));
}

/** What was announced on Redis since a test began to listen, in the rider's view. */
export interface RecordedRideMessages {
  /** Waits for the announcement that tells this as a ride's last change, if it has not come yet. Rejects after ten seconds. */
  next(rideId: string, change: RideChange): Promise<RiderRide>;
  /** Every announcement of a ride made by this process until now, oldest first. */
  all(rideId: string): Promise<RiderRide[]>;
}

/** Listens to the announcements of rides until the test ends. */
export async function recordRideMessages(): Promise<RecordedRideMessages> {
  const heard: RiderRide[] = [];
  const markers = new Map<string, () => void>();
  const watchers = new Set<() => void>();

  const subscriber = createSubscriber();
  onTestFinished(() => subscriber.disconnect());
  subscriber.on('message', (from, message) => {
    if (from === channel(MARKERS)) markers.get(message)?.();
    else heard.push(ridersViewIn(message));
    for (const look of watchers) look();
  });
  await subscriber.subscribe(channel(RIDES_CHANGED), channel(MARKERS));

  return {
    next: (rideId, change) =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(
          () => reject(new Error(`ride ${rideId} was not announced as ${change}`)),
          PATIENCE_MS,
        );
        const look = () => {
          const ride = heard.find((each) => each.id === rideId && each.history.at(-1)?.change === change);
          if (!ride) return;
          clearTimeout(patience);
          watchers.delete(look);
          resolve(ride);
        };
        watchers.add(look);
        look();
      }),
    async all(rideId) {
      // Redis keeps the order of one connection: once this is heard, everything said before it has been.
      const marker = randomUUID();
      const isHeard = new Promise<void>((resolve) => markers.set(marker, resolve));
      await redis.publish(channel(MARKERS), marker);
      await isHeard;
      return heard.filter((ride) => ride.id === rideId);
    },
  };
}
