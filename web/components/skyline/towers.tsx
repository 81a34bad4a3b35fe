import { night, seededRandom } from './night.ts';

interface TowerProps {
  x: number;
  width: number;
  height: number;
  lit: number;
  /** Height of a gable on top of the front. */
  gable?: number;
}

/** A plain hotel tower. */
export function Tower({ x, width, height, lit, gable = 0 }: TowerProps) {
  const top = night.ground - height;
  return (
    <>
      <path
        d={`M${x} ${night.ground}V${top}L${x + width / 2} ${top - gable}L${x + width} ${top}V${night.ground}Z`}
        {...night.mass}
      />
      <LitWindows x={x} y={top + gable / 2} width={width} height={height} lit={lit} />
    </>
  );
}

/** The mountain ridge and a dim row of towers in front of it, as wide as the picture. */
export function FarTowers() {
  return (
    <>
      <path
        d="M0 300L70 286L150 300L230 268L300 284L392 250L470 280L560 262L640 288L730 258L800 276L900 244L990 276L1080 256L1170 284L1260 252L1340 276L1440 258V420H0Z"
        fill="#14100B"
      />
      {towers.map(({ x, width, height }) => (
        <g key={x}>
          <path d={`M${x} ${night.ground}v${-height}h${width}v${height}Z`} fill="#15110C" />
          <LitWindows
            x={x}
            y={night.ground - height}
            width={width}
            height={height}
            lit={0.16}
            grid={[6, 8]}
            opacity={0.5}
          />
        </g>
      ))}
    </>
  );
}

const towers = rowOfTowers();

function rowOfTowers() {
  const random = seededRandom(7);
  const row: { x: number; width: number; height: number }[] = [];
  for (let x = 4; x < 1380; ) {
    const width = 26 + Math.round(random() * 40);
    row.push({ x, width, height: 50 + Math.round(random() * 90) });
    x += width + Math.round(random() * 18);
  }
  return row;
}

/** One of the two curved bronze towers: lit floors under a sloping roof. */
export function BronzeTower({ x, width, height }: { x: number; width: number; height: number }) {
  const top = night.ground - height;
  const random = seededRandom(x);
  const floors = Array.from({ length: Math.ceil((height - 40) / 9) }, (_, index) => top + 34 + index * 9);
  return (
    <>
      <path
        d={`M${x} 420V${top + 26}Q${x + width * 0.42} ${top - 8} ${x + width} ${top}V420Z`}
        fill="#1B140B"
        stroke={night.edge}
      />
      {floors.map((y) => (
        <path
          key={y}
          d={`M${x + 4} ${y}Q${x + width * 0.45} ${y - 9} ${x + width - 4} ${y - 6}`}
          fill="none"
          stroke="#E2B765"
          strokeOpacity={0.16 + random() * 0.32}
          strokeWidth="1.6"
        />
      ))}
    </>
  );
}

interface LitWindowsProps {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The share of lit windows, 0 to 1. */
  lit: number;
  /** The distance between windows. */
  grid?: readonly [across: number, down: number];
  /** Dims a more distant tower. */
  opacity?: number;
}

const BRIGHTNESS = [0.22, 0.42, 0.8];

/** The lit windows of a front, in three brightnesses, seeded by their position so that they never change. */
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
