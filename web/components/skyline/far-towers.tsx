import { LitWindows } from './lit-windows.tsx';
import { night } from './night.ts';
import { seededRandom } from './seeded-random.ts';

/** The ridge of the mountains and a dim row of towers before it, as wide as the picture. */
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
