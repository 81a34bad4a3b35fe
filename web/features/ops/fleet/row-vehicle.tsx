import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';

interface VehicleOnLineProps {
  vehicle: { rideType: VehicleId; paint: Paint };
}

/** A vehicle drawn on the bottom border of its row: 7 pixels per meter in a table, 9 on a phone's cards. */
export const RowVehicle = ({ vehicle: { rideType, paint } }: VehicleOnLineProps) => (
  <span className="block xl:[zoom:calc(7/9)]">
    <VehicleDrawing vehicleId={rideType} paint={paint} scale={9} />
  </span>
);
