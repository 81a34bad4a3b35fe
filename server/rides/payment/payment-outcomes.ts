import type { ConfirmOutcome, RefundReason } from '#common/jobs.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import type { Payment } from '../../payments/stripe-payments.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

/** The outcome of a ride's payment; null while it is not known. */
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

/** Whether a ride was paid after it had been cancelled, whatever happened to that money. */
export const wasPaidLate = ({ refundOwed, refunds }: Pick<RideRecord, 'refundOwed' | 'refunds'>): boolean =>
  refundOwed?.reason === TOO_LATE || refunds.some(({ reason }) => reason === TOO_LATE);

/**
 * Owes back a payment made for a cancelled ride, from the first call on. Publishing the change enqueues the
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
      refundOwed: { reason: TOO_LATE, since: databaseClock.now() },
    },
  });
  return 'refunding';
}
