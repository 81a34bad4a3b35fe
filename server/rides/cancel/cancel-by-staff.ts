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
 * unpaid ride releases its holds at once.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it is in progress or over; RIDE_CHANGED after a concurrent
 * change; FEE_CHANGED
 */
export async function cancelByStaff(cancellation: StaffCancellation): Promise<RideRecord> {
  const { rideId, version, by, expected, reason, actor } = cancellation;
  const ride = await findRide(rideId);
  requireVersion(ride, version);
  const sums = cancellationSums(ride, databaseClock.now(), by);
  if (!isSame(sums, expected)) {
    throw new AppError('FEE_CHANGED', 'The sums changed a moment ago. Please look again.');
  }
  const cancelled = await cancelBooking(ride, { by, reason, actor, sums });
  if (!cancelled) throw rideChangedError(await findRide(rideId));
  return cancelled;
}

const isSame = (one: CancellationSums, other: CancellationSums): boolean =>
  one.feeCents === other.feeCents &&
  one.toCardCents === other.toCardCents &&
  one.toGiftCardCents === other.toGiftCardCents;
