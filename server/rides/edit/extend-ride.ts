import { AppError } from '#common/errors.ts';
import { MAX_HOURS } from '#common/fares/fare-choices.ts';
import { EXTENSION_HOURS } from '#common/rides/edit-api.ts';
import { formatRoute, overlaps } from '#common/rides/overlap.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import { fareForHours, settleDifference } from '#common/rides/settle-difference.ts';
import { formatTime } from '#common/time.ts';
import { isStillApplicable, type RideCharge } from '../charges/charges.ts';
import { listRidesAhead, spanOf } from '../dispatch/rides-ahead.ts';
import { findOrder } from '../order/ride-order.ts';
import type { RideRecord } from '../ride-model.ts';
import { listOpenRides } from '../ride-queries.ts';
import { editedFieldsOf, onAccount, type RidePlan, timeProblem } from './plan-edit.ts';

/**
 * Plans a 30-minute extension of a ride in progress, at the rates it was booked with.
 *
 * @throws AppError RIDE_STATE_CONFLICT unless it is in progress, hourly, paid by card or gift card, and below
 * the maximum hours; RIDE_OVERLAPS when its driver or vehicle is booked then, or its return trip begins
 */
export async function planExtension(ride: RideRecord): Promise<RidePlan> {
  const hours = requireExtendable(ride) + EXTENSION_HOURS;
  const fields = { ...editedFieldsOf(ride), hours };
  await requireFree(ride, hours);
  const after = fareForHours(ride.fare, hours - EXTENSION_HOURS, hours);
  return { fields, ...settleDifference(ride.fare, after) };
}

/** When a ride in progress would end with this many hours. */
export const endsAt = (ride: RideRecord, hours: number): Date => expectedEnd({ ...ride, hours });

function requireExtendable({ status, bookingType, hours, paymentStatus }: RideRecord): number {
  if (status !== 'in_progress') {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride in progress can be extended.');
  }
  if (bookingType !== 'hourly' || hours === null) {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only an hourly ride can be extended.');
  }
  if (hours + EXTENSION_HOURS > MAX_HOURS) {
    throw new AppError('RIDE_STATE_CONFLICT', `A ride can last up to ${MAX_HOURS} hours.`);
  }
  if (paymentStatus === 'on_account') throw onAccount();
  return hours;
}

async function requireFree(ride: RideRecord, hours: number): Promise<void> {
  const next = await findNext(ride, hours);
  if (!next) return;
  const begins = formatTime(new Date(next.scheduledAt));
  throw new AppError(
    'RIDE_OVERLAPS',
    `${formatBeginning(ride, next)} ${begins}: there is no time to extend.`,
  );
}

function formatBeginning(ride: RideRecord, next: RideRecord): string {
  if (next.id === ride.order?.otherRideId) return 'The return trip begins at';
  return next.driverId === ride.driverId
    ? `The next ride, ${formatRoute(next)}, begins at`
    : 'The vehicle is booked for another ride at';
}

/**
 * Finds a later ride that an extension would leave no time for: its return ride, or a ride of
 * the driver or vehicle. Counts from the actual start of a ride that began late; null for none.
 */
async function findNext(ride: RideRecord, hours: number): Promise<RideRecord | null> {
  const { driverId, vehicleId, id, scheduledAt } = ride;
  const startMs = Date.parse(scheduledAt);
  const endMs = endsAt(ride, hours).getTime();
  const { returnRide } = await findOrder(ride);
  const isAhead = returnRide && returnRide.id !== id && returnRide.status !== 'cancelled';
  if (isAhead && Date.parse(returnRide.scheduledAt) < endMs) return returnRide;
  const ofDriver = driverId ? await listRidesAhead(ride, driverId, []) : [];
  const ofVehicle = vehicleId ? await listOpenRides({ vehicleId }) : [];
  return (
    [...ofDriver, ...ofVehicle].find(
      (other) =>
        other.id !== id && other.scheduledAt > scheduledAt && overlaps({ startMs, endMs }, spanOf(other)),
    ) ?? null
  );
}

/**
 * Whether the edit or extension that a charge was paid for can still be applied, although time has passed
 * since it was planned.
 */
export async function canApplyPendingEdit({ ride, charge }: RideCharge): Promise<boolean> {
  const { pendingEdit } = ride;
  if (pendingEdit?.id !== charge.id || !isStillApplicable({ ride, charge })) return false;
  if (charge.kind === 'difference') return (await timeProblem(ride, pendingEdit)) === null;
  if (charge.kind !== 'extension' || pendingEdit.hours === null) return true;
  return (await findNext(ride, pendingEdit.hours)) === null;
}
