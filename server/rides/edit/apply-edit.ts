import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { Fare } from '#common/fares/fare.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import type { EditedFields, PendingEdit } from '#common/rides/ride-fields.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { searchTermsOf } from '#common/rides/ride-search.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { releaseVehicleTime } from '../booking/reserve-vehicle-time.ts';
import { storedCharges, withCharge } from '../charges/charges.ts';
import { storedAdjustments } from '../payment/refund-ride.ts';
import { owedNow, splitRefund } from '../payment/split-refund.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { editedFieldsOf } from './plan-edit.ts';

/** Converts the fields of an edit to their stored form. */
export const storedFields = ({ scheduledAt, ...fields }: EditedFields) => ({
  ...fields,
  scheduledAt: new Date(scheduledAt),
});

interface Applying {
  change: 'edited' | 'extended';
  by: AuditActor;
  text: string;
  /** The amount to refund, in cents. */
  backCents?: number;
  /** The charge that paid for the edit. */
  paid?: Charge;
  /** The audit log entry for an edit by staff. */
  audit?: OwedEvent;
}

/**
 * Applies an edit to a ride as it was read. The same statement records the charge that paid for it, or the
 * refund owed when the ride becomes cheaper.
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
  const refunds = owedNow(splitRefund(ride, backCents), {
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
    ...(fields.rideType !== ride.rideType && { details: { formerRideType: ride.rideType } }),
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
  if (hasPlace) await releaseVehicleTime(ride);
  await watchExpiry(ride, edited);
  return edited;
}

/**
 * Whether the booked fare needs no copy in `bookedFare`: the fare stays the same, or the ride is on account
 * and nothing was paid.
 */
const isAsPaid = (ride: RideRecord, { fareCents }: Fare): boolean =>
  fareCents === ride.fare.fareCents || ride.paymentStatus === 'on_account';

/** Schedules the expiry at the new pickup time. The job for the old time does nothing when it runs. */
async function watchExpiry(
  before: RideRecord,
  { id: rideId, status, scheduledAt }: RideRecord,
): Promise<void> {
  if (status !== 'requested' || scheduledAt === before.scheduledAt) return;
  const delayMs = Math.max(0, Date.parse(scheduledAt) + LATE_ACCEPT_MS - databaseClock.nowMs());
  await tryEnqueue('expire-unaccepted-ride', { rideId }, { delayMs });
}

/** Picks the edited fields out of a pending edit. */
function fieldsOf({ id: _id, fare: _fare, hasPlace: _hasPlace, ...fields }: PendingEdit): EditedFields {
  return fields;
}

/** The fields that drop a ride's pending edit and void its open charge. */
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
