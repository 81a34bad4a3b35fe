import { useMemo } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { loadDrivers } from '../fleet/load-fleet.ts';

/** What is needed to draw a vehicle. */
export interface DrawnVehicle {
  rideType: VehicleId;
  paint: Paint;
  /** Pixels to the metre. */
  scale: number;
}

/** Vehicles that somebody drives, by their ids. */
export type DriverVehicles = ReadonlyMap<string, DrawnVehicle>;

const NONE: DriverVehicles = new Map();

/** Pixels to the metre, and the widest drawing there is room for. */
const SCALE = 10;
const ROOM = 104;

/** Reads how the vehicles of all drivers look. Empty until that is known, and where it can't be: they are decoration. */
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
