/** The soft shadow a vehicle of this length and height throws on the ground. */
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
