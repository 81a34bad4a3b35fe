import { distanceMeters, type Point } from '#common/places/point.ts';

/** Metres a second in town: 45 km/h. */
const CAR_SPEED = 12.5;

/** How many times as fast as a car the simulated one may drive. */
export const DRIVE_SPEEDS = [1, 8, 30] as const;
export type DriveSpeed = (typeof DRIVE_SPEEDS)[number];

/** How far a car comes in so many milliseconds, in metres. */
export const metersDriven = (ms: number, speed: DriveSpeed): number => (ms / 1_000) * CAR_SPEED * speed;

/** The point of a way that many metres from its begin, and which way it heads there, in degrees; its end beyond that. */
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
