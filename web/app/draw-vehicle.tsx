import { findVehicle } from '#common/vehicles/catalogue.ts';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';

/**
 * Returns a function that draws ride types in lists of rides, at `scale` pixels per metre: in the requested
 * color if the vehicle is available in it, else in its first. Undefined for an unknown ride type.
 */
export const drawVehicleAt = (scale: number) => (rideType: string, colour: string | null) => {
  const vehicle = findVehicle(rideType);
  const paint = vehicle?.paints.find((each) => each === colour) ?? vehicle?.paints[0];
  return vehicle && paint && <VehicleDrawing vehicleId={vehicle.id} paint={paint} scale={scale} />;
};
