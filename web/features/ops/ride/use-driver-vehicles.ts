import { useMemo } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { loadDrivers } from '../fleet/load-fleet.ts';

/** The appearance of a vehicle, for a drawing. */
export interface DrawnVehicle {
  rideType: VehicleId;
  paint: Paint;
  /** Pixels per meter. */
  scale: number;
}

/** The appearance of drivers' vehicles, by vehicle id. */
export type DriverVehicles = ReadonlyMap<string, DrawnVehicle>;

const NONE: DriverVehicles = new Map();

/** Pixels per meter, and the maximum width of a drawing in pixels. */
const SCALE = 10;
const ROOM = 104;

/**
 * Loads the appearance of all drivers' vehicles. Empty until loaded or on failure: drawings are decoration.
 */
export function useDriverVehicles(): DriverVehicles {
  const { state } = useLoaded(loadDrivers);
  const drivers = state.phase === 'loaded' ? state.value : null;
  return useMemo(() => (drivers ? vehiclesOf(drivers) : NONE), [drivers]);
}

const vehiclesOf = (drivers: readonly StaffDriver[]): DriverVehicles =>
  new Map(
    drivers
      .flatMap(({ vehicles }) => vehicles)
      .map(({ id, rideType, paint }) => [
        id,
        { rideType, paint, scale: Math.min(SCALE, ROOM / vehicleMeasures[rideType].length) },
      ]),
  );
