import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { RIDES_CHANGED } from '../infra/channels.ts';
import { channel, createSubscriber, redis } from '../infra/redis.ts';

const PATIENCE_MS = 10_000;
const MARKERS = 'test.markers';

/** Parses the third line of a message, the rider's view: room, event, ride. */
function riderViewIn(message: string): RiderRide {
  const [, , line = ''] = message.split('\n');
  return JSON.parse(line.slice(line.indexOf('{')));
}

/** The messages published on Redis since the test subscribed, in the rider's view. */
export interface RecordedRideMessages {
  /**
   * Waits for the message in which this is the ride's last change, unless it has already come. Rejects after
   * ten seconds.
   */
  next(rideId: string, change: RideChange): Promise<RiderRide>;
  /** Returns every message of a ride that this process has published so far, oldest first. */
  all(rideId: string): Promise<RiderRide[]>;
}

/** Records the messages of rides until the test ends. */
export async function recordRideMessages(): Promise<RecordedRideMessages> {
  const recorded: RiderRide[] = [];
  const markers = new Map<string, () => void>();
  const watchers = new Set<() => void>();

  const subscriber = createSubscriber();
  onTestFinished(() => subscriber.disconnect());
  subscriber.on('message', (from, message) => {
    if (from === channel(MARKERS)) markers.get(message)?.();
    else recorded.push(riderViewIn(message));
    for (const look of watchers) look();
  });
  await subscriber.subscribe(channel(RIDES_CHANGED), channel(MARKERS));

  return {
    next: (rideId, change) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`ride ${rideId} was not published as ${change}`)),
          PATIENCE_MS,
        );
        const look = () => {
          const ride = recorded.find((each) => each.id === rideId && each.history.at(-1)?.change === change);
          if (!ride) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(ride);
        };
        watchers.add(look);
        look();
      }),
    async all(rideId) {
      // Redis keeps the order of a connection, so once the marker arrives, all messages published before it
      // have arrived.
      const marker = randomUUID();
      const markerArrived = new Promise<void>((resolve) => markers.set(marker, resolve));
      await redis.publish(channel(MARKERS), marker);
      await markerArrived;
      return recorded.filter((ride) => ride.id === rideId);
    },
  };
}
