import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { Fare } from '#common/fares/fare.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import type { EditedFields, PendingEdit } from '#common/rides/ride-fields.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { searchTermsOf } from '#common/rides/ride-search.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { givePlaceBack } from '../booking/ride-place.ts';
import { storedCharges, withCharge } from '../charges/charges.ts';
import { storedAdjustments } from '../payment/refund-ride.ts';
import { owedNow, takeBack } from '../payment/take-back.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { editedFieldsOf } from './plan-edit.ts';

/** Fields of an edit, as they are stored. */
export const storedFields = ({ scheduledAt, ...fields }: EditedFields) => ({
  ...fields,
  scheduledAt: new Date(scheduledAt),
});

interface Applying {
  change: 'edited' | 'extended';
  by: AuditActor;
  text: string;
  /** What goes back, in cents. */
  backCents?: number;
  /** The charge that paid for it. */
  paid?: Charge;
  /** What staff did, for the audit log. */
  audit?: OwedEvent;
}

/**
 * Makes an edit of a ride as it was read, in one statement with its money: what was paid for it is recorded, what it costs
 * less is owed.
 *
 * @returns null when the ride changed since it was read
 */
export async function applyEdit(
  ride: RideRecord,
  edit: PendingEdit,
  { change, by, text, backCents = 0, paid, audit }: Applying,
): Promise<RideRecord | null> {
  const { id, fare, hasPlace } = edit;
  const fields = fieldsOf(edit);
  const refunds = owedNow(takeBack(ride, backCents), {
    reason: 'The ride was changed.',
    by: by.name,
    cause: 'edit',
  });
  const edited = await transitionRide({
    rideId: ride.id,
    change,
    by,
    text,
    guard: { version: ride.version },
    ...(fields.rideType !== ride.rideType && { dispatch: { formerRideType: ride.rideType } }),
    patch: {
      ...storedFields(fields),
      fare,
      bookedFare: isAsPaid(ride, fare) ? ride.bookedFare : (ride.bookedFare ?? ride.fare),
      placeId: hasPlace ? id : ride.placeId,
      revision: ride.revision + 1,
      searchTerms: searchTermsOf({ ...ride, ...fields }),
      ...(refunds.length > 0 && { adjustments: storedAdjustments([...ride.adjustments, ...refunds]) }),
      ...(paid && { charges: withCharge(ride, paid) }),
      pendingEdit: null,
    },
    ...(audit && { audit }),
  });
  if (!edited) return null;
  if (hasPlace) await givePlaceBack(ride);
  await watchExpiry(ride, edited);
  return edited;
}

/** Whether what was paid first is still what the fare says. Of one on account nothing was. */
const isAsPaid = (ride: RideRecord, { fareCents }: Fare): boolean =>
  fareCents === ride.fare.fareCents || ride.paymentStatus === 'on_account';

/** One that begins earlier expires earlier; the job of the old time finds nothing to do, or is too early. */
async function watchExpiry(
  before: RideRecord,
  { id: rideId, status, scheduledAt }: RideRecord,
): Promise<void> {
  if (status !== 'requested' || scheduledAt === before.scheduledAt) return;
  const delayMs = Math.max(0, Date.parse(scheduledAt) + LATE_ACCEPT_MS - databaseClock.nowMs());
  await tryEnqueue('expire-unaccepted-ride', { rideId }, { delayMs });
}

/** An edit's fields without the rest of it. */
function fieldsOf({ id: _id, fare: _fare, hasPlace: _hasPlace, ...fields }: PendingEdit): EditedFields {
  return fields;
}

/** The ride without the edit that waits for its payment; the charge of that can be paid no more. */
export const withoutPendingEdit = ({ pendingEdit, charges }: RideRecord): Partial<RideDoc> => ({
  pendingEdit: null,
  charges: storedCharges(
    charges.map((charge) =>
      charge.id === pendingEdit?.id && charge.status === 'open' ? { ...charge, status: 'void' } : charge,
    ),
  ),
});

/** Whether an edit leaves a ride as it is. */
export const isUnchanged = (ride: RideRecord, fields: EditedFields): boolean =>
  JSON.stringify({ ...editedFieldsOf(ride) }) === JSON.stringify({ ...editedFieldsOf(ride), ...fields });
