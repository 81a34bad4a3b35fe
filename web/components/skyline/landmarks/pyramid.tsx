import { night } from '../night.ts';

const APEX = { x: 1048, y: 268 };
const ROWS = Array.from({ length: 12 }, (_, index) => 292 + index * 11);

/** The pyramid with its beam of light; `id` names the beam's gradient. The stylesheet drops the beam on phones. */
export function Pyramid({ id }: { id: string }) {
  return (
    <>
      <linearGradient id={`${id}-sky-beam`} x1="0" x2="0" y1="1" y2="0">
        <stop stopColor={night.spark} stopOpacity=".8" />
        <stop offset=".5" stopColor={night.spark} stopOpacity=".22" />
        <stop offset="1" stopColor={night.spark} stopOpacity="0" />
      </linearGradient>
      <path className="skyline-beam" d="M1048 270L1044 -140L1052 -140Z" fill={`url(#${id}-sky-beam)`} />
      <path d="M940 420L1048 268L1156 420Z" fill="#120F0B" stroke={night.edge} />
      <path d="M1048 268L1078 420" stroke={night.edge} opacity=".6" />
      {ROWS.map((y, index) => {
        const reach = ((y - APEX.y) / (night.ground - APEX.y)) * 108 - 6;
        return (
          <path
            key={y}
            d={`M${APEX.x - reach} ${y}H${APEX.x + reach}`}
            stroke={night.window}
            strokeOpacity=".26"
            strokeDasharray="2 7"
            strokeDashoffset={index * 3}
          />
        );
      })}
      <circle cx={APEX.x} cy={APEX.y + 1} r="2.2" fill={night.spark} />
    </>
  );
}
