import * as z from 'zod/mini';
import { positionOfLocation } from '#common/places/place-positions.ts';
import { distanceMeters, type Point } from '#common/places/point.ts';
import { redis, redisKey } from '../../infra/redis.ts';

/** So near, in metres, the car is at a stop: built-in places are known to a hundred metres or so. */
const AT_STOP_METERS = 200;

/** Longer than a ride takes. */
const KEPT_SECONDS = 86_400;

const keyOf = (rideId: string): string => redisKey('passed-stops', rideId);

interface OnTheWay {
  rideId: string;
  /** The addresses of its stops on the way, in their order. */
  stops: readonly string[];
}

/** How many of a ride's stops its car has been at. Kept are their addresses, so that an edit of those ahead changes nothing. */
export async function countPassedStops({ rideId, stops }: OnTheWay): Promise<number> {
  if (stops.length === 0) return 0;
  const stored = await redis.get(keyOf(rideId));
  const passed = stored ? z.array(z.string()).parse(JSON.parse(stored)) : [];
  const changed = passed.findIndex((stop, index) => stops[index] !== stop);
  return changed < 0 ? passed.length : changed;
}

/**
 * The same once the car is somewhere. It was at a stop when it comes near, one after the other: what it only drives past on the
 * way to an earlier one does not count. A stop at an address that nobody has looked up is passed with the next one.
 */
export async function notePassedStops(ride: OnTheWay, car: Point): Promise<number> {
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

/** Forgets which stops some rides have passed. */
export async function forgetPassedStops(rideIds: readonly string[]): Promise<void> {
  await Promise.all(rideIds.map((rideId) => redis.del(keyOf(rideId))));
}
