import { AppError } from '#common/errors.ts';
import { formatDayTime } from '#common/format-date-time.ts';
import {
  formatOverlapReason,
  formatRoute,
  formatVehicleUse,
  MAX_OPEN_RIDES,
  type VehicleUse,
} from '#common/rides/overlap.ts';
import { isOffer, SETTLED, statusesBefore } from '#common/rides/ride-states.ts';
import { firstNameOf } from '#common/users/user.ts';
import { type FleetVehicle, formatVehicle } from '#common/vehicles/vehicle.ts';
import type { Claim } from '../../drivers/driver-claims.ts';
import { findDriver } from '../../drivers/driver-queries.ts';
import { env } from '../../env.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { findUser } from '../../users/accounts.ts';
import { ratingAtAcceptance } from '../after/read-rating.ts';
import type { RideRecord } from '../ride-model.ts';
import { acceptableAfter, findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { withChosenVehicle } from './choose-vehicle.ts';
import { fitFor } from './fit.ts';
import { bookerOf, isOwnRide } from './own-ride.ts';
import { keepVehicleName } from './rename-vehicle.ts';
import { findOverlap, isBookedUp, listRidesAhead, spanOf } from './rides-ahead.ts';

interface AcceptOptions {
  /** The vehicle to drive. Defaults to the best fitting one that no other driver has at that time. */
  vehicleId?: string | null | undefined;
  /**
   * Accepts although the ride overlaps another of the driver's rides, or another driver has the vehicle then.
   */
  allowOverlap?: boolean | undefined;
  /** The revision that the driver saw on screen. Refused when the rider has edited the ride since. */
  revision?: number | undefined;
  /**
   * The rider signed in in the same session as the driver, who may not drive a ride booked there. Demo mode
   * allows it, so that one person can try both roles.
   */
  riderId?: string | undefined;
  /** The client's network (`clientNetworkOf`), for the history. */
  address?: string | null;
}

/**
 * Accepts an offer for a driver. The first driver wins; a repeat by the same driver returns the ride. Rides
 * that the driver is accepting concurrently count too, so that two acceptances cannot both pass the limit.
 *
 * @throws AppError RIDE_TAKEN when another driver was first; RIDE_CHANGED when the rider edited it meanwhile;
 * RIDE_NOT_OPEN when it is unpaid, cancelled, or half an hour past its pickup time; NOT_FOUND; FORBIDDEN,
 * OFF_DUTY, DOES_NOT_FIT, DOCUMENT_EXPIRED as `fitFor` says; OWN_RIDE; RIDE_OVERLAPS; VEHICLE_IN_USE;
 * TOO_MANY_RIDES
 */
export async function acceptRide(
  rideId: string,
  driverId: string,
  { vehicleId, allowOverlap = false, revision, riderId, address = null }: AcceptOptions = {},
): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (!isOpen(ride)) return keepVehicleName(acceptedBefore(ride, driverId));
  if (revision !== undefined && revision !== ride.revision) throw changedByRider();

  const [driver, account, booker, rating] = await Promise.all([
    findDriver(driverId),
    findUser(driverId),
    bookerOf(ride),
    ratingAtAcceptance(driverId),
  ]);
  const fit = fitFor(driver, ride, vehicleId);
  if ('code' in fit) throw new AppError(fit.code, fit.message);
  const isBookedHere = !env.DEMO_MODE && riderId === ride.riderId;
  if (isBookedHere || (account && isOwnRide(booker, account))) {
    throw new AppError('OWN_RIDE', 'You cannot drive a ride booked by you or for you.');
  }
  const choice = { ride, driverId, action: 'accept', vehicles: fit.vehicles } as const;

  return withChosenVehicle(choice, async ({ vehicle, use, earlier }) => {
    const overlapped = await requireTime(ride, driverId, earlier);
    const overlap = [
      ...(overlapped ? [rideOverlap(ride, overlapped)] : []),
      ...(use ? [vehicleOverlap(vehicle, use)] : []),
    ];
    if (overlap[0] && !allowOverlap) {
      throw new AppError(overlap[0].code, overlap.map(({ message }) => message).join(' '));
    }
    const name = account?.name ?? '';
    return takeRide(
      ride,
      { id: driverId, name, rating },
      { vehicle, isOverlap: overlap.length > 0, address },
    );
  });
}

