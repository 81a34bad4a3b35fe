import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';

interface Room {
  /** Pixels per metre when there is enough space. */
  ideal: number;
  /** In pixels. */
  width: number;
  height: number;
  /** Metres to reserve beside the vehicle, such as for a standing figure. */
  beside?: number;
}

/** Returns the pixels per metre for a vehicle: the ideal scale, or less so that it fits. */
export function fittedScale(vehicleId: VehicleId, { ideal, width, height, beside = 0 }: Room): number {
  const measures = vehicleMeasures[vehicleId];
  return Math.min(ideal, width / (measures.length + beside), height / measures.height);
}
