import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { RIDE_STATES } from '#common/rides/ride-states.ts';
import { completeIfUnchanged, isCompletable, requireWithinFare } from '../dispatch/complete-ride.ts';
import { requireVersion, rideChangedError } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { requireWithinLimit } from './adjust-ride.ts';

interface StaffCompletion {
  rideId: string;
  /** The version that staff saw on screen. */
  version: number;
  finalFareCents: Cents;
  reason: string;
  actor: AuditActor;
}

/**
 * Completes a ride in progress in place of a driver who cannot or forgot to. Decides the final fare without
 * review, however small. If staff and driver complete it concurrently, the first wins. A repeat changes
 * nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT unless it is in progress; RIDE_CHANGED after a concurrent change;
 * INVALID_REQUEST above the fare; FORBIDDEN beyond a dispatcher's limit
 */
export async function completeForDriver(completion: StaffCompletion): Promise<RideRecord> {
  const { rideId, version, finalFareCents, reason, actor } = completion;
  const ride = await findRide(rideId);
  if (isCompletedBy(ride, completion)) return ride;
  requireVersion(ride, version);
  if (!isCompletable(ride)) {
    throw new AppError('RIDE_STATE_CONFLICT', RIDE_STATES.completed.action?.refusal ?? '');
  }
  requireWithinFare(ride, finalFareCents, 'finalFareCents');
  // The full amount needs no check of the dispatcher's limit, regardless of earlier refunds by hand.
  const backCents = feeBaseCents(ride) - finalFareCents;
  if (backCents > 0) requireWithinLimit(ride, { kind: 'refund', amountCents: backCents, actor });

  const text = `Final fare of ${formatCents(finalFareCents)}: ${reason}`;
  const completed = await completeIfUnchanged(ride, {
    finalFareCents,
    by: actor,
    text,
    isReviewed: false,
    audit: {
      action: 'ride completed',
      subject: rideSubject(rideId),
      before: { status: ride.status, driverId: ride.driverId, driver: ride.driver?.firstName ?? null },
      after: { status: 'completed', finalFareCents, reason },
    },
  });
  if (!completed) {
    const current = await findRide(rideId);
    if (isCompletedBy(current, completion)) return current;
    throw rideChangedError(current);
  }
  return completed;
}

/** Whether the same person has already completed it with the same final fare. */
function isCompletedBy(
  { history, actualFareCents }: RideRecord,
  { finalFareCents, actor }: StaffCompletion,
): boolean {
  const completed = history.findLast(({ change }) => change === 'completed');
  return completed !== undefined && completed.by?.id === actor.id && actualFareCents === finalFareCents;
}
