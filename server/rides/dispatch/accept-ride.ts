import { AppError } from '#common/errors.ts';
import {
  MAX_OPEN_RIDES,
  overlapInWords,
  routeInWords,
  type VehicleUse,
  vehicleUseInWords,
} from '#common/rides/overlap.ts';
import { isOffer, SETTLED, statusesBefore } from '#common/rides/ride-states.ts';
import { formatDay, formatTime } from '#common/time.ts';
import { type FleetVehicle, vehicleInWords } from '#common/vehicles/vehicle.ts';
import type { Claim } from '../../drivers/driver-claims.ts';
import { findDriver } from '../../drivers/driver-queries.ts';
import { env } from '../../env.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { findUser } from '../../users/accounts.ts';
import { ratingAtAcceptance } from '../after/read-rating.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { fitFor } from './fit.ts';
import { holdVehicle } from './hold-vehicle.ts';
import { bookerOf, isOwnRide } from './own-ride.ts';
import { findOverlap, isBookedUp, listRidesAhead, spanOf } from './rides-ahead.ts';

interface AcceptOptions {
  /** The vehicle to come with; by default of those that nobody else has then the one that fits best. */
  vehicleId?: string | null | undefined;
  /** Accepts although the ride overlaps another of the driver's, or another driver has the vehicle then. */
  allowOverlap?: boolean | undefined;
  /** The revision of the ride that was on screen; refused when its rider has changed it since. */
  revision?: number | undefined;
  /** The rider who is signed in beside the driver. */
  riderId?: string | undefined;
  /** Where from, for the history. */
  address?: string | null;
}

/**
 * A driver accepts an offer. The first one wins; a repeat by the same driver returns its ride again. What the
 * driver may have accepted at the same instant counts, so that two accepts cannot both be the twelfth.
 *
 * @throws AppError RIDE_TAKEN when another was first, RIDE_CHANGED when its rider changed it meanwhile, RIDE_NOT_OPEN when it is unpaid or cancelled, NOT_FOUND;
 * FORBIDDEN, OFF_DUTY, DOES_NOT_FIT, DOCUMENT_EXPIRED as `fitFor` says; OWN_RIDE, RIDE_OVERLAPS, VEHICLE_IN_USE,
 * TOO_MANY_RIDES
 */
export async function acceptRide(
  rideId: string,
  driverId: string,
  { vehicleId, allowOverlap = false, revision, riderId, address = null }: AcceptOptions = {},
): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (!isOffer(ride)) return acceptedBefore(ride, driverId);
  if (revision !== undefined && revision !== ride.revision) throw changedByRider();

  const fit = fitFor(await findDriver(driverId), ride, vehicleId);
  if ('code' in fit) throw new AppError(fit.code, fit.message);
  await requireAnother(ride, { driverId, riderId });
  const wanted = { ride, driverId, action: 'accept', vehicles: fit.vehicles } as const;

  return holdVehicle(wanted, async ({ vehicle, use, earlier }) => {
    const overlapped = await requireTime(ride, driverId, earlier);
    const overlap = [
      ...(overlapped ? [rideOverlap(ride, overlapped)] : []),
      ...(use ? [vehicleOverlap(vehicle, use)] : []),
    ];
    if (overlap[0] && !allowOverlap) {
      throw new AppError(overlap[0].code, overlap.map(({ message }) => message).join(' '));
    }
    return takeRide(ride, driverId, { vehicle, isOverlap: overlap.length > 0, address });
  });
}

/** In the demo one person tries both sides in one session. @throws AppError OWN_RIDE */
async function requireAnother(
  ride: RideRecord,
  { driverId, riderId }: { driverId: string; riderId: string | undefined },
): Promise<void> {
  const driver = await findUser(driverId);
  const isInSession = !env.DEMO_MODE && riderId === ride.riderId;
  if (isInSession || (driver && isOwnRide(await bookerOf(ride), driver))) {
    throw new AppError(
      'OWN_RIDE',
      'You cannot drive a ride that you have booked, or that is booked for you.',
    );
  }
}

/** @returns a ride of the driver's that this one overlaps, if there is one @throws AppError TOO_MANY_RIDES */
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
  const when = `${formatDay(at, databaseClock.now())}, ${formatTime(at)}`;
  const sentence = overlapInWords(spanOf(ride), { ...other, ...spanOf(other) });
  return {
    code: 'RIDE_OVERLAPS',
    message: `This overlaps ${routeInWords(other)}, ${when}. ${sentence}`,
  } as const;
}

/** A colleague goes by the first name, and their ride by its hours alone. */
function vehicleOverlap(vehicle: FleetVehicle, { name, span }: VehicleUse) {
  const [firstName = ''] = name.split(' ');
  const message = vehicleUseInWords(vehicleInWords(vehicle), { name: firstName, span });
  return { code: 'VEHICLE_IN_USE', message } as const;
}

interface Taking {
  vehicle: FleetVehicle;
  isOverlap: boolean;
  address: string | null;
}

async function takeRide(ride: RideRecord, driverId: string, taking: Taking): Promise<RideRecord> {
  const { vehicle, isOverlap, address } = taking;
  const name = (await findUser(driverId))?.name ?? '';
  const [firstName = ''] = name.split(' ');
  const accepted = await transitionRide({
    rideId: ride.id,
    change: 'accepted',
    by: { role: 'driver', id: driverId, name, address },
    guard: {
      status: { $in: statusesBefore('accepted') },
      paymentStatus: { $in: SETTLED },
      // Rides stored before revisions have none.
      revision: ride.revision === 0 ? { $in: [0, null] } : ride.revision,
    },
    patch: {
      status: 'accepted',
      driverId,
      vehicleId: vehicle.id,
      driver: { firstName, vehicle: vehicleInWords(vehicle), ...(await ratingAtAcceptance(driverId)) },
    },
    ...(isOverlap && { note: 'overlap' }),
  });
  if (accepted) return accepted;
  const current = await findRide(ride.id);
  if (isOffer(current)) throw changedByRider();
  return acceptedBefore(current, driverId);
}

const changedByRider = () =>
  new AppError('RIDE_CHANGED', 'The rider changed this ride a moment ago. Please look at it again.');

/** The ride, if it is this driver's already. @throws AppError RIDE_TAKEN, RIDE_NOT_OPEN */
function acceptedBefore(ride: RideRecord, driverId: string): RideRecord {
  if (ride.driverId === driverId) return ride;
  if (ride.driverId !== null) {
    throw new AppError('RIDE_TAKEN', 'This ride has already been accepted by another driver');
  }
  throw new AppError('RIDE_NOT_OPEN', 'This ride is not open for drivers.');
}
