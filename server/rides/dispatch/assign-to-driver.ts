import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { Assignment } from '#common/rides/ride-fields.ts';
import { isOffer, mapStamps, NO_STAMPS, SETTLED, type Stamped } from '#common/rides/ride-states.ts';
import { firstNameOf } from '#common/users/user.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { findApprovedDriver } from '../../drivers/driver-queries.ts';
import { findUser } from '../../users/accounts.ts';
import { ratingAtAcceptance } from '../after/read-rating.ts';
import { rideChangedError } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { withChosenVehicle } from './choose-vehicle.ts';
import { dispatchAudit, UNDONE } from './dispatch-audit.ts';
import { vehiclesFor } from './fit.ts';
import { bookerOf, isOwnRide } from './own-ride.ts';
import { listRidesAhead } from './rides-ahead.ts';
import { OWN_RIDE, unfit, type Vetting, vetDriver, vettingRefusal } from './vet-driver.ts';

interface Assigning {
  driverId: string;
  /** The vehicle to drive. Defaults to the best fitting one that no other driver has at that time. */
  vehicleId?: string | null | undefined;
  by: AuditActor;
  /** Whether to proceed when the driver only nearly fits. */
  allowsNearly: (vetting: Vetting) => boolean;
  /** Builds the assignment to store, for the chosen vehicle. */
  assignmentWith: (vehicle: FleetVehicle) => Promise<Assignment>;
  isUndo?: true;
}

/**
 * Assigns a ride, as it was read, to a driver on behalf of staff. Holds claims on driver and vehicle, so that
 * rides accepted concurrently are counted. The write is guarded by the ride's version, so that of two
 * concurrent changes one wins.
 *
 * @throws AppError RIDE_CHANGED when the ride changed since it was read; NOT_FOUND for an unknown driver;
 * DOES_NOT_FIT, DOCUMENT_EXPIRED, OWN_RIDE, TOO_MANY_RIDES as `vetDriver` says; RIDE_OVERLAPS,
 * VEHICLE_IN_USE, OFF_DUTY unless `allowsNearly` accepts them
 */
export async function assignToDriver(ride: RideRecord, assigning: Assigning): Promise<RideRecord> {
  const { driverId, vehicleId, allowsNearly } = assigning;
  const found = vehiclesFor(await findApprovedDriver(driverId), ride, vehicleId);
  if ('code' in found) throw vettingRefusal(unfit(found));
  const user = await findUser(driverId);
  if (user && isOwnRide(await bookerOf(ride), user)) throw vettingRefusal(OWN_RIDE);
  const choice = { ride, driverId, action: 'assign', vehicles: found.vehicles } as const;

  return withChosenVehicle(choice, async ({ vehicle: chosen, use, earlier }) => {
    // Read again under the claim: suspending the driver or retiring the vehicle from now on sees this ride.
    const driver = await findApprovedDriver(driverId);
    const ahead = await listRidesAhead(ride, driverId, earlier);
    const vetting = vetDriver(driver, ride, { vehicleId: chosen.id, ahead, findUse: () => use });
    const { fit, vehicle } = vetting;
    if (!vehicle || (fit === 'nearly' && !allowsNearly(vetting))) throw vettingRefusal(vetting);
    return writeAssignment(ride, assigning, { vehicle, isOverlap: (vetting.overlapped ?? use) !== null });
  });
}

interface Vetted {
  vehicle: FleetVehicle;
  isOverlap: boolean;
}

async function writeAssignment(
  ride: RideRecord,
  { by, assignmentWith, isUndo }: Assigning,
  { vehicle, isOverlap }: Vetted,
): Promise<RideRecord> {
  const assigned = await assignmentWith(vehicle);
  const former = await currentAssignment(ride);
  const patch = { status: 'accepted' as const, ...(await driverFieldsOf(ride, assigned)) };
  const action = former ? 'ride reassigned' : 'ride assigned';
  const accepted = await transitionRide({
    rideId: ride.id,
    change: former ? 'reassigned' : 'accepted',
    by,
    guard: {
      version: ride.version,
      status: ride.status,
      ...(isOffer(ride) && { paymentStatus: { $in: SETTLED } }),
    },
    patch,
    details: {
      assigned,
      ...(former && { former }),
      ...(isUndo && { isUndo }),
      ...(isOverlap && { note: 'overlap' }),
    },
    audit: dispatchAudit(ride, patch, { action: isUndo ? UNDONE : action }),
  });
  if (!accepted) throw rideChangedError(await findRide(ride.id));
  return accepted;
}

/** A ride's driver, vehicle and stamps as an assignment; null without a driver. */
export async function currentAssignment({
  driverId,
  driver,
  vehicleId,
  enRouteAt,
  arrivedAt,
}: RideRecord): Promise<Assignment | null> {
  if (driverId === null) return null;
  const name = (await findUser(driverId))?.name ?? driver?.firstName ?? '';
  return {
    driverId,
    name,
    vehicleId,
    vehicle: driver?.vehicle ?? null,
    ...(enRouteAt && { enRouteAt }),
    ...(arrivedAt && { arrivedAt }),
  };
}

/** The driver fields of a ride that staff assign. Resets the PIN tries. */
async function driverFieldsOf(ride: RideRecord, assigned: Assignment) {
  const { driverId, name, vehicleId, vehicle } = assigned;
  const firstName = firstNameOf(name);
  const driver = vehicle === null ? null : { firstName, vehicle, ...(await ratingAtAcceptance(driverId)) };
  // The same driver in another vehicle keeps their stamps.
  const isAnother = driverId !== ride.driverId;
  return { driverId, vehicleId, driver, pinTries: 0, ...(isAnother && stampsOf(assigned)) };
}

/** The stamps of an assigned driver: restored by an undo, otherwise empty. */
const stampsOf = (assigned: Assignment): Stamped<Date> =>
  mapStamps(assigned, (at) => (at ? new Date(at) : null));

/** The driver fields of a ride without a driver. */
export const NO_DRIVER = { driverId: null, vehicleId: null, driver: null, ...NO_STAMPS } as const;
