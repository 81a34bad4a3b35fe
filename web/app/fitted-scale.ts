import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';

interface Room {
  /** Pixels to the metre where there is room enough. */
  ideal: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Metres needed beside the vehicle, such as a standing figure's. */
  beside?: number;
}

/** Pixels per metre for a vehicle: the ideal, or less where it would not fit. */
export function fittedScale(vehicleId: VehicleId, { ideal, width, height, beside = 0 }: Room): number {
  const measures = vehicleMeasures[vehicleId];
  return Math.min(ideal, width / (measures.length + beside), height / measures.height);
}
