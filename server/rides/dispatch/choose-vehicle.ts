import { overlaps, type Span, type VehicleUse } from '#common/rides/overlap.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { type Claim, withClaim } from '../../drivers/driver-claims.ts';
import { findUser } from '../../users/accounts.ts';
import { type VehicleClaim, withVehicleClaim } from '../../vehicles/vehicle-claims.ts';
import type { RideRecord } from '../ride-model.ts';
import { listOpenRides } from '../ride-queries.ts';
import type { FittingVehicles } from './fit.ts';
import { keepVehicleName } from './rename-vehicle.ts';
import { type PlannedRide, spanOf } from './rides-ahead.ts';

/** A ride that a driver is about to get. */
interface Choice {
  ride: RideRecord;
  driverId: string;
  action: 'accept' | 'assign';
  /** The vehicles to choose from. */
  vehicles: FittingVehicles;
}

/** The vehicle chosen for the ride, while claims on it and on the driver are held. */
interface Chosen {
  vehicle: FleetVehicle;
  /** The other driver who has it at that time; null for none. */
  use: VehicleUse | null;
  /** Earlier claims of the driver that are still open. */
  earlier: readonly Claim[];
}

/**
 * Gives a driver a ride in the first vehicle that no other driver has at that time. If all are taken, tries
 * the best fitting one, and `act` decides whether to proceed. Holds claims on driver and vehicle: of two
 * drivers who want a vehicle concurrently, the second sees the claim or the ride of the first. The ride gets
 * the vehicle's present name, even if that changes meanwhile.
 *
 * @throws AppError DOES_NOT_FIT when the vehicle has gone out of service; what `withClaim` and `act` throw
 */
export async function withChosenVehicle(
  choice: Choice,
  act: (chosen: Chosen) => Promise<RideRecord>,
): Promise<RideRecord> {
  const [best, ...others] = choice.vehicles;
  if (others.length > 0) {
    for (const vehicle of await listFree(choice)) {
      const changed = await withClaims(vehicle, choice, async (chosen) => (chosen.use ? null : act(chosen)));
      if (changed) return keepVehicleName(changed);
    }
  }
  return keepVehicleName(await withClaims(best, choice, act));
}

const withClaims = <Result>(
  vehicle: FleetVehicle,
  { ride, driverId, action }: Choice,
  act: (chosen: Chosen) => Promise<Result>,
): Promise<Result> =>
  withClaim(driverId, { action, rideId: ride.id, vehicleId: vehicle.id }, (earlier) =>
    withVehicleClaim(vehicle.id, { driverId, rideId: ride.id }, async (claims) =>
      act({ vehicle, use: await findUse(vehicle.id, { ride, driverId, claims }), earlier }),
    ),
  );

/**
 * Lists the vehicles that no other driver's ride uses at that time. Concurrent assignments are checked later,
 * under the claim.
 */
async function listFree({ ride, driverId, vehicles }: Choice): Promise<FleetVehicle[]> {
  const used = vehicleUsesDuring(ride, await listOpenRides({ vehicleId: vehicles.map(({ id }) => id) }));
  return vehicles.filter(({ id }) => findUseByOtherDriver(used, { vehicleId: id, driverId }) === null);
}

interface Claimed {
  ride: RideRecord;
  driverId: string;
  claims: readonly VehicleClaim[];
}

async function findUse(vehicleId: string, { ride, driverId, claims }: Claimed): Promise<VehicleUse | null> {
  const open = await listOpenRides({ vehicleId, orAnyOf: claims.map(({ rideId }) => rideId) });
  const rides = open
    .filter(({ status }) => ACTIVE_STATUSES.includes(status))
    // Each claim counts as a possible use besides the ride's current driver, because either may end up with
    // the ride.
    .flatMap((other) => [
      other,
      ...claims
        .filter(({ rideId }) => rideId === other.id)
        .map((claim) => ({ ...other, vehicleId, driverId: claim.driverId })),
    ]);
  const use = findUseByOtherDriver(vehicleUsesDuring(ride, rides), { vehicleId, driverId });
  if (!use) return null;
  const { driverId: userId, span, isInProgress } = use;
  return { name: (await findUser(userId))?.name ?? ANOTHER_DRIVER, span, isInProgress };
}

/** Stands for the name of a driver whose account no longer exists. */
export const ANOTHER_DRIVER = 'another driver';

/** A driver's use of a vehicle at the time of a ride. */
interface Use {
  vehicleId: string;
  driverId: string;
  span: Span;
  isInProgress: boolean;
}

type TakenRide = PlannedRide & Pick<RideRecord, 'driverId' | 'vehicleId'>;

/** The uses of vehicles by other rides at the time of a ride, in the order of the rides. */
export const vehicleUsesDuring = (ride: PlannedRide, others: readonly TakenRide[]): Use[] =>
  others.flatMap((other) => {
    const { id, driverId, vehicleId } = other;
    if (id === ride.id || driverId === null || vehicleId === null) return [];
    const span = spanOf(other);
    const isInProgress = other.status === 'in_progress';
    return overlaps(spanOf(ride), span) ? [{ vehicleId, driverId, span, isInProgress }] : [];
  });

/** The first use of a vehicle by another driver, one in progress only if there is no other; null for none. */
export function findUseByOtherDriver(
  uses: readonly Use[],
  { vehicleId, driverId }: Pick<Use, 'vehicleId' | 'driverId'>,
): Use | null {
  const others = uses.filter((use) => use.vehicleId === vehicleId && use.driverId !== driverId);
  return others.find(({ isInProgress }) => !isInProgress) ?? others[0] ?? null;
}
