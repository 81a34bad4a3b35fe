import { findVehicle } from '#common/vehicles/catalogue.ts';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';

/**
 * Draws ride types at `scale` pixels to the metre, for lists of rides: in the colour that was asked for if the vehicle comes in it,
 * else in its first. A ride type that is no vehicle has no drawing.
 */
export const drawVehicleAt = (scale: number) => (rideType: string, colour: string | null) => {
  const vehicle = findVehicle(rideType);
  const paint = vehicle?.paints.find((each) => each === colour) ?? vehicle?.paints[0];
  return vehicle && paint && <VehicleDrawing vehicleId={vehicle.id} paint={paint} scale={scale} />;
};
