import type { ConfirmOutcome, RefundReason } from '#common/jobs.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import { MARK_UNPUBLISHED } from '../../infra/outbox.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import type { Payment } from '../../payments/stripe-payments.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

/** The outcome of a ride's payment, if it is known; null while it is not. */
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
 * Keeps a ride from the drivers until somebody has reviewed its payment, which does not match it. Of one that has expired all of it goes
 * back: nobody can settle that ride any more. Repeatable.
 */
export async function flagPayment(ride: RideRecord, payment: Payment): Promise<ConfirmOutcome> {
  logger.error({ rideId: ride.id, paymentIntentId: payment.id }, 'payment does not match ride');
  const flagged = await transitionRide({
    rideId: ride.id,
    change: 'flagged',
    by: WORKER,
    guard: { paymentStatus: 'pending' },
    // That of a mailed link is known from now on, so that it can be given back.
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

/** Whether a ride was paid when it had been cancelled, whatever became of that money. */
export const wasPaidLate = ({ refundOwed, refunds }: Pick<RideRecord, 'refundOwed' | 'refunds'>): boolean =>
  refundOwed?.reason === TOO_LATE || refunds.some(({ reason }) => reason === TOO_LATE);

/**
 * The payment was made, but the ride had been cancelled: owes it back, since the first time this is called, and enqueues the refund.
 * Repeatable.
 *
 * @param paymentIntentId the payment, where the ride does not have it yet
 */
export async function refundLatePayment(
  rideId: string,
  paymentIntentId?: string | null,
): Promise<ConfirmOutcome> {
  await RideModel.updateOne(
    // Its refund makes it `refunded`.
    { _id: rideId, paymentStatus: 'expired', 'refundOwed.reason': { $ne: TOO_LATE } },
    {
      $set: {
        ...(paymentIntentId && { paymentIntentId }),
        refundOwed: { reason: TOO_LATE, since: databaseClock.now() },
      },
      // Should this end with the write, `relayOutbox` enqueues it within seconds; `reconcile-rides` does where a publication under
      // way, whose version is the same, takes this mark for its own.
      ...MARK_UNPUBLISHED,
    },
  );
  await tryEnqueue('refund-ride', { rideId, reason: TOO_LATE }, { key: `${rideId} ${TOO_LATE}` });
  return 'refunding';
}
