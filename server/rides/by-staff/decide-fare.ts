import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { requireWithinFare } from '../dispatch/complete-ride.ts';
import { settleCompletion } from '../dispatch/settle-completion.ts';
import { requireVersion, rideChangedError } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { requireWithinLimit } from './adjust-ride.ts';

interface FareDecision {
  rideId: string;
  /** The version that staff saw on screen. */
  version: number;
  finalFareCents: Cents;
  reason?: string | undefined;
  actor: AuditActor;
}

/**
 * Confirms the final fare that the driver proposed, or sets another. From this statement on the rest of the
 * payment is owed back and the driver's share is earned. The first decision wins; repeating it changes
 * nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT when there is nothing to decide; RIDE_CHANGED; INVALID_REQUEST above
 * the fare, or without a reason for another fare; FORBIDDEN beyond a dispatcher's limit
 */
export async function decideFare(decision: FareDecision): Promise<RideRecord> {
  const { rideId, version, finalFareCents, actor } = decision;
  const ride = await findRide(rideId);
  if (isDecidedBy(ride, decision)) return ride;
  if (!ride.fareReview) {
    throw new AppError('RIDE_STATE_CONFLICT', 'The final fare of this ride is not waiting for review.');
  }
  requireVersion(ride, version);
  if (!isUnderReview(ride)) throw rideChangedError(ride);
  const text = formatDecision(ride, decision);
  const amountCents = feeBaseCents(ride) - finalFareCents;
  if (amountCents > 0) requireWithinLimit(ride, { kind: 'refund', amountCents, actor });

  const { proposedCents } = ride.fareReview;
  const decided = await transitionRide({
    rideId,
    change: 'fare_decided',
    by: actor,
    text,
    guard: { version },
    patch: {
      ...{ actualFareCents: finalFareCents, fareReview: { proposedCents } },
      ...settleCompletion(ride, finalFareCents),
    },
    audit: {
      action: 'final fare decided',
      subject: rideSubject(rideId),
      before: { proposedCents },
      after: { finalFareCents, ...(decision.reason && { reason: decision.reason }) },
    },
  });
  if (!decided) {
    const current = await findRide(rideId);
    if (isDecidedBy(current, decision)) return current;
    throw rideChangedError(current);
  }
  return decided;
}

/** Whether the same person has already decided the same final fare. */
function isDecidedBy(ride: RideRecord, { finalFareCents, actor }: FareDecision): boolean {
  const decided = ride.history.findLast(({ change }) => change === 'fare_decided');
  return decided !== undefined && decided.by?.id === actor.id && ride.actualFareCents === finalFareCents;
}

/** Describes the decision for the history. @throws AppError INVALID_REQUEST */
function formatDecision(ride: RideRecord, { finalFareCents, reason }: FareDecision): string {
  const [final, proposed] = [formatCents(finalFareCents), ride.fareReview?.proposedCents ?? 0];
  requireWithinFare(ride, finalFareCents, 'finalFareCents');
  if (finalFareCents === proposed) return `Final fare of ${final} confirmed`;
  if (!reason) throw fieldRefusal('reason', 'Please give a reason.');
  return `Final fare of ${final} instead of ${formatCents(proposed)}: ${reason}`;
}
