import mongoose from 'mongoose';
import { VEHICLE_IDS, type VehicleId } from '#common/vehicles/catalogue.ts';
import { DriverModel } from '#server/drivers/driver-model.ts';
import { VehicleModel } from '#server/vehicles/vehicle-model.ts';

/** A driver, and the kinds of ride their one vehicle may be sent for. */
export interface StoredDriver {
  driverId: string;
  serves: readonly VehicleId[];
}

const SERVES_ALL = VEHICLE_IDS;

/** Drivers whose vehicle may be sent for every kind of ride. */
export const servingAll = (driverIds: readonly string[]): StoredDriver[] =>
  driverIds.map((driverId) => ({ driverId, serves: SERVES_ALL }));

/** Replaces the drivers: approved, on duty, each with a vehicle. Only they are offered rides. */
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
