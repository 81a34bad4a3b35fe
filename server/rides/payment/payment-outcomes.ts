import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { ConfirmOutcome, RefundReason } from '#common/jobs.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import type { Payment } from '../../payments/stripe-payments.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

/** The outcome of a ride's payment; null unless the ride is settled or refunded. */
export function knownOutcome({ paymentStatus }: RideRecord): ConfirmOutcome | null {
  switch (paymentStatus) {
    case 'paid':
    case 'waived':
    case 'on_account':
      return 'settled';
    case 'refunded':
      return 'refunding';
    default:
      return null;
  }
}

/**
 * Matches rides that a payment can settle. Includes flagged ones, whose payment may have been corrected at
 * Stripe.
 */
export const SETTLEABLE: QueryFilter<RideDoc> = {
  status: 'requested',
  paymentStatus: { $in: ['pending', 'flagged'] },
};

interface Settlement {
  /** The condition for settling the ride. */
  guard: QueryFilter<RideDoc>;
  /** How it is settled: payment status, card, payment id, when it was paid, and charges. */
  patch: Pick<RideDoc, 'paymentStatus'> &
    Partial<Pick<RideDoc, 'payment' | 'paymentIntentId' | 'paidAt' | 'charges'>>;
  /** Who settles it. Defaults to the worker, whichever process read the payment. */
  by?: AuditActor | undefined;
}

/**
 * Settles a ride that is paid, waived or goes on account, which makes it an offer, and schedules its expiry
 * in case no driver accepts it. The change is called `paid` in each case, in the history and in metrics.
 *
 * @returns null when the guard did not match
 */
export async function settleRide(
  rideId: string,
  { guard, patch, by = WORKER }: Settlement,
): Promise<RideRecord | null> {
  const settled = await transitionRide({ rideId, change: 'paid', by, guard, patch });
  if (settled) {
    const closesAt = Date.parse(settled.scheduledAt) + LATE_ACCEPT_MS;
    await tryEnqueue(
      'expire-unaccepted-ride',
      { rideId },
      { delayMs: Math.max(0, closesAt - databaseClock.nowMs()) },
    );
  }
  return settled;
}

/**
 * Flags a ride whose payment does not match, which hides it from drivers until the payment is reviewed. If
 * the ride has expired, refunds the payment instead, because the ride can no longer be settled. Idempotent.
 */
export async function flagPayment(ride: RideRecord, payment: Payment): Promise<ConfirmOutcome> {
  logger.error({ rideId: ride.id, paymentIntentId: payment.id }, 'payment does not match ride');
  const flagged = await transitionRide({
    rideId: ride.id,
    change: 'flagged',
    by: WORKER,
    guard: { paymentStatus: 'pending' },
    // A payment by mailed link becomes known to the ride here, so that it can be refunded.
    patch: { paymentStatus: 'flagged', paymentIntentId: payment.id },
  });
  if (!flagged && (await findRide(ride.id)).paymentStatus === 'expired') {
    return refundLatePayment(ride.id, payment.id);
  }
  return flaggedOutcome(payment);
}

/** The outcome of a payment that flags its ride. */
export const flaggedOutcome = ({ metadata }: Payment): ConfirmOutcome =>
  metadata.riderId ? 'flagged' : 'missing-rider';

const TOO_LATE: RefundReason = 'paid-too-late';

/** What a statement adds that cancels a paid ride: the payment is owed back, like one that came too late. */
export const paymentOwedBack = (): Pick<RideDoc, 'refundOwed'> => ({
  refundOwed: { reason: TOO_LATE, since: databaseClock.now() },
});

/** Whether a ride was paid after it had been cancelled, whatever happened to that money. */
export const wasPaidLate = ({ refundOwed, refunds }: Pick<RideRecord, 'refundOwed' | 'refunds'>): boolean =>
  refundOwed?.reason === TOO_LATE || refunds.some(({ reason }) => reason === TOO_LATE);

/**
 * Records that a payment made for a cancelled ride has to be refunded. Publishing the change enqueues the
 * refund. Idempotent.
 *
 * @param paymentIntentId the payment, when the ride does not store it yet
 */
export async function refundLatePayment(
  rideId: string,
  paymentIntentId?: string | null,
): Promise<ConfirmOutcome> {
  await transitionRide({
    rideId,
    change: 'adjusted',
    by: WORKER,
    text: 'What was paid for this ride is owed back.',
    // The refund later changes `expired` to `refunded`.
    guard: { paymentStatus: 'expired', 'refundOwed.reason': { $ne: TOO_LATE } },
    patch: {
      ...(paymentIntentId && { paymentIntentId }),
      ...paymentOwedBack(),
    },
  });
  return 'refunding';
}
