import type { StaffDriver } from '#common/drivers/driver.ts';
import { listDrivers } from '#common/drivers/drivers-api.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { listVehicles } from '#common/vehicles/vehicles-api.ts';
import { call } from '#web/lib/call.ts';
import { loadAllPages } from './load-all-pages.ts';

/** All vehicles and all drivers. Vehicles refer to their drivers only by id. */
export interface Fleet {
  vehicles: FleetVehicle[];
  drivers: StaffDriver[];
}

/** Loads all vehicles and drivers. @throws ApiError */
export async function loadFleet(signal: AbortSignal): Promise<Fleet> {
  const [vehicles, drivers] = await Promise.all([loadVehicles(signal), loadDrivers(signal)]);
  return { vehicles, drivers };
}

/** Loads all drivers. @throws ApiError */
export const loadDrivers = (signal: AbortSignal): Promise<StaffDriver[]> =>
  loadAllPages(async (after) => {
    const { drivers, next } = await call(listDrivers, after === null ? {} : { after }, { signal });
    return { rows: drivers, next };
  });

const loadVehicles = (signal: AbortSignal): Promise<FleetVehicle[]> =>
  loadAllPages(async (after) => {
    const { vehicles, next } = await call(listVehicles, after === null ? {} : { after }, { signal });
    return { rows: vehicles, next };
  });
