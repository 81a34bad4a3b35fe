import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { MIN_CHARGE_CENTS } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { RIDE_STATES } from '#common/rides/ride-states.ts';
import { completeIfUnchanged, isCompletable, requireWithinFare } from '../dispatch/complete-ride.ts';
import { confirmExtension } from '../dispatch/confirm-extension.ts';
import { requireVersion, rideChangedError } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { requireWithinLimit } from './adjust-ride.ts';
import { chargedWaiting, describeReduction, isChargedFor } from './charged-waiting.ts';

interface StaffCompletion {
  rideId: string;
  /** The version that staff saw on screen. */
  version: number;
  finalFareCents: Cents;
  /** The minutes of waiting to charge, at most those recorded. Default: all of these. */
  waitingMinutes?: number | undefined;
  reason: string;
  actor: AuditActor;
}

/**
 * Completes a ride in progress in place of a driver who cannot or forgot to. Decides the final fare, however
 * small, and how much of the waiting is charged, without review. Confirms an extension that was paid first
 * (`confirmExtension`). If staff and driver complete it concurrently, the first wins. A repeat changes
 * nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT unless it is in progress; RIDE_CHANGED after a concurrent change;
 * INVALID_REQUEST above the fare or the recorded waiting; FORBIDDEN beyond a dispatcher's limit
 */
export async function completeForDriver(completion: StaffCompletion): Promise<RideRecord> {
  const { rideId, version, reason, actor } = completion;
  const read = await findRide(rideId);
  if (isCompletedBy(read, completion)) return read;
  requireVersion(read, version);
  if (!isCompletable(read)) {
    throw new AppError('RIDE_STATE_CONFLICT', RIDE_STATES.completed.action?.refusal ?? '');
  }
  requireWithinFare(read, completion.finalFareCents, 'finalFareCents');
  const waiting = chargedWaiting(read, completion.waitingMinutes);
  requireMayRefund(read, completion.finalFareCents, actor);
  const { ride, finalFareCents } = await confirmExtension(read, completion.finalFareCents);
  if (!isAsSeen(read, ride)) return findCompleted(completion);
  requireMayRefund(ride, finalFareCents, actor);

  const reduction = describeReduction(ride, waiting);
  const before = { status: ride.status, driverId: ride.driverId, driver: ride.driver?.firstName ?? null };
  const completed = await completeIfUnchanged(ride, {
    finalFareCents,
    waiting,
    by: actor,
    text: `Final fare of ${formatCents(finalFareCents)}${reduction.text}: ${reason}`,
    isReviewed: false,
    audit: {
      action: 'ride completed',
      subject: rideSubject(rideId),
      before: { ...before, ...reduction.before },
      after: { status: 'completed', finalFareCents, ...reduction.after, reason },
    },
  });
  return completed ?? findCompleted(completion);
}

/**
 * The full amount needs no check of the dispatcher's limit, regardless of earlier refunds by hand.
 *
 * @throws AppError FORBIDDEN
 */
function requireMayRefund(ride: RideRecord, finalFareCents: Cents, actor: AuditActor): void {
  const backCents = feeBaseCents(ride) - finalFareCents;
  if (backCents > 0) requireWithinLimit(ride, { kind: 'refund', amountCents: backCents, actor });
}

/** Whether nothing but the end of the pending extension has changed a ride since it was read. */
const isAsSeen = (read: RideRecord, { version, pendingEdit }: RideRecord): boolean =>
  version === read.version || (version === read.version + 1 && read.pendingEdit !== null && !pendingEdit);

/** Returns the ride that the same person has completed concurrently. @throws AppError RIDE_CHANGED */
async function findCompleted(completion: StaffCompletion): Promise<RideRecord> {
  const ride = await findRide(completion.rideId);
  if (isCompletedBy(ride, completion)) return ride;
  throw rideChangedError(ride);
}

/** Whether the same person has already completed it with the same final fare and waiting. */
function isCompletedBy(ride: RideRecord, completion: StaffCompletion): boolean {
  const { history, actualFareCents } = ride;
  const { finalFareCents, version, actor } = completion;
  const index = history.findLastIndex(({ change }) => change === 'completed');
  if (index < 0 || actualFareCents === null || history[index]?.by?.id !== actor.id) return false;
  if (!isChargedFor(ride, completion.waitingMinutes)) return false;
  if (actualFareCents === finalFareCents) return true;
  // The final fare also includes an extension that was confirmed for this completion. Its charge may include
  // a remainder of the fare that was waived before.
  const extended = history[index - 1];
  if (extended?.change !== 'extended' || extended.version <= version) return false;
  const extension = ride.charges.findLast(({ kind, status }) => kind === 'extension' && status === 'paid');
  const waivedCents = (extension?.amountCents ?? 0) - (actualFareCents - finalFareCents);
  return waivedCents >= 0 && waivedCents < MIN_CHARGE_CENTS;
}
