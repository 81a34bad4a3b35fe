import { roundedPolygon } from '../geometry/rounded-polygon.ts';

/** The chauffeur at the wheel, in silhouette under a cap; at is the middle of the head. */
export function Driver({ at: [x, y] }: { at: readonly [x: number, y: number] }) {
  const shoulders = roundedPolygon([
    [x - 18, y - 60],
    [x - 17, y - 12, 12],
    [x + 13, y - 9, 14],
    [x + 16, y - 60],
  ]);
  return (
    <g fill="#1C1206" opacity=".84">
      <ellipse cx={x} cy={y} rx="7.6" ry="9.8" />
      <path d={shoulders} />
      <path
        d={`M${x - 8} ${y + 4}L${x + 12} ${y + 3}L${x + 8} ${y + 7}C${x + 8} ${y + 13} ${x - 9} ${y + 13} ${x - 8} ${y + 4}Z`}
      />
    </g>
  );
}
