import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { settleClaims } from '../../drivers/driver-claims.ts';
import { presentOpenRide } from '../present-ride.ts';
import { listOpenRides } from '../ride-queries.ts';

/**
 * Lists the active rides of a driver, for staff who suspend them. Waits for acceptances that began before the
 * suspension, so that their rides are included.
 */
export async function listRidesOfDriver(driverId: string): Promise<OpenRide[]> {
  await settleClaims({ driverId });
  return (await listOpenRides({ driverId })).map(presentOpenRide);
}

/**
 * Lists the active rides with a vehicle, for staff who take it out of service. Waits for concurrent
 * acceptances, too.
 */
export async function listRidesOfVehicle(vehicleId: string): Promise<OpenRide[]> {
  await settleClaims({ vehicleId });
  return (await listOpenRides({ vehicleId })).map(presentOpenRide);
}
