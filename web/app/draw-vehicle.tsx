import { findVehicle } from '#common/vehicles/catalogue.ts';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';

/**
 * Draws ride types for lists of rides, at `scale` pixels per metre: in the requested color if the vehicle
 * comes in it, else in its first. Null for a ride type that is no vehicle.
 */
export const drawVehicleAt = (scale: number) => (rideType: string, colour: string | null) => {
  const vehicle = findVehicle(rideType);
  const paint = vehicle?.paints.find((each) => each === colour) ?? vehicle?.paints[0];
  return vehicle && paint && <VehicleDrawing vehicleId={vehicle.id} paint={paint} scale={scale} />;
};
