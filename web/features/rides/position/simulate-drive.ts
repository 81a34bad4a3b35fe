import { distanceMeters, type Point } from '#common/places/point.ts';

/** City speed in meters per second (45 km/h). */
const CAR_SPEED = 12.5;

/** Available speed factors of a simulated drive. */
export const DRIVE_SPEEDS = [1, 8, 30] as const;
export type DriveSpeed = (typeof DRIVE_SPEEDS)[number];

/** Returns the distance driven in this many milliseconds, in meters. */
export const metersDriven = (ms: number, speed: DriveSpeed): number => (ms / 1_000) * CAR_SPEED * speed;

/**
 * Returns the point at this distance in meters along a path, with the heading in degrees; beyond that, the
 * end of the path.
 */
export function pointAlong(path: readonly Point[], meters: number): Point & { heading: number } {
  let left = Math.max(0, meters);
  for (const [index, to] of path.entries()) {
    const from = path[index - 1];
    if (!from) continue;
    const length = distanceMeters(from, to);
    if (left <= length && length > 0) {
      const share = left / length;
      return {
        lat: from.lat + (to.lat - from.lat) * share,
        lng: from.lng + (to.lng - from.lng) * share,
        heading: headingOf(from, to),
      };
    }
    left -= length;
  }
  const [last, before] = [path.at(-1), path.at(-2)];
  if (!last) throw new Error('a way has points');
  return { ...last, heading: before ? headingOf(before, last) : 0 };
}

function headingOf(from: Point, to: Point): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
}
