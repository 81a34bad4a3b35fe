import * as z from 'zod/mini';
import { ridePositionSchema } from '#common/rides/position.ts';
import { redis, redisKey } from '../../infra/redis.ts';

/** How long the last position of a ride is kept, in seconds; it is kept nowhere else. */
const KEPT_SECONDS = 600;

const lastSchema = z.object({
  position: ridePositionSchema,
  /** Whose it is: a ride may have another driver by now. */
  driverId: z.string(),
  /** What the driver's device took for the time, epoch milliseconds; null where it did not say. */
  deviceAt: z.nullable(z.number()),
});
export type LastPosition = z.infer<typeof lastSchema>;

const keyOf = (rideId: string): string => redisKey('position', rideId);

/** What this node kept last of rides, and its text: as a rule that is what is stored, and need not be parsed. */
const kept = new Map<string, { text: string; last: LastPosition }>();

/** Rides whose last position is remembered; of one that is forgotten it is parsed again. */
const MOST_KEPT = 5_000;

/** The last position of a ride's driver; null when there was none within ten minutes, or it is a former driver's. */
export async function readLastPosition(
  rideId: string,
  driverId: string | null,
): Promise<LastPosition | null> {
  const stored = await redis.get(keyOf(rideId));
  if (!stored) return null;
  const known = kept.get(rideId);
  // During a roll-out another version may have written it without its driver.
  const last = known?.text === stored ? known.last : lastSchema.safeParse(JSON.parse(stored)).data;
  return last?.driverId === driverId ? last : null;
}

/** Keeps a position in place of the last one. */
export async function keepPosition(last: LastPosition): Promise<void> {
  const text = JSON.stringify(last);
  const { rideId } = last.position;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(rideId, { text, last });
  await redis.set(keyOf(rideId), text, 'EX', KEPT_SECONDS);
}

/** Forgets the last positions of some rides. */
export async function forgetPositions(rideIds: readonly string[]): Promise<void> {
  await Promise.all(rideIds.map((rideId) => redis.del(keyOf(rideId))));
}
