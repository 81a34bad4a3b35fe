import { AppError } from '#common/errors.ts';
import type { RefundReason } from '#common/jobs.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { type Milestone, RIDE_STATES, type RideStatus, statusesBefore } from '#common/rides/ride-states.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { givePlaceBack } from '../booking/ride-place.ts';
import { refundableAmounts } from '../payment/refund-ride.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { startRide } from './start-ride.ts';

/**
 * The ride's driver moves it to a milestone; a repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT in any status that does not lead there; what `startRide` throws
 */
export async function reachMilestone(
  ride: RideRecord,
  to: Milestone,
  { confirmEarly = false } = {},
): Promise<RideRecord> {
  if (!statusesBefore(to).includes(ride.status)) return findReached(ride.id, to);
  const reach = (isEarly: boolean) => moveTo(ride, to, isEarly);
  return to === 'in_progress' ? startRide(ride, { confirmEarly }, reach) : reach(false);
}

async function moveTo(ride: RideRecord, to: Milestone, isEarly: boolean): Promise<RideRecord> {
  const moved = await transitionRide({
    rideId: ride.id,
    change: to,
    guard: { status: { $in: statusesBefore(to) }, driverId: ride.driverId },
    patch: { status: to },
    ...(isEarly && { note: 'early' }),
  });
  return moved ?? findReached(ride.id, to);
}

const LESS: RefundReason = 'completed-for-less';

/**
 * The ride's driver completes it for `actualFareCents`, at most what was paid; the rest is refunded. A repeat
 * changes nothing.
 *
 * @throws AppError INVALID_REQUEST above the paid fare, RIDE_STATE_CONFLICT unless it is in progress
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
      ...(isRefundOwed && { refundOwed: { reason: LESS, since: now } }),
    },
  });
  if (!completed) return findReached(ride.id, 'completed');
  await givePlaceBack(completed);

  if (isRefundOwed) await tryEnqueue('refund-ride', { rideId: ride.id, reason: LESS });
  return completed;
}

/** For a repeat. @throws AppError RIDE_STATE_CONFLICT in any other status */
async function findReached(rideId: string, status: RideStatus): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (ride.status === status) return ride;
  throw new AppError('RIDE_STATE_CONFLICT', RIDE_STATES[status].action?.refusal ?? 'The ride has moved on.');
}
