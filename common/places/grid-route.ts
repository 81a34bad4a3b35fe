import { CITY_CENTRE, type Point } from './point.ts';

/** The valley's streets are a third of a mile apart; in degrees of latitude, and of longitude at this latitude. */
const BLOCK_LAT = 0.01446 / 3;
const BLOCK_LNG = 0.01789 / 3;

/** Less than ten metres. */
const SAME = 0.0001;

const onGrid = (value: number, origin: number, step: number): number =>
  origin + Math.round((value - origin) / step) * step;

/**
 * A way between two points along the valley's grid of streets, which run north and south, east and west: what a car drives where
 * no routing service says better. It begins and ends at the points themselves, and from any point on it goes on as it was.
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
