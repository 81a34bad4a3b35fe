import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { Bodywork, Roof, Trim } from './parts/bodywork.tsx';
import { Beam, GroundShadow, LampGlow } from './parts/lights.tsx';
import { StandingFigure } from './parts/standing-figure.tsx';
import { Wheels } from './parts/wheels.tsx';
import { Windows } from './parts/windows.tsx';
import { vehicleShapes } from './vehicle-shapes.ts';

interface VehicleArtProps {
  vehicleId: VehicleId;
  /** Prefix of the gradient and clip ids of this drawing; must be unique on the page. */
  id: string;
  isLit: boolean;
  /** Whether to draw a standing person behind it. */
  figure?: boolean;
  outlineWidth?: number;
}

/**
 * Draws a vehicle from shadow to headlamp, inside an SVG of class `vehicle`: centimetres, origin at the rear
 * bumper on the ground, y pointing up (the caller flips it).
 */
export function VehicleArt({ vehicleId, id, isLit, figure, outlineWidth = 1 }: VehicleArtProps) {
  const shape = vehicleShapes[vehicleId];
  return (
    <>
      {figure && <StandingFigure />}
      <GroundShadow length={shape.length} height={shape.height} id={id} />
      {isLit && <Beam from={shape.beamFrom} id={id} />}
      <Roof roofUnit={shape.roofUnit} roofBars={shape.roofBars} roofMarkers={shape.roofMarkers} />
      <Bodywork shape={shape} id={id} />
      <Windows shape={shape} id={id} />
      <Trim shape={shape} id={id} outlineWidth={outlineWidth} />
      <Wheels wheels={shape.wheels} id={id} />
      {isLit && <LampGlow at={shape.beamFrom} id={id} />}
    </>
  );
}
