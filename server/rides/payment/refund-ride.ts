import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import { refundGiftCard } from '../../gift-cards/ledger.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { notifyOperations } from '../../payments/payment-alerts.ts';
import { readPayment } from '../../payments/stripe-payments.ts';
import { type RefundReply, refundPayment } from '../../payments/stripe-refunds.ts';
import { releasePromo } from '../../promos/promo-holds.ts';
import { releaseHolds } from '../booking/ride-holds.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

/**
 * Refunds what a ride's rider is owed for one reason, once: the gift card's ledger and Stripe each know ride
 * and reason, and the ride records it. Where Stripe will never make its part, because the payment is
 * disputed, that is recorded instead and operations are notified. Repeatable.
 *
 * @throws Error when the ride changed meanwhile, so that the job runs again
 */
export async function refundRide(rideId: string, reason: RefundReason): Promise<void> {
  const ride = await findRide(rideId);
  if (ride.refunds.some((refund) => refund.reason === reason)) return;
  const owed = await owedFor(ride, reason);
  if (!owed) return;

  if (reason === 'not-accepted') await compensateRider(ride);
  const reply = await makeRefund(ride, reason, owed);
  if (reply.failure) {
    await notifyOperations(
      {
        key: `${rideId} ${reason} refused`,
        kind: 'refund-failed',
        paidFor: { kind: 'ride', id: rideId },
        amountCents: owed.toCardCents,
        reason: reply.failure,
      },
      recordOnRide,
    );
  }
  const refunded = await transitionRide({
    rideId,
    change: reply.failure ? 'refund_failed' : 'refunded',
    guard: { version: ride.version },
    patch: {
      refunds: [
        ...ride.refunds,
        { reason, amountCents: owed.toCardCents, giftCardCents: owed.toGiftCardCents, ...reply },
      ],
      ...(reason !== 'completed-for-less' && { paymentStatus: 'refunded' }),
    },
    unset: 'refundOwed',
  });
  if (!refunded) throw new Error(`ride ${rideId} changed while it was refunded`);
}

/** What is refunded, and where to. */
interface RefundableAmounts {
  toCardCents: Cents;
  toGiftCardCents: Cents;
}

/**
 * What is refunded of a settled ride that came to less than was paid: the difference, to the bank card first,
 * at most what that card was charged, and the rest to the gift card. So a gift card is spent before a bank
 * card is, as it was when the ride was booked. A rest that was waived was never paid, and is not refunded.
 */
export function refundableAmounts({
  paymentStatus,
  fare,
  actualFareCents,
}: Pick<RideRecord, 'paymentStatus' | 'fare' | 'actualFareCents'>): RefundableAmounts {
  if (!SETTLED.includes(paymentStatus) || actualFareCents === null) {
    return { toCardCents: 0, toGiftCardCents: 0 };
  }
  const byCardCents = paymentStatus === 'paid' ? fare.totalCents : 0;
  const unusedCents = Math.max(0, byCardCents + fare.giftCardCents - actualFareCents);
  const toCardCents = Math.min(unusedCents, byCardCents);
  return { toCardCents, toGiftCardCents: unusedCents - toCardCents };
}

/**
 * Records that Stripe failed a refund it had accepted; does nothing for one the ride does not have, which
 * somebody made at Stripe itself. Repeatable.
 *
 * @throws Error when the ride changed meanwhile, so that the job runs again
 */
export async function failRefund(rideId: string, refundId: string, failure: string): Promise<void> {
  const ride = await findRide(rideId);
  if (!ride.refunds.some((refund) => refund.refundId === refundId && !refund.failure)) return;
  const failed = await transitionRide({
    rideId,
    change: 'refund_failed',
    guard: { version: ride.version },
    patch: {
      refunds: ride.refunds.map((refund) => (refund.refundId === refundId ? { ...refund, failure } : refund)),
    },
  });
  if (!failed) throw new Error(`ride ${rideId} changed while its refund failed`);
}

/** Records the key of an alert that operations got about a ride's payment, once. */
export async function recordOnRide(rideId: string, alertKey: string): Promise<void> {
  await RideModel.updateOne(
    { _id: rideId, paymentAlerts: { $ne: alertKey } },
    { $push: { paymentAlerts: alertKey } },
  );
}

/** @returns null when nothing is owed for that reason */
async function owedFor(ride: RideRecord, reason: RefundReason): Promise<RefundableAmounts | null> {
  switch (reason) {
    case 'paid-too-late':
      return owedForLatePayment(ride);
    case 'completed-for-less': {
      const owed = refundableAmounts(ride);
      return owed.toCardCents + owed.toGiftCardCents > 0 ? owed : null;
    }
    case 'not-accepted': {
      const isPaidInVain = ride.status === 'cancelled' && SETTLED.includes(ride.paymentStatus);
      return isPaidInVain ? refundableAmounts({ ...ride, actualFareCents: 0 }) : null;
    }
  }
}

/** The bank card gets all it was charged; the gift card got its money when the ride was cancelled. */
async function owedForLatePayment(ride: RideRecord): Promise<RefundableAmounts | null> {
  if (ride.paymentStatus !== 'expired' || !ride.paymentIntentId) return null;
  await releaseHolds({ ...ride, rideId: ride.id, giftCardCents: ride.fare.giftCardCents });
  const { receivedCents } = await readPayment(ride.paymentIntentId);
  return receivedCents > 0 ? { toCardCents: receivedCents, toGiftCardCents: 0 } : null;
}

/**
 * Besides the money of a ride that found no driver: an email to the rider, who may use the promo code again.
 */
async function compensateRider({ id: rideId, promoCodeId: promoId }: RideRecord): Promise<void> {
  await enqueueEmail('ride-not-accepted', rideId);
  if (promoId) await releasePromo({ promoId, rideId });
}

/** @returns Stripe's reply to its part; no id where it has none */
async function makeRefund(
  { id: rideId, giftCardId, paymentIntentId }: RideRecord,
  reason: RefundReason,
  { toCardCents, toGiftCardCents }: RefundableAmounts,
): Promise<RefundReply> {
  if (giftCardId && toGiftCardCents > 0) {
    await refundGiftCard({ giftCardId, rideId, amountCents: toGiftCardCents, reason });
  }
  if (!paymentIntentId || toCardCents === 0) return { refundId: null };
  return refundPayment({
    paymentIntentId,
    amountCents: toCardCents,
    metadata: { rideId, reason },
    idempotencyKey: `refund:${rideId}:${reason}`,
  });
}
