import { AppError } from '#common/errors.ts';
import type { RefundReason } from '#common/jobs.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { statusesBefore } from '#common/rides/status.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { findRide } from './find-rides.ts';
import { refundableAmounts } from './refundable-amounts.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

const REASON: RefundReason = 'completed-for-less';

/**
 * The ride's driver completes it for `actualFareCents`, at most what was paid; the rest goes back to the rider. Asked again, it
 * stays completed as it was. Throws INVALID_REQUEST above the paid fare, RIDE_STATE_CONFLICT when it is not in progress.
 */
export async function completeRide(ride: RideRecord, actualFareCents: Cents): Promise<RideRecord> {
  const paidCents = ride.fare.fareCents;
  if (actualFareCents > paidCents) {
    throw fieldRefusal('actualFare', `The fare cannot be more than the ${formatCents(paidCents)} paid.`);
  }
  const now = new Date();
  const { toCardCents, toGiftCardCents } = refundableAmounts({ ...ride, actualFareCents });
  const isRefundOwed = toCardCents + toGiftCardCents > 0;
  const completed = await transitionRide({
    rideId: ride.id,
    change: 'completed',
    guard: { status: { $in: statusesBefore('completed') }, driverId: ride.driverId },
    patch: {
      status: 'completed',
      actualFareCents,
      completedAt: now,
      ...(isRefundOwed && { refundOwed: { reason: REASON, since: now } }),
    },
  });
  if (!completed) return completedBefore(ride.id);

  if (isRefundOwed) await tryEnqueue('refund-ride', { rideId: ride.id, reason: REASON });
  return completed;
}

async function completedBefore(rideId: string): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (ride.status === 'completed') return ride;
  throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride in progress can be completed.');
}
