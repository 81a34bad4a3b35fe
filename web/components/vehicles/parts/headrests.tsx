import { roundedPolygon } from '../geometry/rounded-polygon.ts';

interface HeadrestsProps {
  at: readonly number[];
  height: number;
  belt: number;
}

/** Headrests of the seats, standing on the belt. */
export function Headrests({ at, height, belt }: HeadrestsProps) {
  const path = at
    .map((x) =>
      roundedPolygon([
        [x - 9, belt - 6],
        [x - 12, belt + height - 6, 6],
        [x - 3, belt + height, 5],
        [x + 5, belt + height - 3, 5],
        [x + 7, belt - 6],
      ]),
    )
    .join('');
  return <path d={path} fill="#2A1C0B" opacity=".72" />;
}
