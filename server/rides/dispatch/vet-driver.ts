import { AppError, type ErrorCode } from '#common/errors.ts';
import type { CandidateFit } from '#common/rides/dispatch-api.ts';
import { formatRoute, formatVehicleUse, MAX_OPEN_RIDES, type VehicleUse } from '#common/rides/overlap.ts';
import { formatTime } from '#common/time.ts';
import { type FleetVehicle, formatVehicle } from '#common/vehicles/vehicle.ts';
import type { DriverWithVehicles } from '../../drivers/served-kinds.ts';
import { type RideToFit, vehiclesFor } from './fit.ts';
import { findOverlap, isBookedUp, type PlannedRide } from './rides-ahead.ts';

/** Why staff should not, or cannot, assign a ride to a driver. */
interface Obstacle {
  code: ErrorCode;
  /** The explanation for staff. */
  reason: string;
}

/** Whether a driver can be assigned a ride. The vehicle is null when the driver does not fit. */
export interface Vetting {
  fit: CandidateFit;
  obstacles: readonly Obstacle[];
  /** The vehicle they would use. */
  vehicle: FleetVehicle | null;
  overlapped: PlannedRide | null;
  /** The other driver who has the vehicle then; null for none. */
  use: VehicleUse | null;
}

interface VettingOptions {
  /** The vehicle to drive. Defaults to the best fitting one that no other driver has at that time. */
  vehicleId?: string | null | undefined;
  /** The driver's other active rides. */
  ahead: readonly PlannedRide[];
  /** Finds the other driver who has a vehicle at the time of the ride; null for none. */
  findUse: (vehicleId: string) => VehicleUse | null;
}

/** Checks whether staff can assign a ride to a driver, by the same rules as for accepting. */
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

/** Joins all obstacles into sentences; null for none. */
export const reasonOf = ({ obstacles }: Vetting): string | null =>
  obstacles.map(({ reason }) => reason).join(' ') || null;

/** Builds the refusal of an assignment, with the code of the worst obstacle. */
export const vettingRefusal = (vetting: Vetting): AppError =>
  new AppError(
    vetting.obstacles[0]?.code ?? 'DOES_NOT_FIT',
    reasonOf(vetting) ?? 'This driver does not fit.',
  );

/**
 * The vetting of a driver who does not fit. FORBIDDEN is about the driver, not about staff, and becomes
 * DOES_NOT_FIT.
 */
export const unfit = ({ code, reason }: Obstacle): Vetting =>
  refused(code === 'FORBIDDEN' ? 'DOES_NOT_FIT' : code, reason);

function refused(code: ErrorCode, reason: string): Vetting {
  return { fit: 'no', obstacles: [{ code, reason }], vehicle: null, overlapped: null, use: null };
}

/** The vetting of the driver who booked the ride or is its passenger. */
export const OWN_RIDE = refused('OWN_RIDE', 'Booked this ride, or it is booked for them.');

/** Yields the obstacles that staff may override, worst first. */
function* obstaclesOf(
  { isOnDuty }: DriverWithVehicles,
  { preferredColor }: RideToFit,
  { vehicle, overlapped, use }: Pick<Vetting, 'overlapped' | 'use'> & { vehicle: FleetVehicle },
): Generator<Obstacle> {
  if (overlapped) {
    const at = formatTime(new Date(overlapped.scheduledAt));
    yield { code: 'RIDE_OVERLAPS', reason: `Overlaps ${formatRoute(overlapped)} at ${at}.` };
  }
  if (use) yield { code: 'VEHICLE_IN_USE', reason: formatVehicleUse(formatVehicle(vehicle), use) };
  if (!isOnDuty) yield { code: 'OFF_DUTY', reason: 'Off duty.' };
  if (preferredColor !== null && vehicle.paint !== preferredColor) {
    yield { code: 'DOES_NOT_FIT', reason: `Comes in ${vehicle.paint}, not in ${preferredColor}.` };
  }
}
