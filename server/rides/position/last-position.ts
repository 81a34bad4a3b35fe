import * as z from 'zod/mini';
import { type RidePosition, ridePositionSchema } from '#common/rides/position.ts';
import { redis } from '../../infra/redis.ts';

/** How long the last position of a ride is kept, in seconds; it is kept nowhere else. */
const KEPT_SECONDS = 600;

const lastSchema = z.object({
  position: ridePositionSchema,
  /** What the driver's device took for the time, epoch milliseconds; null where it did not say. */
  deviceAt: z.nullable(z.number()),
});
export type LastPosition = z.infer<typeof lastSchema>;

const keyOf = (rideId: string): string => `position:${rideId}`;

/** What this node kept last of rides, and its text: as a rule that is what is stored, and need not be parsed. */
const kept = new Map<string, { text: string; last: LastPosition }>();

/** Rides whose last position is remembered; of one that is forgotten it is parsed again. */
const MOST_KEPT = 5_000;

/** The last position of a ride; null when there was none within ten minutes. */
export async function readLastPosition(rideId: string): Promise<LastPosition | null> {
  const stored = await redis.get(keyOf(rideId));
  if (!stored) return null;
  const known = kept.get(rideId);
  return known?.text === stored ? known.last : lastSchema.parse(JSON.parse(stored));
}

/** Keeps a position in place of the last one. */
export async function keepPosition(position: RidePosition, deviceAt: number | null): Promise<void> {
  const last: LastPosition = { position, deviceAt };
  const text = JSON.stringify(last);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(position.rideId, { text, last });
  await redis.set(keyOf(position.rideId), text, 'EX', KEPT_SECONDS);
}

/** Forgets the last position of a ride: it is over. */
export const forgetPosition = async (rideId: string): Promise<void> => {
  kept.delete(rideId);
  await redis.del(keyOf(rideId));
};
