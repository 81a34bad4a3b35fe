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

/** The last position of a ride; null when there was none within ten minutes. */
export async function readLastPosition(rideId: string): Promise<LastPosition | null> {
  const stored = await redis.get(keyOf(rideId));
  return stored ? lastSchema.parse(JSON.parse(stored)) : null;
}

/** Keeps a position in place of the last one. */
export async function keepPosition(position: RidePosition, deviceAt: number | null): Promise<void> {
  const last: LastPosition = { position, deviceAt };
  await redis.set(keyOf(position.rideId), JSON.stringify(last), 'EX', KEPT_SECONDS);
}

/** Forgets the last position of a ride: it is over. */
export const forgetPosition = async (rideId: string): Promise<void> => {
  await redis.del(keyOf(rideId));
};
