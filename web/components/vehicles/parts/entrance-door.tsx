import type { VehicleShape } from '../vehicle-shape.ts';

/** Inside a glass entrance door: steps, hand rails and the post where its leaves meet. */
export function EntranceDoor({ entrance }: { entrance: NonNullable<VehicleShape['entrance']> }) {
  const { x, width, top } = entrance;
  const end = x + width;
  const rail = (share: number) => `M${x + width * share} 96L${x + width * share} ${top - 70}`;
  return (
    <>
      <path d={`M${x} 58L${end} 58L${end} 88L${x} 88Z`} fill="#3A270E" opacity=".55" />
      <path d={`M${x} 73L${end} 73M${x} 88L${end} 88`} className="line" stroke="#1C1206" strokeOpacity=".6" />
      <path d={`${rail(0.38)}${rail(0.62)}`} className="line" stroke="#FFF1CF" strokeOpacity=".8" />
      <path d={`M${x + width / 2} 40L${x + width / 2} ${top + 10}`} stroke="#0C0A08" strokeWidth="3" />
    </>
  );
}
