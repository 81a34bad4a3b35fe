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
import { chargedWaiting, describeReduction, isChargedFor } from './charged-waiting.ts';

interface FareDecision {
  rideId: string;
  /** The version that staff saw on screen. */
  version: number;
  finalFareCents: Cents;
  /** The minutes of waiting to charge, at most those recorded. Default: all of these. */
  waitingMinutes?: number | undefined;
  reason?: string | undefined;
  actor: AuditActor;
}

/**
 * Confirms the final fare that the driver proposed and the recorded waiting, or sets others. From this
 * statement on the rest of the payment is owed back, the waiting is charged and the driver's share is earned.
 * The first decision wins; repeating it changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT when there is nothing to decide; RIDE_CHANGED; INVALID_REQUEST above
 * the fare or the recorded waiting, or without a reason for a change; FORBIDDEN beyond a dispatcher's limit
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
  const waiting = chargedWaiting(ride, decision.waitingMinutes);
  const reduction = describeReduction(ride, waiting);
  const text = formatDecision(ride, decision, reduction.text);
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
      ...{ actualFareCents: finalFareCents, fareReview: { proposedCents }, waiting },
      ...settleCompletion({ ...ride, waiting }, finalFareCents),
    },
    audit: {
      action: 'final fare decided',
      subject: rideSubject(rideId),
      before: { proposedCents, ...reduction.before },
      after: { finalFareCents, ...reduction.after, ...(decision.reason && { reason: decision.reason }) },
    },
  });
  if (!decided) {
    const current = await findRide(rideId);
    if (isDecidedBy(current, decision)) return current;
    throw rideChangedError(current);
  }
  return decided;
}

/** Whether the same person has already decided the same final fare and waiting. */
function isDecidedBy(ride: RideRecord, { finalFareCents, waitingMinutes, actor }: FareDecision): boolean {
  const decided = ride.history.findLast(({ change }) => change === 'fare_decided');
  const isSame = ride.actualFareCents === finalFareCents && isChargedFor(ride, waitingMinutes);
  return decided !== undefined && decided.by?.id === actor.id && isSame;
}

/**
 * Describes the decision for the history.
 *
 * @param waiting how the waiting was reduced; empty if it was not
 * @throws AppError INVALID_REQUEST
 */
function formatDecision(ride: RideRecord, { finalFareCents, reason }: FareDecision, waiting: string): string {
  const [final, proposed] = [formatCents(finalFareCents), ride.fareReview?.proposedCents ?? 0];
  requireWithinFare(ride, finalFareCents, 'finalFareCents');
  const fare = finalFareCents === proposed ? 'confirmed' : `instead of ${formatCents(proposed)}`;
  if (finalFareCents === proposed && !waiting) return `Final fare of ${final} confirmed`;
  if (!reason) throw fieldRefusal('reason', 'Please give a reason.');
  return `Final fare of ${final} ${fare}${waiting}: ${reason}`;
}
