import clsx from 'clsx';
import { memo, useId } from 'react';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { LateVehicleArt } from './late-vehicle-art.tsx';
import { StandingFigure } from './parts/standing-figure.tsx';
import { FIGURE_HEIGHT, FIGURE_SPACE, vehicleMeasures } from './vehicle-measures.ts';

interface VehicleDrawingProps {
  vehicleId: VehicleId;
  paint: Paint;
  /** Pixels to the metre. Drawings with one scale, aligned at the bottom, stand on one ground line. */
  scale: number;
  /** Switches the headlamp beam on. It reaches 2.4 m beyond the picture's right edge: let the box around it clip. */
  lit?: boolean;
  /** Adds a standing person of 1.75 m behind the vehicle, and `FIGURE_SPACE` to the width. */
  figure?: boolean;
  /** Pixels, whatever the scale. */
  outlineWidth?: number;
  /** What the picture says to a screen reader; without it the drawing is decoration. */
  title?: string;
  className?: string;
}

/**
 * Side view of a vehicle of the fleet in its paint, true to scale. The picture's box is the vehicle itself, wheels on its
 * lower edge; shadow, beam and roof units reach beyond it.
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
        <LateVehicleArt vehicleId={vehicleId} id={id} isLit={lit} outlineWidth={outlineWidth} />
      </g>
    </svg>
  );
});
