import { roundedPolygon } from '../geometry/rounded-polygon.ts';

/** The air conditioner on a bus roof: 12 cm high, its rear edge at x. */
export const roofUnit = (x: number, roof: number, length: number) =>
  roundedPolygon([
    [x, roof - 2],
    [x + 12, roof + 12, 8],
    [x + length - 16, roof + 12, 8],
    [x + length, roof - 2],
  ]);
