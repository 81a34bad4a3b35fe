import { roundedPolygon } from './rounded-polygon.ts';

/** Closed SVG path of a rectangle whose lower left corner is x, y; y points up. */
export const roundedRect = (x: number, y: number, width: number, height: number, radius = 0) =>
  roundedPolygon([
    [x, y, radius],
    [x + width, y, radius],
    [x + width, y + height, radius],
    [x, y + height, radius],
  ]);