/**
 * Checks the driver's ride limit.
 *
 * @returns a ride of the driver's that this one overlaps, if any
 * @throws AppError TOO_MANY_RIDES
 */
async function requireTime(
  ride: RideRecord,
  driverId: string,
  earlier: readonly Claim[],
): Promise<RideRecord | null> {
  const ahead = await listRidesAhead(ride, driverId, earlier);
  if (isBookedUp(ahead)) {
    throw new AppError('TOO_MANY_RIDES', `You have ${MAX_OPEN_RIDES} rides ahead. Drive one first.`);
  }
  return findOverlap(ride, ahead);
}

function rideOverlap(ride: RideRecord, other: RideRecord) {
  const at = new Date(other.scheduledAt);
  const when = formatDayTime(at, databaseClock.now());
  const sentence = formatOverlapReason(spanOf(ride), { ...other, ...spanOf(other) });
  return {
    code: 'RIDE_OVERLAPS',
    message: `This overlaps ${formatRoute(other)}, ${when}. ${sentence}`,
  } as const;
}

/** Reveals only the first name of the other driver, and only the times of their ride. */
function vehicleOverlap(vehicle: FleetVehicle, use: VehicleUse) {
  const message = formatVehicleUse(formatVehicle(vehicle), { ...use, name: firstNameOf(use.name) });
  return { code: 'VEHICLE_IN_USE', message } as const;
}

interface Taker {
  id: string;
  name: string;
  rating: { rating?: number };
}

interface Taking {
  vehicle: FleetVehicle;
  isOverlap: boolean;
  address: string | null;
}

async function takeRide(
  ride: RideRecord,
  { id: driverId, name, rating }: Taker,
  { vehicle, isOverlap, address }: Taking,
): Promise<RideRecord> {
  const accepted = await transitionRide({
    rideId: ride.id,
    change: 'accepted',
    by: { role: 'driver', id: driverId, name, address },
    guard: {
      status: { $in: statusesBefore('accepted') },
      paymentStatus: { $in: SETTLED },
      scheduledAt: { $gt: acceptableAfter() },
      // Rides stored before revisions existed lack the field.
      revision: ride.revision === 0 ? { $in: [0, null] } : ride.revision,
    },
    patch: {
      status: 'accepted',
      driverId,
      vehicleId: vehicle.id,
      driver: { firstName: firstNameOf(name), vehicle: formatVehicle(vehicle), ...rating },
    },
    ...(isOverlap && { details: { note: 'overlap' } }),
  });
  if (accepted) return accepted;
  const current = await findRide(ride.id);
  if (isOpen(current)) throw changedByRider();
  return acceptedBefore(current, driverId);
}

/** Whether a driver may accept the ride now. Staff may assign an offer later than that. */
const isOpen = (ride: RideRecord): boolean =>
  isOffer(ride) && Date.parse(ride.scheduledAt) > acceptableAfter().getTime();

const changedByRider = () =>
  new AppError('RIDE_CHANGED', 'The rider changed this ride a moment ago. Please look at it again.');

/** Returns the ride if this driver already has it. @throws AppError RIDE_TAKEN, RIDE_NOT_OPEN */
function acceptedBefore(ride: RideRecord, driverId: string): RideRecord {
  const isOwn = ride.driverId === driverId;
  // A cancelled ride keeps its driver.
  if (isOwn && ride.status !== 'cancelled') return ride;
  if (!isOwn && ride.driverId !== null) {
    throw new AppError('RIDE_TAKEN', 'This ride has already been accepted by another driver');
  }
  throw new AppError('RIDE_NOT_OPEN', 'This ride is not open to drivers.');
}
