import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import type { CancellationSums, CancelledBy } from '#common/rides/ride-money.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { requireVersion, rideChangedError } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { cancelBooking } from './cancel-booking.ts';
import { cancellationSums } from './cancellation-sums.ts';

interface StaffCancellation {
  rideId: string;
  /** The version and sums that staff saw on screen. */
  version: number;
  expected: CancellationSums;
  by: CancelledBy;
  reason: string;
  actor: AuditActor;
}

/**
 * Cancels a requested or accepted ride on behalf of staff. The refund is owed from the same statement on; an
 * unpaid ride releases its holds at once. A repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it is in progress or over; RIDE_CHANGED after a concurrent
 * change; FEE_CHANGED
 */
export async function cancelByStaff(cancellation: StaffCancellation): Promise<RideRecord> {
  const { rideId, version, by, expected, reason, actor } = cancellation;
  const ride = await findRide(rideId);
  if (isCancelledAs(ride, cancellation)) return ride;
  requireVersion(ride, version);
  const sums = cancellationSums(ride, databaseClock.now(), by);
  if (!isSame(sums, expected)) {
    throw new AppError('FEE_CHANGED', 'The sums changed a moment ago. Please look again.');
  }
  const cancelled = await cancelBooking(ride, { by, reason, actor, sums });
  if (cancelled) return cancelled;
  const newest = await findRide(rideId);
  if (isCancelledAs(newest, cancellation)) return newest;
  throw rideChangedError(newest);
}

/** Whether the same person has already cancelled it for the same fee and reason. */
function isCancelledAs(
  { cancellation, history }: RideRecord,
  { by, reason, expected, actor }: StaffCancellation,
): boolean {
  const made = history.findLast(({ change }) => change === 'cancelled');
  if (!cancellation || made?.by?.id !== actor.id) return false;
  return (
    cancellation.by === by && cancellation.reason === reason && cancellation.feeCents === expected.feeCents
  );
}

const isSame = (one: CancellationSums, other: CancellationSums): boolean =>
  one.feeCents === other.feeCents &&
  one.toCardCents === other.toCardCents &&
  one.toGiftCardCents === other.toGiftCardCents;
