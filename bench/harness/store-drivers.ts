import mongoose from 'mongoose';
import { VEHICLE_IDS, type VehicleId } from '#common/vehicles/catalogue.ts';
import { DriverModel } from '#server/drivers/driver-model.ts';
import { VehicleModel } from '#server/vehicles/vehicle-model.ts';

/** A driver, and the ride types that their vehicle serves. */
interface StoredDriver {
  driverId: string;
  serves: readonly VehicleId[];
}

const SERVES_ALL = VEHICLE_IDS;

/** Drivers whose vehicles serve every ride type. */
export const servingAll = (driverIds: readonly string[]): StoredDriver[] =>
  driverIds.map((driverId) => ({ driverId, serves: SERVES_ALL }));

/**
 * Replaces all drivers in the database by approved drivers on duty with a vehicle each. Only
 * these receive offers.
 */
export async function storeDrivers(mongoUrl: string, drivers: readonly StoredDriver[]): Promise<void> {
  await mongoose.connect(mongoUrl);
  await Promise.all([DriverModel.deleteMany({}), VehicleModel.deleteMany({})]);
  await DriverModel.insertMany(
    drivers.map(({ driverId }) => ({
      _id: new mongoose.Types.ObjectId(driverId),
      state: 'active',
      suspension: null,
      isOnDuty: true,
      dutySince: new Date(),
      weeklyHours: [],
      documents: [],
      claims: [],
      version: 1,
    })),
    { ordered: false },
  );
  await VehicleModel.insertMany(
    drivers.map(({ driverId, serves: [rideType = 'lux-sedan', ...alsoServes] }, index) => ({
      label: 'Black Mercedes S 580',
      plate: `NV ${index}`,
      rideType,
      alsoServes,
      seats: 45,
      paint: 'black',
      year: 2024,
      wheelchairLift: false,
      driverIds: [driverId],
      documents: [],
      state: 'active',
      version: 1,
    })),
    { ordered: false },
  );
  await mongoose.disconnect();
}
