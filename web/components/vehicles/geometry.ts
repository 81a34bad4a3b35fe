/** A corner of a polygon: x, y and, when rounded, how far from the corner the curve begins and ends. */
type Corner = readonly [x: number, y: number, radius?: number];

/** How far a corner's control points reach towards it: slightly rounder than a quadratic curve. */
const ROUNDNESS = 0.56;

/** Returns the closed SVG path through the corners. A radius is at most half an edge, to avoid overlaps. */
export function roundedPolygon(corners: readonly Corner[]): string {
  const turns = corners.map((corner, index) => {
    const [x, y, radius = 0] = corner;
    if (radius === 0) return `${round(x)} ${round(y)}`;

    const [startX, startY] = towards(corner, corners.at(index - 1) ?? corner, radius);
    const [endX, endY] = towards(corner, corners[(index + 1) % corners.length] ?? corner, radius);
    const bend = (fromX: number, fromY: number) =>
      `${round(fromX + (x - fromX) * ROUNDNESS)} ${round(fromY + (y - fromY) * ROUNDNESS)}`;

    return `${round(startX)} ${round(startY)}C${bend(startX, startY)} ${bend(endX, endY)} ${round(endX)} ${round(endY)}`;
  });
  return `M${turns.join('L')}Z`;
}

function towards([x, y]: Corner, [toX, toY]: Corner, distance: number): [number, number] {
  const edge = Math.hypot(toX - x, toY - y);
  const share = Math.min(distance / edge, 0.5);
  return [x + (toX - x) * share, y + (toY - y) * share];
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns the closed SVG path of a rectangle whose lower left corner is x, y; y points up. */
export const roundedRect = (x: number, y: number, width: number, height: number, radius = 0) =>
  roundedPolygon([
    [x, y, radius],
    [x + width, y, radius],
    [x + width, y + height, radius],
    [x, y + height, radius],
  ]);

/** Returns the points that divide the range from start to end into equal parts, without start and end. */
export const evenSteps = (start: number, end: number, parts: number) =>
  Array.from({ length: parts - 1 }, (_, index) => start + ((end - start) * (index + 1)) / parts);

/** Returns the points from start to end (exclusive), one every `step`. */
export const repeatAlong = (start: number, end: number, step: number) =>
  Array.from({ length: Math.max(0, Math.ceil((end - start) / step)) }, (_, index) => start + index * step);

/** Shifts an absolute path (M, L, C, Z) along x, so that one drawn front serves bodies of every length. */
export const slidePath = (path: string, dx: number) =>
  path.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${Math.round((Number(x) + dx) * 10) / 10} ${y}`,
  );
