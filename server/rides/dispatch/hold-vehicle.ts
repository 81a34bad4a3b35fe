import { overlaps, type Span, type VehicleUse } from '#common/rides/overlap.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { type Claim, withClaim } from '../../drivers/driver-claims.ts';
import { findUser } from '../../users/accounts.ts';
import { type VehicleClaim, withVehicleClaim } from '../../vehicles/vehicle-claims.ts';
import type { RideRecord } from '../ride-model.ts';
import { listOpenRides } from '../ride-queries.ts';
import type { FittingVehicles } from './fit.ts';
import { type PlannedRide, spanOf } from './rides-ahead.ts';

interface Wanted {
  ride: RideRecord;
  driverId: string;
  action: 'accept' | 'assign';
  /** One of these. */
  vehicles: FittingVehicles;
}

/** A vehicle that a driver is about to be given a ride in. */
interface Held {
  vehicle: FleetVehicle;
  /** Who else has it then; null for nobody. */
  use: VehicleUse | null;
  /** What the driver was about to do before. */
  earlier: readonly Claim[];
}

/**
 * Gives a driver a ride in the first of some vehicles that no other driver has at that time; in the first of all where
 * each is taken, if `act` goes ahead with that. Under claims of the driver and of the vehicle: of two drivers who want
 * a vehicle at the same instant the second sees the claim of the first, or its ride.
 *
 * @throws AppError DOES_NOT_FIT when the vehicle has gone out of service; what `withClaim` and `act` throw
 */
export async function holdVehicle(
  wanted: Wanted,
  act: (held: Held) => Promise<RideRecord>,
): Promise<RideRecord> {
  const [best, ...others] = wanted.vehicles;
  if (others.length > 0) {
    for (const vehicle of await listFree(wanted)) {
      const given = await hold(vehicle, wanted, async (held) => (held.use ? null : act(held)));
      if (given) return given;
    }
  }
  return hold(best, wanted, act);
}

const hold = <Result>(
  vehicle: FleetVehicle,
  { ride, driverId, action }: Wanted,
  act: (held: Held) => Promise<Result>,
): Promise<Result> =>
  withClaim(driverId, { action, rideId: ride.id, vehicleId: vehicle.id }, (earlier) =>
    withVehicleClaim(vehicle.id, { driverId, rideId: ride.id }, async (claims) =>
      act({ vehicle, use: await findUse(vehicle.id, { ride, driverId, claims }), earlier }),
    ),
  );

/** Those that no other ride has at that time. Assignments under way are seen under a claim. */
async function listFree({ ride, driverId, vehicles }: Wanted): Promise<FleetVehicle[]> {
  const used = usesBy(ride, await listOpenRides({ vehicleId: vehicles.map(({ id }) => id) }));
  return vehicles.filter(({ id }) => findUseByOther(used, { vehicleId: id, driverId }) === null);
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
    // Who has a ride may keep it, and of several who are being given it any may get it.
    .flatMap((other) => [
      other,
      ...claims
        .filter(({ rideId }) => rideId === other.id)
        .map((claim) => ({ ...other, vehicleId, driverId: claim.driverId })),
    ]);
  const use = findUseByOther(usesBy(ride, rides), { vehicleId, driverId });
  if (!use) return null;
  return { name: (await findUser(use.driverId))?.name ?? ANOTHER_DRIVER, span: use.span };
}

/** Who has a vehicle where their account is no longer there. */
export const ANOTHER_DRIVER = 'another driver';

/** That a driver has a vehicle at the time of a ride. */
interface Use {
  vehicleId: string;
  driverId: string;
  span: Span;
}

type TakenRide = PlannedRide & Pick<RideRecord, 'driverId' | 'vehicleId'>;

/** Who has which vehicle at the time of a ride by some other rides, in their order. */
export const usesBy = (ride: PlannedRide, others: readonly TakenRide[]): Use[] =>
  others.flatMap((other) => {
    const { id, driverId, vehicleId } = other;
    if (id === ride.id || driverId === null || vehicleId === null) return [];
    const span = spanOf(other);
    return overlaps(spanOf(ride), span) ? [{ vehicleId, driverId, span }] : [];
  });

/** The first use of a vehicle by another driver than this one; null for none. */
export const findUseByOther = (
  uses: readonly Use[],
  { vehicleId, driverId }: Pick<Use, 'vehicleId' | 'driverId'>,
): Use | null => uses.find((use) => use.vehicleId === vehicleId && use.driverId !== driverId) ?? null;
