import * as z from 'zod/mini';
import { ridePositionSchema } from '#common/rides/position.ts';
import { redis } from '../../infra/redis.ts';

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

const keyOf = (rideId: string): string => `position:${rideId}`;

/** The last position of a ride's driver; null when there was none within ten minutes, or it is a former driver's. */
export async function readLastPosition(
  rideId: string,
  driverId: string | null,
): Promise<LastPosition | null> {
  const stored = await redis.get(keyOf(rideId));
  // During a roll-out another version may have written it without its driver.
  const last = stored ? lastSchema.safeParse(JSON.parse(stored)).data : undefined;
  return last?.driverId === driverId ? last : null;
}

/** Keeps a position in place of the last one. */
export async function keepPosition(last: LastPosition): Promise<void> {
  await redis.set(keyOf(last.position.rideId), JSON.stringify(last), 'EX', KEPT_SECONDS);
}
