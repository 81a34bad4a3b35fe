import { AppError } from '#common/errors.ts';
import type { RefundReason } from '#common/jobs.ts';
import { type Cents, formatCents } from '#common/money.ts';
import {
  type Milestone,
  RIDE_STATES,
  type RideStatus,
  SETTLED,
  statusesBefore,
} from '#common/rides/ride-states.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import type { DriverIntroduction } from '../../users/accounts.ts';
import { refundableAmounts } from '../payment/refund-ride.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

/**
 * A driver accepts an offer. The first one wins; a repeat by the same driver returns its ride again.
 *
 * @throws AppError RIDE_TAKEN when another was first, RIDE_NOT_OPEN when it is unpaid or cancelled, NOT_FOUND
 */
export async function acceptRide(rideId: string, driver: DriverIntroduction): Promise<RideRecord> {
  const accepted = await transitionRide({
    rideId,
    change: 'accepted',
    guard: { status: { $in: statusesBefore('accepted') }, paymentStatus: { $in: SETTLED } },
    patch: {
      status: 'accepted',
      driverId: driver.id,
      driver: { firstName: driver.firstName, vehicle: driver.vehicle },
    },
  });
  if (accepted) return accepted;

  const ride = await findRide(rideId);
  if (ride.driverId === driver.id) return ride;
  if (ride.driverId !== null) {
    throw new AppError('RIDE_TAKEN', 'This ride has already been accepted by another driver');
  }
  throw new AppError('RIDE_NOT_OPEN', 'This ride is not open for drivers.');
}

/**
 * The ride's driver moves it to a milestone; a repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT in any status that does not lead there
 */
export async function reachMilestone(ride: RideRecord, to: Milestone): Promise<RideRecord> {
  const moved = await transitionRide({
    rideId: ride.id,
    change: to,
    guard: { status: { $in: statusesBefore(to) }, driverId: ride.driverId },
    patch: { status: to },
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

  if (isRefundOwed) await tryEnqueue('refund-ride', { rideId: ride.id, reason: LESS });
  return completed;
}

/** For a repeat. @throws AppError RIDE_STATE_CONFLICT in any other status */
async function findReached(rideId: string, status: RideStatus): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (ride.status === status) return ride;
  throw new AppError('RIDE_STATE_CONFLICT', RIDE_STATES[status].action?.refusal ?? 'The ride has moved on.');
}
