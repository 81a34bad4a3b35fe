/** A colour at a height above the ground, in centimetres, with an optional opacity. */
export type HeightStop = readonly [height: number, color: string, opacity?: number];

/** A vertical gradient in the vehicle's space; stops are listed from the roof down. */
export function HeightGradient({
  id,
  top,
  stops,
}: {
  id: string;
  top: number;
  stops: readonly HeightStop[];
}) {
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" y1={top} x2="0" y2="0">
      {stops.map(([height, color, opacity]) => (
        <stop key={`${height} ${color}`} offset={1 - height / top} stopColor={color} stopOpacity={opacity} />
      ))}
    </linearGradient>
  );
}
