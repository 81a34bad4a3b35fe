import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import type { RefundReason } from '#common/jobs.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { totalOf } from '#common/rides/ride-money.ts';
import { type Milestone, RIDE_STATES, type RideStatus, statusesBefore } from '#common/rides/ride-states.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { findUser } from '../../users/accounts.ts';
import { givePlaceBack } from '../booking/ride-place.ts';
import { owedByItsEnd } from '../payment/refundable.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { startRide } from './start-ride.ts';

interface MilestoneOptions {
  /** Starts although the pickup is more than an hour ahead. */
  confirmEarly?: boolean | undefined;
  /** Where from, for the history. */
  address?: string | null;
}

/**
 * The ride's driver moves it to a milestone; a repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT in any status that does not lead there; what `startRide` throws
 */
export async function reachMilestone(
  ride: RideRecord,
  to: Milestone,
  { confirmEarly = false, address = null }: MilestoneOptions = {},
): Promise<RideRecord> {
  if (!statusesBefore(to).includes(ride.status)) return findReached(ride.id, to);
  const by = await driverOf(ride, address);
  const reach = (isEarly: boolean) => moveTo(ride, to, { by, isEarly });
  return to === 'in_progress' ? startRide(ride, { confirmEarly }, reach) : reach(false);
}

interface Step {
  by: AuditActor;
  isEarly: boolean;
}

async function moveTo(ride: RideRecord, to: Milestone, { by, isEarly }: Step): Promise<RideRecord> {
  const moved = await transitionRide({
    rideId: ride.id,
    change: to,
    by,
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
export async function completeRide(
  ride: RideRecord,
  actualFareCents: Cents,
  address: string | null = null,
): Promise<RideRecord> {
  const paidCents = ride.fare.fareCents;
  if (actualFareCents > paidCents) {
    throw fieldRefusal('actualFare', `The fare cannot be more than the ${formatCents(paidCents)} paid.`);
  }
  const now = new Date();
  const isRefundOwed = totalOf(owedByItsEnd({ ...ride, actualFareCents }, LESS)) > 0;
  const completed = await transitionRide({
    rideId: ride.id,
    change: 'completed',
    by: await driverOf(ride, address),
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

/** The ride's driver, as its history names them. */
async function driverOf({ driverId }: RideRecord, address: string | null): Promise<AuditActor> {
  const user = driverId ? await findUser(driverId) : null;
  return { role: 'driver', id: driverId, name: user?.name ?? '', address };
}

/** For a repeat. @throws AppError RIDE_STATE_CONFLICT in any other status */
async function findReached(rideId: string, status: RideStatus): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (ride.status === status) return ride;
  throw new AppError('RIDE_STATE_CONFLICT', RIDE_STATES[status].action?.refusal ?? 'The ride has moved on.');
}
