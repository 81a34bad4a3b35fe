/** The halo round a burning headlamp. */
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
