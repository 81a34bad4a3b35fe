import { type EventPayload, OPS_CHANGED, type RIDE_EVENTS, rooms } from '#common/rides/ride-events.ts';
import { composeAnnouncement } from './announcement.ts';
import { logger } from './logger.ts';
import { publish } from './redis.ts';

type Events = typeof RIDE_EVENTS;

/** Events whose one room is that of the console. */
type OpsEvent = {
  [Name in keyof Events]: Events[Name] extends { rooms: readonly (typeof rooms.ops)[] } ? Name : never;
}[keyof Events];

type ItemOf<Payload> = Payload extends readonly (infer Item)[] ? Item : never;

/**
 * Shows a change on every open console. Where Redis is away it is only logged: pages read their lists anew when it
 * is back.
 */
export async function publishToOps<Name extends OpsEvent>(
  event: Name,
  items: readonly ItemOf<EventPayload<Name>>[],
): Promise<void> {
  const lines = items.map((item) => `${rooms.ops} ${event} ${JSON.stringify(item)}`);
  try {
    await publish(OPS_CHANGED, composeAnnouncement({ changedAt: Date.now(), lines }));
  } catch (error) {
    logger.warn({ error, event }, 'change for the console not published');
  }
}
