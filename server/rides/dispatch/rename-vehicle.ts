import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { type FleetVehicle, vehicleInWords } from '#common/vehicles/vehicle.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';

/**
 * Writes the present label and plate of a vehicle into the accepted rides and rides in progress that have it,
 * for riders to read. Rides with them already stay as they are.
 */
export async function renameVehicleInRides(vehicle: FleetVehicle, by: AuditActor): Promise<void> {
  const name = vehicleInWords(vehicle);
  const isFormer = {
    vehicleId: vehicle.id,
    status: { $in: ['accepted', 'in_progress'] },
    'driver.vehicle': { $exists: true, $ne: name },
  } as const;
  const rides = await RideModel.find(isFormer, { _id: 1 }).lean<Pick<RideDoc, '_id'>[]>();
  for (const { _id } of rides) {
    let ride = await RideModel.findOne({ ...isFormer, _id }).lean<RideDoc>();
    while (ride?.driver) {
      const renamed = await transitionRide({
        rideId: _id.toHexString(),
        change: 'noted',
        by,
        text: `The vehicle is now named ${name}.`,
        guard: { ...isFormer, version: ride.version },
        patch: { driver: { ...ride.driver, vehicle: name } },
      });
      // The ride was changed concurrently.
      ride = renamed ? null : await RideModel.findOne({ ...isFormer, _id }).lean<RideDoc>();
    }
  }
}
