import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { Assignment } from '#common/rides/ride-fields.ts';
import { isOffer, SETTLED } from '#common/rides/ride-states.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { findApprovedDriver } from '../../drivers/driver-queries.ts';
import { findUser } from '../../users/accounts.ts';
import { ratingAtAcceptance } from '../after/read-rating.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { changedRefusal } from './changed-refusal.ts';
import { dispatchAudit, UNDONE } from './dispatch-audit.ts';
import { vehiclesFor } from './fit.ts';
import { holdVehicle } from './hold-vehicle.ts';
import { bookerOf, isOwnRide } from './own-ride.ts';
import { listRidesAhead } from './rides-ahead.ts';
import { OWN_RIDE, unfit, type Vetting, vetDriver, vettingRefusal } from './vet-driver.ts';

interface Giving {
  driverId: string;
  /** The vehicle to come with; by default of those that nobody else has then the one that fits best. */
  vehicleId?: string | null | undefined;
  by: AuditActor;
  /** Whether it goes ahead with a driver who nearly fits. */
  allows: (vetting: Vetting) => boolean;
  /** What is written on the ride for the vehicle that was found. */
  assign: (vehicle: FleetVehicle) => Promise<Assignment>;
  isUndo?: true;
}

/**
 * Staff give a ride, as it was read, to a driver. In the claims of driver and vehicle, so that the ride counts with what
 * is accepted at the same instant; in one statement with the ride's version, so that of two who change it one wins.
 *
 * @throws AppError RIDE_CHANGED when somebody changed the ride since it was read; NOT_FOUND for no such driver;
 * DOES_NOT_FIT, DOCUMENT_EXPIRED, OWN_RIDE, TOO_MANY_RIDES, and unless `allows` RIDE_OVERLAPS, VEHICLE_IN_USE, OFF_DUTY, as
 * `vetDriver` says
 */
export async function giveRide(ride: RideRecord, giving: Giving): Promise<RideRecord> {
  const { driverId, vehicleId, allows } = giving;
  const found = vehiclesFor(await findApprovedDriver(driverId), ride, vehicleId);
  if ('code' in found) throw vettingRefusal(unfit(found));
  const user = await findUser(driverId);
  if (user && isOwnRide(await bookerOf(ride), user)) throw vettingRefusal(OWN_RIDE);
  const wanted = { ride, driverId, action: 'assign', vehicles: found.vehicles } as const;

  return holdVehicle(wanted, async ({ vehicle: held, use, earlier }) => {
    // Read again: once the claim is held, suspending the driver or retiring the vehicle finds this ride.
    const driver = await findApprovedDriver(driverId);
    const ahead = await listRidesAhead(ride, driverId, earlier);
    const vetting = vetDriver(driver, ride, { vehicleId: held.id, ahead, findUse: () => use });
    const { fit, vehicle } = vetting;
    if (!vehicle || (fit === 'nearly' && !allows(vetting))) throw vettingRefusal(vetting);
    return write(ride, giving, { vehicle, isOverlap: (vetting.overlapped ?? use) !== null });
  });
}

interface Vetted {
  vehicle: FleetVehicle;
  isOverlap: boolean;
}

async function write(
  ride: RideRecord,
  { by, assign, isUndo }: Giving,
  { vehicle, isOverlap }: Vetted,
): Promise<RideRecord> {
  const assigned = await assign(vehicle);
  const former = await currentAssignment(ride);
  const patch = { status: 'accepted' as const, ...(await driverFieldsOf(ride, assigned)) };
  const action = former ? 'ride reassigned' : 'ride assigned';
  const given = await transitionRide({
    rideId: ride.id,
    change: former ? 'reassigned' : 'accepted',
    by,
    guard: {
      version: ride.version,
      status: ride.status,
      ...(isOffer(ride) && { paymentStatus: { $in: SETTLED } }),
    },
    patch,
    ...(isOverlap && { note: 'overlap' }),
    dispatch: { assigned, ...(former && { former }), ...(isUndo && { isUndo }) },
    audit: dispatchAudit(ride, patch, { action: isUndo ? UNDONE : action }),
  });
  if (!given) throw changedRefusal(await findRide(ride.id));
  return given;
}

/** Who has a ride now, in which vehicle they come, and how far they are; null for nobody. */
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

/** What a ride keeps of the driver to whom staff give it, who has all tries for its PIN. */
async function driverFieldsOf(ride: RideRecord, assigned: Assignment) {
  const { driverId, name, vehicleId, vehicle } = assigned;
  const [firstName = ''] = name.split(' ');
  const driver = vehicle === null ? null : { firstName, vehicle, ...(await ratingAtAcceptance(driverId)) };
  // Its own driver in another vehicle is where they are.
  const isAnother = driverId !== ride.driverId;
  return { driverId, vehicleId, driver, pinTries: 0, ...(isAnother && stampsOf(assigned)) };
}

/** How far a driver is who is given a ride: by an undo, as far as they were; else they have yet to set off. */
const stampsOf = ({ enRouteAt, arrivedAt }: Assignment): Pick<RideDoc, keyof typeof NOT_SET_OFF> => ({
  enRouteAt: enRouteAt ? new Date(enRouteAt) : null,
  arrivedAt: arrivedAt ? new Date(arrivedAt) : null,
});

/** Nobody is on the way to it. */
const NOT_SET_OFF = { enRouteAt: null, arrivedAt: null } as const;

/** The same for a ride that nobody drives. */
export const NO_DRIVER = { driverId: null, vehicleId: null, driver: null, ...NOT_SET_OFF } as const;
