import type { RefundReason } from '#common/jobs.ts';
import { SETTLED } from '#common/rides/status.ts';
import { refundGiftCard } from '../gift-cards/ledger.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { releasePromo } from '../promos/promo-holds.ts';
import { findRide } from '../rides/find-rides.ts';
import { type RefundableAmounts, refundableAmounts } from '../rides/refundable-amounts.ts';
import { releaseHolds } from '../rides/release-holds.ts';
import type { RideRecord } from '../rides/ride-record.ts';
import { transitionRide } from '../rides/transition-ride.ts';
import { notifyOperations } from './notify-operations.ts';
import { readPayment } from './stripe-payments.ts';
import { type RefundReply, refundPayment } from './stripe-refunds.ts';

/**
 * Gives back what a ride's rider is owed for one reason, once: the gift card's ledger and Stripe each know ride and reason, and the ride
 * records it. Where Stripe will never make its part, because the payment is disputed, that is recorded instead and left to the house.
 * Repeatable; throws when the ride changed meanwhile, so that the job runs again.
 */
export async function refundRide(rideId: string, reason: RefundReason): Promise<void> {
  const ride = await findRide(rideId);
  if (ride.refunds.some((refund) => refund.reason === reason)) return;
  const owed = await owedFor(ride, reason);
  if (!owed) return;

  if (reason === 'not-accepted') await makeGood(ride);
  const reply = await giveBack(ride, reason, owed);
  if (reply.failure) {
    await notifyOperations({
      key: `${rideId} ${reason} refused`,
      kind: 'refund-failed',
      paidFor: { rideId, purchaseId: null },
      amountCents: owed.toCardCents,
      word: reply.failure,
    });
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

/** @returns null when there is nothing to do for that reason */
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

/** The bank card gets back all it was charged; the gift card has its money back by the ride having been called off. */
async function owedForLatePayment(ride: RideRecord): Promise<RefundableAmounts | null> {
  if (ride.paymentStatus !== 'expired' || !ride.paymentIntentId) return null;
  await releaseHolds({ ...ride, rideId: ride.id, giftCardCents: ride.fare.giftCardCents });
  const { receivedCents } = await readPayment(ride.paymentIntentId);
  return receivedCents > 0 ? { toCardCents: receivedCents, toGiftCardCents: 0 } : null;
}

/** Besides the money of a ride that found no driver: its rider is told, and may use the promo code again. */
async function makeGood({ id: rideId, promoCodeId: promoId }: RideRecord): Promise<void> {
  await enqueueEmail('ride-not-accepted', rideId);
  if (promoId) await releasePromo({ promoId, rideId });
}

/** @returns what Stripe said to its part; no id where it has none */
async function giveBack(
  { id: rideId, giftCardId, paymentIntentId }: RideRecord,
  reason: RefundReason,
  { toCardCents, toGiftCardCents }: RefundableAmounts,
): Promise<RefundReply> {
  if (giftCardId && toGiftCardCents > 0) {
    await refundGiftCard({ giftCardId, rideId, amountCents: toGiftCardCents, reason });
  }
  if (!paymentIntentId || toCardCents === 0) return { refundId: null };
  return refundPayment({ paymentIntentId, amountCents: toCardCents, rideId, reason });
}
