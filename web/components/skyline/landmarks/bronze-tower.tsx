import { night } from '../night.ts';
import { seededRandom } from '../seeded-random.ts';

/** One of the pair of curved bronze towers: floors of light under a sloping roof. */
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
