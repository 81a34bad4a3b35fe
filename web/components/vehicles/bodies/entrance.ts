import { roundedPolygon } from '../geometry/rounded-polygon.ts';

/** A two-leaf glass entrance door of a bus: its pane and the measures its posts and steps are drawn from. */
export function entrance({ x, width, sill, top }: { x: number; width: number; sill: number; top: number }) {
  const pane = roundedPolygon([
    [x, sill, 5],
    [x, top, 6],
    [x + width, top, 6],
    [x + width, sill, 5],
  ]);
  return { pane, x, width, top };
}
