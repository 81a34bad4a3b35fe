import { roundedPolygon } from '../geometry/rounded-polygon.ts';
import { roundedRect } from '../geometry/rounded-rect.ts';
import type { VehicleShape } from '../vehicle-shape.ts';
import { HeightGradient, type HeightStop } from './height-gradient.tsx';

/** The painted body without its glass: one vertical light for every body, then shades, wheel arches and panel lines. */
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

/** Bright roof edge, dark roof, bright shoulder under the belt, side, a crisp horizon half-way down, dark sill. */
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
