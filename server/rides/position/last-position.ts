import * as z from 'zod/mini';
import { ridePositionSchema } from '#common/rides/position.ts';
import { redis, redisKey } from '../../infra/redis.ts';

/** How long the last position of a ride is kept in Redis, in seconds. It is stored nowhere else. */
const KEPT_SECONDS = 600;

const lastSchema = z.object({
  position: ridePositionSchema,
  /** The driver who sent it; the ride may have another driver by now. */
  driverId: z.string(),
  /** The device's own timestamp, epoch milliseconds; null when it sent none. */
  deviceAt: z.nullable(z.number()),
});
export type LastPosition = z.infer<typeof lastSchema>;

const keyOf = (rideId: string): string => redisKey('position', rideId);

/** The positions this node stored last, with their JSON, so that the stored text need not be parsed again. */
const kept = new Map<string, { text: string; last: LastPosition }>();

/** How many rides are cached before the cache is cleared. */
const MOST_KEPT = 5_000;

/**
 * Reads the last position of a ride's driver. Null when there was none within ten minutes, or when it is a
 * former driver's.
 */
export async function readLastPosition(
  rideId: string,
  driverId: string | null,
): Promise<LastPosition | null> {
  const stored = await redis.get(keyOf(rideId));
  if (!stored) return null;
  const known = kept.get(rideId);
  // During a rollout an older release may have stored it without `driverId`.
  const last = known?.text === stored ? known.last : lastSchema.safeParse(JSON.parse(stored)).data;
  return last?.driverId === driverId ? last : null;
}

/** Stores a position as the last one. */
export async function keepPosition(last: LastPosition): Promise<void> {
  const text = JSON.stringify(last);
  const { rideId } = last.position;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(rideId, { text, last });
  await redis.set(keyOf(rideId), text, 'EX', KEPT_SECONDS);
}

/** Deletes the last positions of some rides. */
export async function forgetPositions(rideIds: readonly string[]): Promise<void> {
  await Promise.all(rideIds.map((rideId) => redis.del(keyOf(rideId))));
}
