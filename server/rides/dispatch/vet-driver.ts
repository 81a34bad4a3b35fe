import { AppError, type ErrorCode } from '#common/errors.ts';
import type { CandidateFit } from '#common/rides/dispatch-api.ts';
import { MAX_OPEN_RIDES, routeInWords } from '#common/rides/overlap.ts';
import { formatTime } from '#common/time.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import type { DriverWithVehicles } from '../../drivers/served-kinds.ts';
import { type RideToFit, vehicleFor } from './fit.ts';
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
}

interface VettingOptions {
  /** The vehicle to come with; by default the one that fits best. */
  vehicleId?: string | null | undefined;
  /** The other rides that the driver has ahead. */
  ahead: readonly PlannedRide[];
}

/** Whether a driver can be given a ride by staff, by the rules by which they accept one themselves. */
export function vetDriver(
  driver: DriverWithVehicles,
  ride: RideToFit & PlannedRide,
  { vehicleId, ahead }: VettingOptions,
): Vetting {
  const found = vehicleFor(driver, ride, vehicleId);
  // What a driver is forbidden, staff are not: the driver does not fit.
  if ('code' in found) return refused(found.code === 'FORBIDDEN' ? 'DOES_NOT_FIT' : found.code, found.reason);
  if (isBookedUp(ahead)) return refused('TOO_MANY_RIDES', `They have ${MAX_OPEN_RIDES} rides ahead.`);

  const { vehicle } = found;
  const overlapped = findOverlap(ride, ahead);
  const obstacles = [...obstaclesOf(driver, ride, { vehicle, overlapped })];
  return { fit: obstacles.length > 0 ? 'nearly' : 'fits', obstacles, vehicle, overlapped };
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

const refused = (code: ErrorCode, reason: string): Vetting => ({
  fit: 'no',
  obstacles: [{ code, reason }],
  vehicle: null,
  overlapped: null,
});

/** What staff are asked about before they go ahead all the same, the worst first. */
function* obstaclesOf(
  { isOnDuty }: DriverWithVehicles,
  { preferredColor }: RideToFit,
  { vehicle, overlapped }: Pick<Vetting, 'overlapped'> & { vehicle: FleetVehicle },
): Generator<Obstacle> {
  if (overlapped) {
    const at = formatTime(new Date(overlapped.scheduledAt));
    yield { code: 'RIDE_OVERLAPS', reason: `Overlaps ${routeInWords(overlapped)} at ${at}.` };
  }
  if (!isOnDuty) yield { code: 'OFF_DUTY', reason: 'Off duty.' };
  if (preferredColor !== null && vehicle.paint !== preferredColor) {
    yield { code: 'DOES_NOT_FIT', reason: `Comes in ${vehicle.paint}, not in ${preferredColor}.` };
  }
}
