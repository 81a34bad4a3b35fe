import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import { formatEdit } from '#common/rides/format-edit.ts';
import { type Sums, totalOf } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { isStaffRole } from '#common/users/user.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { isPayable } from '../charges/charges.ts';
import { splitRefund } from '../payment/split-refund.ts';
import { rideChangedErrorFor } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { isUnchanged } from './apply-edit.ts';
import { cancelPendingEdit, changeRide, type Edited } from './hold-edit.ts';
import { type Editor, planEdit, type RidePlan } from './plan-edit.ts';

/** Quotes the edit of a ride. @throws AppError as `planEdit` says */
export async function quoteEdit(
  ride: RideRecord,
  changes: EditChanges,
  editor: Editor = 'rider',
): Promise<EditQuote> {
  const { fields, fare, dueCents, back } = await planEdit(ride, changes, editor);
  const { bookingType, hours, surgePricing, stops } = fields;
  const booking = { bookingType, hours, surgePricing, stops };
  // What was already refunded by hand is not refunded again.
  const parts = splitRefund(ride, totalOf(back));
  const sum = (part: keyof Sums) => parts.reduce((cents, each) => cents + each[part], 0);
  return {
    version: ride.version,
    fare,
    booking,
    dueCents,
    toCardCents: sum('toCardCents'),
    toGiftCardCents: sum('toGiftCardCents'),
  };
}

interface RideEdit {
  rideId: string;
  /** The version that was on screen. */
  version: number;
  changes: EditChanges;
  /** The fare that was on screen. */
  expectedFareCents: number;
  actor: AuditActor;
}

/**
 * Edits a paid ride, for its rider or by staff on their behalf. Until a driver accepts, everything can
 * change; after that only passenger, flight and requests. A repeat of an edit that waits for its payment
 * returns its charge.
 *
 * @throws AppError INVALID_REQUEST, RIDE_STATE_CONFLICT, RIDE_CHANGED; FEE_CHANGED when the fare differs from
 * the one shown; FULLY_BOOKED, PAYMENT_IN_PROGRESS, PAYMENT_PROVIDER
 */
export async function editRide(edit: RideEdit): Promise<Edited> {
  const { rideId, version, changes, expectedFareCents, actor } = edit;
  const ride = await findRide(rideId);
  if (ride.version !== version) {
    if (await isPendingAlready(ride, edit)) return { ride, chargeId: ride.pendingEdit?.id ?? null };
    throw rideChangedErrorFor(actor, ride);
  }
  const plan = await planEdit(ride, changes, isStaffRole(actor.role) ? 'staff' : 'rider');
  if (plan.fare.fareCents !== expectedFareCents) {
    throw new AppError('FEE_CHANGED', 'The fare changed a moment ago. Please look again.');
  }
  if (isUnchanged(ride, plan.fields)) return { ride, chargeId: null };
  const text = formatEdit(ride, plan.fields, databaseClock.now());
  const audit = isStaffRole(actor.role) && auditOf(ride, plan);
  return changeRide(ride, plan, { kind: 'difference', by: actor, text, reason: text, audit });
}

/**
 * Whether this very edit, made of the same version by the same person, waits for its payment: the reply was
 * lost. An edit that can no longer be paid does not count.
 */
async function isPendingAlready(ride: RideRecord, edit: RideEdit): Promise<boolean> {
  const { version, changes, expectedFareCents, actor } = edit;
  const { pendingEdit, history } = ride;
  const charge = ride.charges.find(({ id }) => id === pendingEdit?.id);
  if (!pendingEdit || !charge || !isPayable({ ride, charge }, databaseClock.now())) return false;
  const next = history.find((entry) => entry.version === version + 1);
  if (next?.change !== 'adjusted' || next.by?.id !== actor.id) return false;
  if (pendingEdit.fare.fareCents !== expectedFareCents) return false;
  const { fields } = await planEdit(ride, changes, isStaffRole(actor.role) ? 'staff' : 'rider');
  return isUnchanged({ ...ride, ...pendingEdit }, fields);
}

/**
 * The audit entry for an edit by staff, applied or waiting for payment, with the booking before and after.
 */
function auditOf(ride: RideRecord, { fields, fare, dueCents }: RidePlan): OwedEvent {
  const now = databaseClock.now();
  return {
    action: dueCents > 0 ? 'ride change to be paid' : 'ride changed',
    subject: rideSubject(ride.id),
    before: { booked: formatEdit(fields, ride, now), fareCents: ride.fare.fareCents },
    after: {
      booked: formatEdit(ride, fields, now),
      fareCents: fare.fareCents,
      ...(dueCents > 0 && { dueCents }),
    },
  };
}

/** Drops the pending edit of a ride. @throws AppError RIDE_CHANGED, PAYMENT_IN_PROGRESS, PAYMENT_PROVIDER */
export const dropEdit = (ride: RideRecord, by: AuditActor): Promise<RideRecord> =>
  cancelPendingEdit(ride, by);
