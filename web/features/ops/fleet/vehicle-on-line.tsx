import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';

interface VehicleOnLineProps {
  vehicle: { rideType: VehicleId; paint: Paint };
}

/** A vehicle for a row, whose hairline it stands on: 7 pixels to the metre in a table, 9 in the cards of a phone. */
export const VehicleOnLine = ({ vehicle: { rideType, paint } }: VehicleOnLineProps) => (
  <span className="block lg:[zoom:calc(7/9)]">
    <VehicleDrawing vehicleId={rideType} paint={paint} scale={9} />
  </span>
);
