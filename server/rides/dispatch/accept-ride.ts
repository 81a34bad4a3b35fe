import { AppError } from '#common/errors.ts';
import {
  MAX_OPEN_RIDES,
  overlapInWords,
  overlaps,
  plannedSpan,
  routeInWords,
} from '#common/rides/overlap.ts';
import { isOffer, SETTLED, statusesBefore } from '#common/rides/ride-states.ts';
import { formatDay, formatTime } from '#common/time.ts';
import { type FleetVehicle, vehicleInWords } from '#common/vehicles/vehicle.ts';
import { type Claim, withClaim } from '../../drivers/driver-claims.ts';
import { findDriver } from '../../drivers/driver-queries.ts';
import { findUser } from '../../users/accounts.ts';
import { findVehicleById } from '../../vehicles/vehicle-queries.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide, listOpenRides } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { fitFor } from './fit.ts';

interface AcceptOptions {
  /** The vehicle to come with; by default the one that fits best. */
  vehicleId?: string | null | undefined;
  /** Accepts although the ride overlaps another of the driver's. */
  allowOverlap?: boolean | undefined;
}

/**
 * A driver accepts an offer. The first one wins; a repeat by the same driver returns its ride again. What the
 * driver may have accepted at the same instant counts, so that two accepts cannot both be the twelfth.
 *
 * @throws AppError RIDE_TAKEN when another was first, RIDE_NOT_OPEN when it is unpaid or cancelled, NOT_FOUND;
 * FORBIDDEN, OFF_DUTY, DOES_NOT_FIT, DOCUMENT_EXPIRED as `fitFor` says; RIDE_OVERLAPS, TOO_MANY_RIDES
 */
export async function acceptRide(
  rideId: string,
  driverId: string,
  { vehicleId, allowOverlap = false }: AcceptOptions = {},
): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (!isOffer(ride)) return acceptedBefore(ride, driverId);

  const fit = fitFor(await findDriver(driverId), ride, vehicleId);
  if ('code' in fit) throw new AppError(fit.code, fit.message);
  const { vehicle } = fit;

  return withClaim(driverId, { action: 'accept', rideId, vehicleId: vehicle.id }, async (earlier) => {
    await requireOnTheRoad(vehicle);
    const overlapped = await requireTime(ride, driverId, earlier);
    if (overlapped && !allowOverlap) throw overlapRefusal(ride, overlapped);
    return takeRide(ride, driverId, { vehicle, isOverlap: overlapped !== null });
  });
}

/** Since it was chosen: from the claim on, taking it out of service finds this ride. @throws AppError DOES_NOT_FIT */
async function requireOnTheRoad({ id }: FleetVehicle): Promise<void> {
  const vehicle = await findVehicleById(id);
  if (vehicle.state === 'active') return;
  throw new AppError('DOES_NOT_FIT', `${vehicleInWords(vehicle)} is out of service.`);
}

/** @returns a ride of the driver's that this one overlaps, if there is one @throws AppError TOO_MANY_RIDES */
async function requireTime(
  ride: RideRecord,
  driverId: string,
  earlier: readonly Claim[],
): Promise<RideRecord | null> {
  const others = earlier.filter(({ rideId }) => rideId !== ride.id).map(({ rideId }) => rideId);
  const ahead = (await listOpenRides({ driverId, orAnyOf: others })).filter(({ id }) => id !== ride.id);
  if (ahead.length >= MAX_OPEN_RIDES) {
    throw new AppError('TOO_MANY_RIDES', `You have ${MAX_OPEN_RIDES} rides ahead. Drive one first.`);
  }
  return ahead.find((other) => overlaps(spanOf(ride), spanOf(other))) ?? null;
}

const spanOf = (ride: RideRecord) => plannedSpan(new Date(ride.scheduledAt), ride);

function overlapRefusal(ride: RideRecord, other: RideRecord): AppError {
  const at = new Date(other.scheduledAt);
  const when = `${formatDay(at, new Date())}, ${formatTime(at)}`;
  const sentence = overlapInWords(spanOf(ride), { ...other, ...spanOf(other) });
  return new AppError('RIDE_OVERLAPS', `This overlaps ${routeInWords(other)}, ${when}. ${sentence}`);
}

interface Taking {
  vehicle: FleetVehicle;
  isOverlap: boolean;
}

async function takeRide(ride: RideRecord, driverId: string, taking: Taking): Promise<RideRecord> {
  const { vehicle, isOverlap } = taking;
  const [firstName = ''] = (await findUser(driverId))?.name.split(' ') ?? [];
  const accepted = await transitionRide({
    rideId: ride.id,
    change: 'accepted',
    guard: { status: { $in: statusesBefore('accepted') }, paymentStatus: { $in: SETTLED } },
    patch: {
      status: 'accepted',
      driverId,
      vehicleId: vehicle.id,
      driver: { firstName, vehicle: vehicleInWords(vehicle) },
    },
    ...(isOverlap && { note: 'overlap' }),
  });
  return accepted ?? acceptedBefore(await findRide(ride.id), driverId);
}

/** The ride, if it is this driver's already. @throws AppError RIDE_TAKEN, RIDE_NOT_OPEN */
function acceptedBefore(ride: RideRecord, driverId: string): RideRecord {
  if (ride.driverId === driverId) return ride;
  if (ride.driverId !== null) {
    throw new AppError('RIDE_TAKEN', 'This ride has already been accepted by another driver');
  }
  throw new AppError('RIDE_NOT_OPEN', 'This ride is not open for drivers.');
}
