import { roundedPolygon, roundedRect } from '../geometry.ts';
import type { VehicleShape } from '../vehicle-shape.ts';

/** The painted body without glass: the same vertical light for all bodies, then shades, arches, seams. */
export function Bodywork({ shape, id }: { shape: VehicleShape; id: string }) {
  const [rockerFrom, rockerTo, rockerTop] = shape.rocker;
  const axles = shape.wheels.map(({ x }) => x);
  const firstAxle = Math.min(...axles);
  const lastAxle = Math.max(...axles);

  return (
    <>
      <HeightGradient id={`${id}-paint`} top={shape.height} stops={paintStops(shape)} />
      <clipPath id={`${id}-in-body`}>
        <path d={shape.body} />
      </clipPath>
      {/* The underbody keeps the gap below the sill dark. */}
      <path
        d={roundedRect(firstAxle - 20, shape.sill * 0.62, lastAxle - firstAxle + 40, shape.sill * 0.6, 6)}
        fill="#060505"
        opacity=".9"
      />
      <path d={shape.body} fill={`url(#${id}-paint)`} />
      <g clipPath={`url(#${id}-in-body)`}>
        <path
          d={roundedRect(rockerFrom, 0, rockerTo - rockerFrom, rockerTop)}
          opacity="var(--vehicle-rocker)"
        />
        <path d={shape.intake} opacity=".55" />
        {shape.wheels.map(({ x, radius }) => (
          <path key={x} d={archPath(shape, x, radius)} className="line arch" stroke="var(--paint-seam)" />
        ))}
        <path d={shape.crease} className="line" stroke="var(--paint-shine)" strokeOpacity=".55" />
        <path d={shape.shoulder} className="line" stroke="var(--paint-shine)" />
        <path d={shape.seams} className="line" stroke="var(--paint-seam)" />
      </g>
    </>
  );
}

/** Bright roof edge, dark roof, bright shoulder under the belt, side, a sharp horizon half-way, dark sill. */
function paintStops({ height, belt, sill }: VehicleShape): HeightStop[] {
  const horizon = (belt + sill) / 2;
  return [
    [height, 'var(--paint-rim)'],
    [height * 0.97, 'var(--paint-roof)'],
    [belt + 4, 'var(--paint-body)'],
    [belt - 1, 'var(--paint-body)'],
    [belt - 3, 'var(--paint-shoulder)'],
    [belt - 15, 'var(--paint-side)'],
    [horizon + 5, 'var(--paint-side)'],
    [horizon - 3, 'var(--paint-body)'],
    [sill + 12, 'var(--paint-lower)'],
    [sill, 'var(--paint-sill)'],
  ];
}

function archPath({ arch: { radius, isSquare } }: VehicleShape, x: number, hub: number) {
  if (!isSquare)
    return `M${x - radius} ${hub}A${radius} ${radius} 0 1 0 ${x + radius} ${hub}A${radius} ${radius} 0 1 0 ${x - radius} ${hub}Z`;

  return roundedPolygon([
    [x - radius - 6, 20],
    [x - radius + 4, hub + radius * 0.72, 26],
    [x + radius - 4, hub + radius * 0.72, 26],
    [x + radius + 6, 20],
  ]);
}

/** Parts attached to the body: bright strips, handles, mirror, lamps, grille. The outline fades downwards. */
export function Trim({ shape, id, outlineWidth }: { shape: VehicleShape; id: string; outlineWidth: number }) {
  const { height, belt, sill } = shape;
  return (
    <>
      <HeightGradient
        id={`${id}-edge`}
        top={height}
        stops={[
          [height, 'var(--paint-edge)'],
          [belt, 'var(--paint-edge)', 0.8],
          [sill, 'var(--paint-edge)', 0.35],
        ]}
      />
      {shape.chrome && (
        <path d={shape.chrome} className="line" stroke="var(--paint-chrome)" strokeOpacity=".8" />
      )}
      <path
        d={shape.handles.map(([x, y]) => roundedRect(x, y - 1.5, HANDLE, 3.6, 1.8)).join('')}
        {...(shape.hasFlushHandles
          ? { className: 'line', stroke: 'var(--paint-seam)' }
          : { fill: 'var(--paint-chrome)' })}
      />
      <path d={shape.mirror} fill="var(--paint-body)" />
      <path d={shape.mirror} className="line" stroke="var(--paint-edge)" />
      <path d={shape.tailLamp} fill="#C8372D" />
      <path d={shape.tailLamp} className="line" stroke="#FF8E7A" strokeOpacity=".5" />
      {shape.grille && <path d={shape.grille} className="line bold" stroke="var(--paint-chrome)" />}
      <path
        d={shape.body}
        className="line"
        stroke={`url(#${id}-edge)`}
        style={{ strokeWidth: outlineWidth }}
      />
      <path d={shape.headlamp} fill="#FFF0CC" />
      <path d={shape.headlamp} className="line" stroke="#8A6A2C" strokeOpacity=".55" />
    </>
  );
}

const HANDLE = 19;

/** The parts on the roof: air conditioner, rack, amber marker lamps. */
export function Roof({
  roofUnit,
  roofBars,
  roofMarkers,
}: Pick<VehicleShape, 'roofUnit' | 'roofBars' | 'roofMarkers'>) {
  return (
    <>
      {roofUnit && (
        <>
          <path d={roofUnit} fill="var(--paint-body)" />
          <path d={roofUnit} className="line" stroke="var(--paint-edge)" />
        </>
      )}
      {roofBars && (
        <path d={roofBars} className="line" stroke="var(--vehicle-roof-bars)" strokeOpacity=".9" />
      )}
      {roofMarkers && <path d={roofMarkers} fill="#FFB54A" />}
    </>
  );
}

/** A colour at a height above the ground, in centimetres, with an optional opacity. */
export type HeightStop = readonly [height: number, color: string, opacity?: number];

/** A vertical gradient in the vehicle's coordinates; stops are listed from the roof down. */
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
