import { CITY_CENTRE, type Point } from './point.ts';

/**
 * Distance between the valley's streets, a third of a mile, in degrees of latitude, and of longitude at this
 * latitude.
 */
const BLOCK_LAT = 0.01446 / 3;
const BLOCK_LNG = 0.01789 / 3;

/** Tolerance for equal coordinates, in degrees: about ten metres. */
const SAME = 0.0001;

const onGrid = (value: number, origin: number, step: number): number =>
  origin + Math.round((value - origin) / step) * step;

/**
 * Returns a route between two points along the valley's street grid (north-south and east-west), as a
 * fallback without a routing service. It starts and ends at the exact points. A route recalculated from any
 * point on it follows the same path.
 */
export function gridRoute(from: Point, to: Point): Point[] {
  const crossLat = onGrid(to.lat, CITY_CENTRE.lat, BLOCK_LAT);
  const isInLine = Math.abs(from.lng - to.lng) < SAME;
  const isOnCross = Math.abs(from.lat - crossLat) < SAME;
  const lng = onGrid(from.lng, CITY_CENTRE.lng, BLOCK_LNG);
  const corners: Point[] = [
    ...(isInLine || isOnCross
      ? []
      : [
          { lat: from.lat, lng },
          { lat: crossLat, lng },
        ]),
    ...(isInLine ? [] : [{ lat: isOnCross ? from.lat : crossLat, lng: to.lng }]),
  ];
  const path = [from, ...corners, to];
  return path.filter(({ lat, lng }, index) => {
    const before = path[index - 1];
    return !before || before.lat !== lat || before.lng !== lng;
  });
}
