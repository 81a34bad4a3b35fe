import { drivenVehicleSchema, type OwnDriver, type StaffDriver } from '#common/drivers/driver.ts';
import { dateInVegas } from '#common/time.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type DriverWithVehicles, servedKinds } from './served-kinds.ts';

/** Builds the driver's own view. Null stands for a user who is not approved yet. */
export function presentOwnDriver(id: string, driver: DriverWithVehicles | null): OwnDriver {
  if (!driver) {
    return {
      id,
      state: 'none',
      isOnDuty: false,
      dutySince: null,
      weeklyHours: [],
      documents: [],
      vehicles: [],
      serves: [],
    };
  }
  return { ...shared(driver), id, state: driver.state, version: driver.version };
}

/** Builds the view of a driver for staff. */
export const presentStaffDriver = (
  driver: DriverWithVehicles,
  { name, email, phone }: Pick<StaffDriver, 'name' | 'email' | 'phone'>,
): StaffDriver => ({
  ...shared(driver),
  id: driver.id,
  name,
  email,
  phone,
  state: driver.state,
  suspension: driver.suspension,
  version: driver.version,
});

const shared = (driver: DriverWithVehicles) => ({
  isOnDuty: driver.isOnDuty,
  dutySince: driver.dutySince,
  weeklyHours: driver.weeklyHours,
  documents: driver.documents,
  vehicles: driver.vehicles.map(presentVehicle),
  serves: servedKinds(driver, dateInVegas(databaseClock.now())),
});

const presentVehicle = (vehicle: FleetVehicle) => drivenVehicleSchema.parse(vehicle);
