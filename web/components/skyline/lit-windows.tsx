import { night } from './night.ts';
import { seededRandom } from './seeded-random.ts';

interface LitWindowsProps {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Share of the windows that are lit, 0 to 1. */
  lit: number;
  /** Distance from window to window. */
  grid?: readonly [across: number, down: number];
  /** Dims a tower that stands further away. */
  opacity?: number;
}

const BRIGHTNESS = [0.22, 0.42, 0.8];

/** The lit windows of one front, in three brightnesses, chosen by the front's own place so that they never change. */
export function LitWindows({ x, y, width, height, lit, grid = [7, 9], opacity = 1 }: LitWindowsProps) {
  const random = seededRandom(x * 1000 + y);
  const paths = BRIGHTNESS.map(() => '');
  for (let row = y + 8; row < y + height - 3; row += grid[1]) {
    for (let column = x + 4; column < x + width - 4; column += grid[0]) {
      if (random() < lit) paths[Math.floor(random() * BRIGHTNESS.length)] += `M${column} ${row}h2.6`;
    }
  }
  return (
    <g fill="none" stroke={night.window} strokeWidth="3.6" opacity={opacity}>
      {paths.map((path, index) => (
        <path key={BRIGHTNESS[index]} d={path} opacity={BRIGHTNESS[index]} />
      ))}
    </g>
  );
}
