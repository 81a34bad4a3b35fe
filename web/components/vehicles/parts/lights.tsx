/** The reach of the headlamps, in centimetres. */
const REACH = 240;

/** The headlamp beam: two soft wedges of light, and a pool on the road with the gradient of `LampGlow`. */
export function Beam({ from: [x, y], id }: { from: readonly [x: number, y: number]; id: string }) {
  const end = x + REACH;
  return (
    <g fill={`url(#${id}-beam)`}>
      <linearGradient id={`${id}-beam`} gradientUnits="userSpaceOnUse" x1={x} x2={end} y1="0" y2="0">
        <stop stopColor="var(--vehicle-beam)" />
        <stop offset=".3" stopColor="var(--vehicle-beam-mid)" />
        <stop offset=".65" stopColor="var(--vehicle-beam-mid)" stopOpacity=".3" />
        <stop offset="1" stopColor="#FFD88F" stopOpacity="0" />
      </linearGradient>
      <filter id={`${id}-soft`} x="-20%" y="-40%" width="140%" height="180%">
        <feGaussianBlur stdDeviation="5" />
      </filter>
      <g filter={`url(#${id}-soft)`}>
        <path
          d={`M${x - 6} ${y + 4}L${end} ${y + 22}L${end} 2L${x + 70} 2L${x - 6} ${y - 4}Z`}
          opacity=".55"
        />
        <path
          d={`M${x - 6} ${y + 3}L${end} ${y + 6}L${end} ${Math.max(8, y - 52)}L${x - 6} ${y - 3}Z`}
          opacity=".6"
        />
      </g>
      <ellipse cx={x + 96} cy="1" rx="100" ry="5" fill={`url(#${id}-glow)`} opacity=".5" />
    </g>
  );
}

/** The halo around a lit headlamp. */
export function LampGlow({ at: [x, y], id }: { at: readonly [x: number, y: number]; id: string }) {
  return (
    <>
      <radialGradient id={`${id}-glow`}>
        <stop stopColor="#FFF1CF" stopOpacity=".95" />
        <stop offset=".25" stopColor="#FFD88F" stopOpacity=".5" />
        <stop offset="1" stopColor="#FFD88F" stopOpacity="0" />
      </radialGradient>
      <circle cx={x - 4} cy={y} r="26" fill={`url(#${id}-glow)`} />
    </>
  );
}

/** The soft shadow of a vehicle of this length and height on the ground. */
export function GroundShadow({ length, height, id }: { length: number; height: number; id: string }) {
  return (
    <>
      <radialGradient id={`${id}-shadow`}>
        <stop stopColor="var(--vehicle-shadow)" />
        <stop offset=".72" stopColor="var(--vehicle-shadow-rim)" />
        <stop offset="1" stopOpacity="0" />
      </radialGradient>
      <ellipse cx={length / 2} cy="1" rx={length * 0.53} ry={7 + height * 0.02} fill={`url(#${id}-shadow)`} />
    </>
  );
}
