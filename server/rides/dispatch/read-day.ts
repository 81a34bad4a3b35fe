import type { DispatchDay } from '#common/rides/dispatch-api.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { addDays, toInstant } from '#common/time.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { listAllDrivers } from '../../drivers/driver-queries.ts';
import { findUsers } from '../../users/accounts.ts';
import { presentStaffRide } from '../present-ride.ts';
import { listRidesBetween } from '../ride-queries.ts';

/**
 * Reads a day in Las Vegas (YYYY-MM-DD): all drivers by name, and the rides whose planned time overlaps it.
 */
export async function readDay(date: string): Promise<DispatchDay> {
  const [from, until] = [toInstant(date, '00:00'), toInstant(addDays(date, 1), '00:00')];
  if (!from || !until) throw new Error(`${date} is no day`);
  const [drivers, rides] = await Promise.all([listAllDrivers(), listRidesBetween(from, until)]);
  const users = await findUsers(drivers.map(({ id }) => id));
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return {
    drivers: drivers
      .map(({ id, isOnDuty, state, vehicles }) => ({
        id,
        name: names.get(id) ?? '',
        isOnDuty,
        state,
        vehicles: vehicles.map(formatVehicle),
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    rides: rides
      .filter((ride) => plannedSpan(new Date(ride.scheduledAt), ride).endMs > from.getTime())
      .map(presentStaffRide),
  };
}
