import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { ASSIGNED_STATUSES } from '#common/rides/ride-states.ts';
import { type FleetVehicle, formatVehicle } from '#common/vehicles/vehicle.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { findVehicleById } from '../../vehicles/vehicle-queries.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

/**
 * Writes the present label and plate of a vehicle into the accepted rides and rides in progress that have it,
 * for riders to read. Rides with them already stay as they are. A ride that gets the vehicle concurrently is
 * corrected by `keepVehicleName`.
 */
export async function renameVehicleInRides(vehicle: FleetVehicle, by: AuditActor): Promise<void> {
  const rides = await RideModel.find(hasFormerName(vehicle), { _id: 1 }).lean<Pick<RideDoc, '_id'>[]>();
  for (const { _id } of rides) await renameInRide(_id.toHexString(), { vehicleId: vehicle.id, by });
}

/**
 * Corrects the vehicle's name in a ride that has just got the vehicle, because the vehicle may have been
 * renamed since its name was read. Must be called after the ride was written: a later change of the name then
 * finds the ride in `renameVehicleInRides`.
 *
 * @returns the ride as it is now; as it was given if its driver has lost it since
 */
export async function keepVehicleName(ride: RideRecord): Promise<RideRecord> {
  const { id: rideId, vehicleId, driver } = ride;
  if (vehicleId === null || driver === null) return ride;
  if (driver.vehicle === formatVehicle(await findVehicleById(vehicleId))) return ride;
  await renameInRide(rideId, { vehicleId, by: WORKER });
  const present = await findRide(rideId);
  return present.driverId === ride.driverId ? present : ride;
}

/** Matches the rides under a former name of their vehicle. */
const hasFormerName = (vehicle: FleetVehicle): QueryFilter<RideDoc> => ({
  vehicleId: vehicle.id,
  status: { $in: ASSIGNED_STATUSES },
  'driver.vehicle': { $exists: true, $ne: formatVehicle(vehicle) },
});

interface Renaming {
  vehicleId: string;
  by: AuditActor;
}

/** Repeats until the ride has the vehicle's present name, because both may change concurrently. */
async function renameInRide(rideId: string, { vehicleId, by }: Renaming): Promise<void> {
  let vehicle = await findVehicleById(vehicleId);
  let ride = await RideModel.findOne({ ...hasFormerName(vehicle), _id: rideId }).lean<RideDoc>();
  while (ride?.driver) {
    const name = formatVehicle(vehicle);
    await transitionRide({
      rideId,
      change: 'noted',
      by,
      text: `The vehicle is now named ${name}.`,
      guard: { ...hasFormerName(vehicle), version: ride.version },
      patch: { driver: { ...ride.driver, vehicle: name } },
    });
    vehicle = await findVehicleById(vehicleId);
    ride = await RideModel.findOne({ ...hasFormerName(vehicle), _id: rideId }).lean<RideDoc>();
  }
}
