import { roundedRect } from '../geometry/rounded-rect.ts';
import type { VehicleShape } from '../vehicle-shape.ts';
import { HeightGradient } from './height-gradient.tsx';

/** What is fixed to the body: bright strips, handles, mirror, lamps, grille; and the outline that fades downwards. */
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
