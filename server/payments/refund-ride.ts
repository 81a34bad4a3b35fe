import type { RefundReason } from '#common/jobs.ts';
import { refundGiftCard } from '../gift-cards/refund-gift-card.ts';
import { findRide } from '../rides/find-rides.ts';
import { type OwedBack, owedBack } from '../rides/owed-back.ts';
import { releaseHolds } from '../rides/release-holds.ts';
import type { RideRecord } from '../rides/ride-record.ts';
import { transitionRide } from '../rides/transition-ride.ts';
import { readPayment, refundPayment } from './stripe-payments.ts';

/**
 * Gives back what a ride's rider is owed for one reason, once: the gift card's ledger and Stripe each know ride and reason, and the ride
 * records it. Repeatable; throws when the ride changed meanwhile, so that the job runs again.
 */
export async function refundRide(rideId: string, reason: RefundReason): Promise<void> {
  const ride = await findRide(rideId);
  if (ride.refunds.some((refund) => refund.reason === reason)) return;
  const owed = reason === 'paid-too-late' ? await owedForLatePayment(ride) : owedBack(ride);
  if (owed.toCardCents + owed.toGiftCardCents <= 0) return;

  const refundId = await giveBack(ride, reason, owed);
  const refunded = await transitionRide({
    rideId,
    change: 'refunded',
    guard: { version: ride.version },
    patch: {
      refunds: [
        ...ride.refunds,
        { reason, amountCents: owed.toCardCents, refundId, giftCardCents: owed.toGiftCardCents },
      ],
      ...(reason === 'paid-too-late' && { paymentStatus: 'refunded' }),
    },
    unset: 'refundOwed',
  });
  if (!refunded) throw new Error(`ride ${rideId} changed while it was refunded`);
}

/** The bank card gets back all it was charged; the gift card has its money back by the ride having been called off. */
async function owedForLatePayment(ride: RideRecord): Promise<OwedBack> {
  if (ride.paymentStatus !== 'expired' || !ride.paymentIntentId)
    return { toCardCents: 0, toGiftCardCents: 0 };
  await releaseHolds({ ...ride, rideId: ride.id, giftCardCents: ride.fare.giftCardCents });
  return { toCardCents: (await readPayment(ride.paymentIntentId)).receivedCents, toGiftCardCents: 0 };
}

/** @returns Stripe's id of its part, null where it has none */
async function giveBack(
  { id: rideId, giftCardId, paymentIntentId }: RideRecord,
  reason: RefundReason,
  { toCardCents, toGiftCardCents }: OwedBack,
): Promise<string | null> {
  if (giftCardId && toGiftCardCents > 0) {
    await refundGiftCard({ giftCardId, rideId, amountCents: toGiftCardCents, reason });
  }
  if (!paymentIntentId || toCardCents === 0) return null;
  return refundPayment({ paymentIntentId, amountCents: toCardCents, key: `${rideId}:${reason}` });
}
