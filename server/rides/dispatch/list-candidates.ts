import { HOUR_MS } from '#common/durations.ts';
import { addressLines } from '#common/places/address.ts';
import type { Candidate, CandidateFit } from '#common/rides/dispatch-api.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { listAllDrivers } from '../../drivers/driver-queries.ts';
import type { DriverWithVehicles } from '../../drivers/served-kinds.ts';
import { findUsers } from '../../users/accounts.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide, listPlannedRides } from '../ride-queries.ts';
import { ANOTHER_DRIVER, findUseByOtherDriver, vehicleUsesDuring } from './choose-vehicle.ts';
import { bookerOf, isOwnRide } from './own-ride.ts';
import { type PlannedRide, spanOf } from './rides-ahead.ts';
import { OWN_RIDE, reasonOf, type Vetting, vetDriver } from './vet-driver.ts';

const ORDER: Readonly<Record<CandidateFit, number>> = { fits: 0, nearly: 1, no: 2 };

/**
 * Lists all approved drivers with how well they fit a ride, best first, ties by name. The number of queries
 * does not grow with the number of drivers.
 *
 * @throws AppError NOT_FOUND
 */
export async function listCandidates(rideId: string): Promise<Candidate[]> {
  const [ride, drivers, planned] = await Promise.all([
    findRide(rideId),
    listAllDrivers(),
    listPlannedRides(),
  ]);
  const booker = await bookerOf(ride);
  const users = new Map((await findUsers(drivers.map(({ id }) => id))).map((user) => [user.id, user]));
  const others = new Map<string | null, PlannedRide[]>(drivers.map(({ id }) => [id, []]));
  for (const other of planned) if (other.id !== ride.id) others.get(other.driverId)?.push(other);
  const uses = vehicleUsesDuring(ride, planned);
  return drivers
    .map((driver) => {
      const ahead = others.get(driver.id) ?? [];
      const findUse = (vehicleId: string) => {
        const use = findUseByOtherDriver(uses, { vehicleId, driverId: driver.id });
        return use && { ...use, name: users.get(use.driverId)?.name ?? ANOTHER_DRIVER };
      };
      const user = users.get(driver.id);
      const isOwn = user && isOwnRide(booker, user);
      const vetting = isOwn ? OWN_RIDE : vetDriver(driver, ride, { ahead, findUse });
      return candidate({ driver, user, vetting, near: nearTo(ride, ahead) }, ride);
    })
    .toSorted((one, other) => ORDER[one.fit] - ORDER[other.fit] || one.name.localeCompare(other.name));
}

interface Vetted {
  driver: DriverWithVehicles;
  user: Pick<Candidate, 'name' | 'phone'> | undefined;
  vetting: Vetting;
  near: readonly PlannedRide[];
}

function candidate({ driver, user, vetting, near }: Vetted, ride: RideRecord): Candidate {
  const hasIt = ride.driverId === driver.id;
  const { vehicle } = vetting;
  return {
    driverId: driver.id,
    name: user?.name ?? '',
    phone: user?.phone ?? null,
    fit: hasIt ? 'no' : vetting.fit,
    reason: hasIt ? 'Has this ride.' : reasonOf(vetting),
    vehicle: vehicle && { id: vehicle.id, name: formatVehicle(vehicle) },
    isOnDuty: driver.isOnDuty,
    rides: near.map((other) => {
      const { startMs, endMs } = spanOf(other);
      return {
        id: other.id,
        from: new Date(startMs).toISOString(),
        until: new Date(endMs).toISOString(),
        place: addressLines(other.pickupLocation).name,
      };
    }),
  };
}

/** How far in time from a ride a driver's other rides are listed with it, in milliseconds. */
const NEAR_MS = 2 * HOUR_MS;

function nearTo(ride: RideRecord, others: readonly PlannedRide[]): PlannedRide[] {
  const { startMs, endMs } = spanOf(ride);
  return others.filter((other) => {
    const span = spanOf(other);
    return span.endMs > startMs - NEAR_MS && span.startMs < endMs + NEAR_MS;
  });
}
