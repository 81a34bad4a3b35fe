import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { settleClaims } from '../../drivers/driver-claims.ts';
import { presentOpenRide } from '../present-ride.ts';
import { listOpenRides } from '../ride-queries.ts';

/**
 * The rides that a driver has ahead, for staff who suspend them. An accept that began before the suspension is
 * waited for, so that its ride is among them.
 */
export async function listRidesOfDriver(driverId: string): Promise<OpenRide[]> {
  await settleClaims({ driverId });
  return (await listOpenRides({ driverId })).map(presentOpenRide);
}

/** The rides ahead that a vehicle was accepted with, for staff who take it out of service; likewise. */
export async function listRidesOfVehicle(vehicleId: string): Promise<OpenRide[]> {
  await settleClaims({ vehicleId });
  return (await listOpenRides({ vehicleId })).map(presentOpenRide);
}
