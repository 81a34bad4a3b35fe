import * as z from 'zod/mini';
import { DAY_SECONDS } from '#common/durations.ts';
import { positionOfLocation } from '#common/places/place-positions.ts';
import { distanceMeters, type Point } from '#common/places/point.ts';
import { redis, redisKey } from '../../infra/redis.ts';

/**
 * How near to a stop the car counts as being there, in metres. Built-in places are accurate to about a
 * hundred metres.
 */
const AT_STOP_METERS = 200;

/** How long passed stops are kept in Redis, in seconds: longer than any ride takes. */
const KEPT_SECONDS = DAY_SECONDS;

const keyOf = (rideId: string): string => redisKey('passed-stops', rideId);

interface OnTheWay {
  rideId: string;
  /** The addresses of the ride's stops, in order. */
  stops: readonly string[];
}

/**
 * Counts how many of a ride's stops its car has passed. Compares stored addresses, so that editing later
 * stops does not change the count.
 */
async function countPassedStops({ rideId, stops }: OnTheWay): Promise<number> {
  if (stops.length === 0) return 0;
  const stored = await redis.get(keyOf(rideId));
  const passed = stored ? z.array(z.string()).parse(JSON.parse(stored)) : [];
  const changed = passed.findIndex((stop, index) => stops[index] !== stop);
  return changed < 0 ? passed.length : changed;
}

/**
 * Updates the passed stops for the car's position, and returns their count. Stops are passed in order:
 * driving past a later stop on the way to an earlier one does not count. A stop without known coordinates is
 * passed together with the next one.
 */
export async function storePassedStops(ride: OnTheWay, car: Point): Promise<number> {
  const count = await countPassedStops(ride);
  const { rideId, stops } = ride;
  const points = stops.map(positionOfLocation);
  const next = points.findIndex((point, index) => index >= count && point !== null);
  const point = points[next];
  if (!point || distanceMeters(point, car) > AT_STOP_METERS) return count;
  const passed = stops.slice(0, next + 1);
  await redis.set(keyOf(rideId), JSON.stringify(passed), 'EX', KEPT_SECONDS);
  return passed.length;
}

/** Deletes the passed stops of some rides. */
export async function forgetPassedStops(rideIds: readonly string[]): Promise<void> {
  await Promise.all(rideIds.map((rideId) => redis.del(keyOf(rideId))));
}
