import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { formatCents } from '#common/money.ts';
import { EDIT_HELD_MS } from '#common/rides/edit-api.ts';
import type { EditedFields, PendingEdit } from '#common/rides/ride-fields.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { totalOf } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { isStaffRole } from '#common/users/user.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { paymentStatusError } from '../../payments/stripe-payments.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { storedCharges } from '../charges/charges.ts';
import { rideChangedErrorFor } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { applyEdit, storedFields, withoutPendingEdit } from './apply-edit.ts';
import type { RidePlan } from './plan-edit.ts';
import {
  releaseVehicleTimeOfEdit,
  reservationKeysOf,
  reserveVehicleTimeOfEdit,
} from './reserve-edited-time.ts';

interface Change {
  kind: 'difference' | 'extension';
  by: AuditActor;
  /** For the history. */
  text: string;
  /** What the charge is for, as the rider reads it. */
  reason: string;
  /** The audit log entry for a change by staff. */
  audit?: OwedEvent | false;
}

/**
 * The ride, and the charge that must be paid before the edit is applied; null when it was applied at once.
 */
export interface Edited {
  ride: RideRecord;
  chargeId: string | null;
}

/**
 * Applies a planned edit to a ride as it was read. If something is due, the edit waits for its payment
 * instead, with its vehicle time reserved, and the ride stays unchanged meanwhile. Replaces an earlier
 * pending edit, but only after the new vehicle time is reserved, so that a FULLY_BOOKED edit leaves the
 * earlier one pending.
 *
 * @throws AppError RIDE_CHANGED; FULLY_BOOKED; PAYMENT_IN_PROGRESS when the earlier edit is being paid;
 * PAYMENT_PROVIDER
 */
export async function changeRide(read: RideRecord, plan: RidePlan, change: Change): Promise<Edited> {
  const { city } = read;
  const id = newObjectId().toHexString();
  const edit: PendingEdit = {
    id,
    ...plan.fields,
    fare: plan.fare,
    hasPlace: needsOtherTime(read, plan.fields),
  };
  if (edit.hasPlace) await reserveVehicleTimeOfEdit(id, { ...edit, city }, reservationKeysOf(read));
  const releaseNewTime = () => releaseVehicleTimeOfEdit({ city, pendingEdit: edit });

  const ride = await cancelPendingEdit(read, change.by).catch(async (error: unknown) => {
    await releaseNewTime();
    throw error;
  });
  const changed =
    plan.dueCents > 0 ? await hold(ride, edit, plan, change) : await make(ride, edit, plan, change);
  if (!changed) {
    await releaseNewTime();
    throw rideChangedErrorFor(change.by, await findRide(ride.id));
  }
  return { ride: changed, chargeId: plan.dueCents > 0 ? id : null };
}

/** Whether an edited ride needs other vehicle time than it has. */
const needsOtherTime = (ride: RideRecord, fields: EditedFields): boolean =>
  fields.rideType !== ride.rideType ||
  fields.scheduledAt !== ride.scheduledAt ||
  fields.hours !== ride.hours ||
  fields.stops.length !== ride.stops.length;

const make = (ride: RideRecord, edit: PendingEdit, { back }: RidePlan, { kind, by, text, audit }: Change) =>
  applyEdit(ride, edit, {
    change: kind === 'extension' ? 'extended' : 'edited',
    by,
    text,
    backCents: totalOf(back),
    ...(audit && { audit }),
  });

async function hold(
  ride: RideRecord,
  edit: PendingEdit,
  { dueCents }: RidePlan,
  { kind, by, text, reason, audit }: Change,
): Promise<RideRecord | null> {
  const now = databaseClock.nowMs();
  const charge: Charge = {
    id: edit.id,
    kind,
    amountCents: dueCents,
    status: 'open',
    reason,
    at: new Date(now).toISOString(),
    payBy: new Date(now + EDIT_HELD_MS).toISOString(),
    ...(isStaffRole(by.role) && { isByStaff: true }),
    paymentIntentId: null,
    refundId: null,
  };
  const held = await transitionRide({
    rideId: ride.id,
    // Riders have not asked for a proposal, and are notified of it. Edits by staff have a mailed link.
    change: kind === 'extension' && by.role === 'driver' ? 'extension_proposed' : 'adjusted',
    by,
    text: `Waits for ${formatCents(dueCents)}: ${text}`,
    guard: { version: ride.version },
    patch: {
      pendingEdit: { ...edit, ...storedFields(edit) },
      charges: storedCharges([...ride.charges, charge]),
    },
    ...(audit && { audit }),
  });
  if (held) await tryEnqueue('expire-charge', { chargeId: edit.id }, { delayMs: EDIT_HELD_MS });
  return held;
}

/**
 * Drops the pending edit of a ride, if any. Closes its checkout first.
 *
 * @returns the ride afterwards
 * @throws AppError PAYMENT_IN_PROGRESS when it is being paid; PAYMENT_PROVIDER; RIDE_CHANGED
 */
export async function cancelPendingEdit(ride: RideRecord, by: AuditActor): Promise<RideRecord> {
  const { pendingEdit } = ride;
  if (!pendingEdit) return ride;
  const checkout = await closeChargeCheckout(pendingEdit.id).catch((error: unknown) => {
    throw paymentStatusError(error, { operation: 'end checkout', chargeId: pendingEdit.id, rideId: ride.id });
  });
  if (checkout && !checkout.isExpired) {
    await tryEnqueue('confirm-charge', { chargeId: pendingEdit.id });
    throw new AppError(
      'PAYMENT_IN_PROGRESS',
      'The previous change is being paid now. Please try again in a moment.',
    );
  }
  const kept = await transitionRide({
    rideId: ride.id,
    change: 'adjusted',
    by,
    text: 'The change was not paid for; the ride stays as it was.',
    guard: { version: ride.version },
    patch: withoutPendingEdit(ride),
    audit: isStaffRole(by.role) && {
      action: 'ride change given up',
      subject: rideSubject(ride.id),
      before: { fareCents: pendingEdit.fare.fareCents },
      after: { fareCents: ride.fare.fareCents },
    },
  });
  if (!kept) throw rideChangedErrorFor(by, await findRide(ride.id));
  await releaseVehicleTimeOfEdit(ride);
  return kept;
}
