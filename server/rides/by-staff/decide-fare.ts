import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { formatWaitedMinutes } from '#common/rides/unused-payment.ts';
import { reduceWaiting } from '#common/rides/waiting.ts';
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
  const settled = withWaiting(ride, decision);
  const isReduced = minutesOf(settled) < minutesOf(ride);
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
      ...{ actualFareCents: finalFareCents, fareReview: { proposedCents }, waiting: settled.waiting },
      ...settleCompletion(settled, finalFareCents),
    },
    audit: {
      action: 'final fare decided',
      subject: rideSubject(rideId),
      before: { proposedCents, ...(isReduced && { waitingMinutes: minutesOf(ride) }) },
      after: {
        finalFareCents,
        ...(isReduced && { waitingMinutes: minutesOf(settled) }),
        ...(decision.reason && { reason: decision.reason }),
      },
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
function isDecidedBy(ride: RideRecord, decision: FareDecision): boolean {
  const { finalFareCents, waitingMinutes = minutesOf(ride), actor } = decision;
  const decided = ride.history.findLast(({ change }) => change === 'fare_decided');
  const isSame = ride.actualFareCents === finalFareCents && minutesOf(ride) === waitingMinutes;
  return decided !== undefined && decided.by?.id === actor.id && isSame;
}

const minutesOf = ({ waiting }: Pick<RideRecord, 'waiting'>): number => waiting?.minutes ?? 0;

/** Returns the ride with the waiting to charge. @throws AppError INVALID_REQUEST above what is recorded */
function withWaiting(ride: RideRecord, { waitingMinutes = minutesOf(ride) }: FareDecision): RideRecord {
  if (waitingMinutes > minutesOf(ride)) {
    throw fieldRefusal('waitingMinutes', `At most ${formatWaitedMinutes({ minutes: minutesOf(ride) })}.`);
  }
  return { ...ride, waiting: ride.waiting && reduceWaiting(ride.waiting, waitingMinutes) };
}

/** Describes the decision for the history. @throws AppError INVALID_REQUEST */
function formatDecision(ride: RideRecord, decision: FareDecision): string {
  const { finalFareCents, waitingMinutes: minutes = minutesOf(ride), reason } = decision;
  const [final, proposed] = [formatCents(finalFareCents), ride.fareReview?.proposedCents ?? 0];
  requireWithinFare(ride, finalFareCents, 'finalFareCents');
  const fare = finalFareCents === proposed ? 'confirmed' : `instead of ${formatCents(proposed)}`;
  const waiting =
    minutes === minutesOf(ride)
      ? ''
      : `, with ${formatWaitedMinutes({ minutes })} of waiting instead of ${minutesOf(ride)}`;
  if (finalFareCents === proposed && !waiting) return `Final fare of ${final} confirmed`;
  if (!reason) throw fieldRefusal('reason', 'Please give a reason.');
  return `Final fare of ${final} ${fare}${waiting}: ${reason}`;
}
