import { AppError, type ErrorCode } from '#common/errors.ts';
import type { CandidateFit } from '#common/rides/dispatch-api.ts';
import { MAX_OPEN_RIDES, routeInWords, type VehicleUse, vehicleUseInWords } from '#common/rides/overlap.ts';
import { formatTime } from '#common/time.ts';
import { type FleetVehicle, vehicleInWords } from '#common/vehicles/vehicle.ts';
import type { DriverWithVehicles } from '../../drivers/served-kinds.ts';
import { type RideToFit, vehiclesFor } from './fit.ts';
import { findOverlap, isBookedUp, type PlannedRide } from './rides-ahead.ts';

/** Why staff should not, or cannot, give a driver a ride. */
interface Obstacle {
  code: ErrorCode;
  /** In a sentence for staff. */
  reason: string;
}

/** Whether a driver can be given a ride. Only one that does not fit has obstacles, and no vehicle. */
export interface Vetting {
  fit: CandidateFit;
  obstacles: readonly Obstacle[];
  /** What they would come in. */
  vehicle: FleetVehicle | null;
  overlapped: PlannedRide | null;
  /** Who else has the vehicle then; null for nobody. */
  use: VehicleUse | null;
}

interface VettingOptions {
  /** The vehicle to come with; by default of those that nobody else has then the one that fits best. */
  vehicleId?: string | null | undefined;
  /** The other rides that the driver has ahead. */
  ahead: readonly PlannedRide[];
  /** Who else has a vehicle when the ride takes place; null for nobody. */
  findUse: (vehicleId: string) => VehicleUse | null;
}

/** Whether a driver can be given a ride by staff, by the rules by which they accept one themselves. */
export function vetDriver(
  driver: DriverWithVehicles,
  ride: RideToFit & PlannedRide,
  { vehicleId, ahead, findUse }: VettingOptions,
): Vetting {
  const found = vehiclesFor(driver, ride, vehicleId);
  if ('code' in found) return unfit(found);
  if (isBookedUp(ahead)) return refused('TOO_MANY_RIDES', `They have ${MAX_OPEN_RIDES} rides ahead.`);

  const vehicle = found.vehicles.find(({ id }) => findUse(id) === null) ?? found.vehicles[0];
  const met = { vehicle, overlapped: findOverlap(ride, ahead), use: findUse(vehicle.id) };
  const obstacles = [...obstaclesOf(driver, ride, met)];
  return { fit: obstacles.length > 0 ? 'nearly' : 'fits', obstacles, ...met };
}

/** All that is in the way, in sentences; null for nothing. */
export const reasonOf = ({ obstacles }: Vetting): string | null =>
  obstacles.map(({ reason }) => reason).join(' ') || null;

/** The refusal of an assignment, by the worst that is in its way. */
export const vettingRefusal = (vetting: Vetting): AppError =>
  new AppError(
    vetting.obstacles[0]?.code ?? 'DOES_NOT_FIT',
    reasonOf(vetting) ?? 'This driver does not fit.',
  );

/** That a driver has nothing to come with. What a driver is forbidden, staff are not: the driver does not fit. */
export const unfit = ({ code, reason }: Obstacle): Vetting =>
  refused(code === 'FORBIDDEN' ? 'DOES_NOT_FIT' : code, reason);

function refused(code: ErrorCode, reason: string): Vetting {
  return { fit: 'no', obstacles: [{ code, reason }], vehicle: null, overlapped: null, use: null };
}

/** That the ride is booked by the driver, or for them. */
export const OWN_RIDE = refused('OWN_RIDE', 'Booked this ride, or it is booked for them.');

/** What staff are asked about before they go ahead all the same, the worst first. */
function* obstaclesOf(
  { isOnDuty }: DriverWithVehicles,
  { preferredColor }: RideToFit,
  { vehicle, overlapped, use }: Pick<Vetting, 'overlapped' | 'use'> & { vehicle: FleetVehicle },
): Generator<Obstacle> {
  if (overlapped) {
    const at = formatTime(new Date(overlapped.scheduledAt));
    yield { code: 'RIDE_OVERLAPS', reason: `Overlaps ${routeInWords(overlapped)} at ${at}.` };
  }
  if (use) yield { code: 'VEHICLE_IN_USE', reason: vehicleUseInWords(vehicleInWords(vehicle), use) };
  if (!isOnDuty) yield { code: 'OFF_DUTY', reason: 'Off duty.' };
  if (preferredColor !== null && vehicle.paint !== preferredColor) {
    yield { code: 'DOES_NOT_FIT', reason: `Comes in ${vehicle.paint}, not in ${preferredColor}.` };
  }
}
