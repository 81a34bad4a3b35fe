import { AppError } from '#common/errors.ts';
import { formatWhen } from '#common/format-date-time.ts';
import { expiredPaper, paperName } from '#common/papers.ts';
import { formatRoute, isEarlyStart } from '#common/rides/overlap.ts';
import { isEarlySetOff } from '#common/rides/punctuality.ts';
import { hasSetOff } from '#common/rides/ride-states.ts';
import { dateInVegas } from '#common/time.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { listClaimsOn, withClaim } from '../../drivers/driver-claims.ts';
import { findDriver } from '../../drivers/driver-queries.ts';
import { stateRefusal } from '../../drivers/driver-refusals.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { findVehicleById } from '../../vehicles/vehicle-queries.ts';
import type { RideRecord } from '../ride-model.ts';
import { listOpenRides } from '../ride-queries.ts';
import { ANOTHER_DRIVER } from './choose-vehicle.ts';
import { isPinAsked } from './derive-pin.ts';
import { requirePin, riderName } from './start-pin.ts';

/**
 * Starts an accepted ride with `start`, if its driver may start it now: driver and vehicle active with papers
 * valid today, the vehicle not in use by another driver, no other ride of the driver in progress. More than
 * an hour before the pickup it needs a confirmation and, except in demo mode, the rider's PIN. The PIN is
 * also needed whenever the rider wants it.
 *
 * @param start receives whether the start is early
 * @throws AppError FORBIDDEN, DOCUMENT_EXPIRED, DOES_NOT_FIT, RIDE_OVERLAPS, TOO_EARLY, PIN_REQUIRED,
 * WRONG_PIN, PIN_LOCKED
 */
export async function startRide(
  ride: RideRecord,
  { confirmEarly, pin }: { confirmEarly: boolean; pin?: string | undefined },
  start: (isEarly: boolean) => Promise<RideRecord>,
): Promise<RideRecord> {
  const { id: rideId, driverId, vehicleId } = ride;
  if (driverId === null) throw new Error(`ride ${rideId} has no driver`);

  return withClaim(driverId, { action: 'start', rideId, vehicleId }, async (earlier) => {
    await requireMayDrive(ride);
    const starting = earlier.filter((claim) => claim.action === 'start' && claim.rideId !== rideId);
    const open = await listOpenRides({ driverId, orAnyOf: starting.map((claim) => claim.rideId) });
    const underWay = open.find(
      ({ id, status }) =>
        id !== rideId && (status === 'in_progress' || starting.some((claim) => claim.rideId === id)),
    );
    if (underWay) {
      throw new AppError(
        'RIDE_OVERLAPS',
        `${formatRoute(underWay)} is still in progress. Complete it first.`,
      );
    }
    if (vehicleId !== null) await requireVehicleBack(ride, vehicleId);
    const now = databaseClock.now();
    const isEarly = isEarlyStart(new Date(ride.scheduledAt), now);
    if (isEarly && !confirmEarly) throw new AppError('TOO_EARLY', earlyQuestion(ride, now));
    if (isPinAsked(ride, now)) await requirePin(ride, pin);
    return start(isEarly);
  });
}

/**
 * Checks that the driver of an accepted ride may continue with it now: driver active, papers of driver and
 * vehicle valid today, vehicle in service. Required for starting and for every step before it.
 *
 * @throws AppError FORBIDDEN, DOCUMENT_EXPIRED, DOES_NOT_FIT
 */
export async function requireMayDrive(ride: Pick<RideRecord, 'driverId' | 'vehicleId'>): Promise<void> {
  const today = dateInVegas(databaseClock.now());
  const driver = ride.driverId === null ? null : await findDriver(ride.driverId);
  const refusal = stateRefusal(driver);
  if (refusal) throw refusal;
  const own = expiredPaper(driver?.documents ?? [], today);
  if (own) throw new AppError('DOCUMENT_EXPIRED', `Your ${paperName(own.kind)} has expired.`);
  // Rides accepted before vehicles were recorded have none.
  if (ride.vehicleId === null) return;

  const vehicle = await findVehicleById(ride.vehicleId);
  if (vehicle.state !== 'active') {
    throw new AppError('DOES_NOT_FIT', `${formatVehicle(vehicle)} is out of service. Please call dispatch.`);
  }
  const its = expiredPaper(vehicle.documents, today);
  if (!its) return;
  const paper = `${formatVehicle(vehicle)}: its ${paperName(its.kind)} has expired.`;
  throw new AppError('DOCUMENT_EXPIRED', paper);
}

/**
 * Checks that no other driver is on a ride with a shared vehicle. Of two drivers who start concurrently, both
 * may be refused and have to retry.
 *
 * @throws AppError RIDE_OVERLAPS
 */
async function requireVehicleBack({ id: rideId }: RideRecord, vehicleId: string): Promise<void> {
  const claims = await listClaimsOn(vehicleId);
  const starting = claims.filter((claim) => claim.action === 'start' && claim.rideId !== rideId);
  const open = await listOpenRides({ vehicleId });
  const out = open.find(
    ({ id, status }) =>
      id !== rideId && (status === 'in_progress' || starting.some((claim) => claim.rideId === id)),
  );
  if (!out) return;
  const vehicle = formatVehicle(await findVehicleById(vehicleId));
  throw new AppError(
    'RIDE_OVERLAPS',
    `${vehicle} is still out with ${out.driver?.firstName ?? ANOTHER_DRIVER}. Please call dispatch.`,
  );
}

function earlyQuestion(ride: RideRecord, now: Date): string {
  const pickup = new Date(ride.scheduledAt);
  const isPinHidden =
    !ride.wantsPin && !hasSetOff(ride) && isEarlySetOff(pickup, now) && isPinAsked(ride, now);
  return [
    `The pickup is ${formatWhen(pickup, now)}.`,
    ...(isPinHidden ? [`${riderName(ride)} sees their PIN only once you are on the way.`] : []),
    'Start it now?',
  ].join(' ');
}
