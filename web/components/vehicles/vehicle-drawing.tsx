import './vehicles.css';
import clsx from 'clsx';
import { type ComponentProps, lazy, memo, useId } from 'react';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { LoadBoundary } from '../load-boundary.tsx';
import { FIGURE_HEIGHT, FIGURE_SPACE, vehicleMeasures } from './vehicle-measures.ts';

interface VehicleDrawingProps {
  vehicleId: VehicleId;
  paint: Paint;
  /** Pixels to the metre. Drawings with one scale, aligned at the bottom, stand on one ground line. */
  scale: number;
  /** Draws the headlamp beam. It reaches 2.4 m beyond the right edge: clip it. */
  lit?: boolean;
  /** Adds a standing person of 1.75 m behind the vehicle, and `FIGURE_SPACE` to the width. */
  figure?: boolean;
  /** Pixels, whatever the scale. */
  outlineWidth?: number;
  /** The accessible name; without one the drawing is decoration. */
  title?: string;
  className?: string;
}

/**
 * Side view of a vehicle in its paint, true to scale. The box is the vehicle itself, wheels on its lower
 * edge; shadow, beam and roof units overflow it.
 */
export const VehicleDrawing = memo(function VehicleDrawing(props: VehicleDrawingProps) {
  const { vehicleId, paint, scale, lit = false, figure = false, outlineWidth, title, className } = props;
  const id = useId();
  const { length, height: roof } = vehicleMeasures[vehicleId];
  const left = figure ? FIGURE_SPACE : 0;
  const width = length + left;
  const height = figure ? Math.max(roof, FIGURE_HEIGHT) : roof;

  return (
    <svg
      className={clsx('vehicle', className)}
      data-paint={paint}
      width={width * scale}
      height={height * scale}
      viewBox={`${-left * 100} ${-height * 100} ${width * 100} ${height * 100}`}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <g transform="scale(1 -1)">
        {figure && (
          <g transform={`translate(${-left * 50} 0)`}>
            <StandingFigure />
          </g>
        )}
        <LazyVehicleArt vehicleId={vehicleId} id={id} isLit={lit} outlineWidth={outlineWidth} />
      </g>
    </svg>
  );
});

const VehicleArt = lazy(() =>
  import('./vehicle-art.tsx').then(({ VehicleArt }) => ({ default: VehicleArt })),
);

/**
 * The drawing, as a chunk of its own. Prerendered HTML contains it, and its code loads after hydration. Use
 * it in a memoized component: rendered with other props before then, it would disappear meanwhile.
 */
export const LazyVehicleArt = (props: ComponentProps<typeof VehicleArt>) => (
  <LoadBoundary fallback={null}>
    <VehicleArt {...props} />
  </LoadBoundary>
);

/** A person of 1.75 m (`FIGURE_HEIGHT`) as a measure beside a vehicle; the origin is between the feet. */
function StandingFigure() {
  return (
    <g fill="var(--vehicle-figure)">
      <ellipse cy="163.6" rx="7.8" ry="11.4" />
      <path d="M-4 156L-4 149C-9 146 -17 146 -21 140C-24 135 -25 122 -26 108L-27 86C-27 82 -22 81 -21.4 85L-19 108L-17 122L-16.4 98L-16.6 78L-14.5 76L-13 8L-17 3C-18 0 -16 0 -14 0L-5.4 0L-4.6 8L-1 74L1 74L4.6 8L5.4 0L14 0C16 0 18 0 17 3L13 8L14.5 76L16.6 78L16.4 98L17 122L19 108L21.4 85C22 81 27 82 27 86L26 108C25 122 24 135 21 140C17 146 9 146 4 149L4 156Z" />
    </g>
  );
}
