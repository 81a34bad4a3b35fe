import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { EDIT_HELD_MS, EXTENSION_HOURS } from '#common/rides/edit-api.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';
import { planExtension } from './extend-ride.ts';
import { changeRide, type Edited } from './hold-edit.ts';
import type { RidePlan } from './plan-edit.ts';
import { isVehicleTimeFree, reservationKeysOf } from './reserve-edited-time.ts';

/**
 * Plans an extension that could be requested now.
 *
 * @throws AppError RIDE_OVERLAPS when every vehicle of the kind is booked then; what `planExtension` throws
 */
export async function quoteExtension(ride: RideRecord): Promise<RidePlan> {
  const plan = await planExtension(ride);
  if (await isVehicleTimeFree({ ...plan.fields, city: ride.city }, reservationKeysOf(ride))) return plan;
  throw allBooked(ride);
}

const allBooked = ({ rideType }: RideRecord): AppError =>
  new AppError(
    'RIDE_OVERLAPS',
    `Every ${vehicleName(rideType)} is booked afterwards: there is no time to extend.`,
  );

/**
 * Requests a 30-minute extension for the rider, or proposes it for the driver. It applies once the rider has
 * paid. If the same extension already waits for payment, returns its charge, so that a payment in progress is
 * not ended.
 *
 * @param expectedDueCents the amount that was on screen; not checked when absent
 * @throws AppError FEE_CHANGED when the amount differs from the one shown; RIDE_OVERLAPS when every vehicle
 * of the kind is booked then; what `planExtension` and `changeRide` throw
 */
export async function requestExtension(
  ride: RideRecord,
  by: AuditActor,
  expectedDueCents?: number,
): Promise<Edited> {
  const plan = await planExtension(ride);
  if (expectedDueCents !== undefined && plan.dueCents !== expectedDueCents) {
    throw new AppError('FEE_CHANGED', 'The price changed a moment ago. Please look again.');
  }
  const open = openExtension(ride, plan);
  if (open && hasTime(open, by)) return { ride, chargeId: open.id };
  const reason = reasonOf(ride, by);
  return changeRide(ride, plan, { kind: 'extension', by, text: reason, reason }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'FULLY_BOOKED' ? allBooked(ride) : error;
  });
}

/** The open charge of the same extension, if any. */
const openExtension = ({ charges, pendingEdit }: RideRecord, plan: RidePlan): Charge | undefined =>
  charges.find(
    ({ id, kind, status, amountCents }) =>
      id === pendingEdit?.id &&
      kind === 'extension' &&
      status === 'open' &&
      amountCents === plan.dueCents &&
      pendingEdit.hours === plan.fields.hours,
  );

/**
 * Whether a charge can still be paid. A rider, who still has to enter a card, needs at least half the time.
 */
function hasTime({ payBy }: Charge, by: AuditActor): boolean {
  const leastMs = by.role === 'driver' ? 0 : EDIT_HELD_MS / 2;
  return payBy !== undefined && Date.parse(payBy) - databaseClock.nowMs() > leastMs;
}

/** Describes an extension for the rider and the history. */
function reasonOf({ driver, hours }: RideRecord, by: AuditActor): string {
  const isProposed = by.role === 'driver' && driver !== null;
  const what = isProposed ? `${driver.firstName} proposes 30 more minutes` : '30 more minutes';
  return hours === null ? what : `${what}, ${hours + EXTENSION_HOURS} hours in all`;
}
