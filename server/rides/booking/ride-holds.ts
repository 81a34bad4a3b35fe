import type { Cents } from '#common/money.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { captureGiftCard, holdGiftCard, refundGiftCard, releaseGiftCard } from '../../gift-cards/ledger.ts';
import { type CaptureOutcome, capturePromo, holdPromo, releasePromo } from '../../promos/promo-holds.ts';
import { findRiderKeyAndPhone } from '../../users/mailbox-of.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';

/**
 * Reserves the promo use and gift card amount of a prepared ride, before the ride is written. So a written
 * ride never relies on a missing hold; `reconcile-rides` releases a hold whose ride was never written.
 *
 * @returns whether everything is reserved; false when the gift card no longer has the amount in the fare
 * @throws AppError INVALID_REQUEST when the promo has just been used up
 */
export async function reserveDiscounts(ride: RideDoc): Promise<boolean> {
  const { promoCodeId, giftCardId, riderId, payBy: until } = ride;
  const rideId = ride._id.toHexString();
  if (promoCodeId) {
    const { phone } = await findRiderKeyAndPhone(riderId);
    const phones = phone ? [phone, ride.customerPhone] : [ride.customerPhone];
    const refusal = await holdPromo({ promoId: promoCodeId, rideId, riderId, phones, until });
    if (refusal) throw fieldRefusal('promoCodeId', refusal);
  }
  if (!giftCardId) return true;

  const isHeld = await holdGiftCard({
    giftCardId,
    rideId,
    amountCents: ride.fare.giftCardCents,
    memo: ride.dropoffLocation,
    riderId,
    until,
  });
  if (!isHeld && promoCodeId) await releasePromo({ promoId: promoCodeId, rideId });
  return isHeld;
}

/**
 * Captures the holds of a ride, just before it is settled. Idempotent.
 *
 * @param card the fingerprint of the bank card that paid; null when nothing was due
 * @returns `captured` when the ride has every discount in its fare
 */
export async function captureHolds(
  { id: rideId, promoCodeId, giftCardId }: Pick<RideRecord, 'id' | 'promoCodeId' | 'giftCardId'>,
  card: string | null,
): Promise<CaptureOutcome> {
  const ofPromo = promoCodeId ? await capturePromo({ promoId: promoCodeId, rideId }, card) : 'captured';
  if (ofPromo !== 'captured' || !giftCardId) return ofPromo;
  return (await captureGiftCard({ giftCardId, rideId })) ? 'captured' : 'expired';
}

interface Holder {
  rideId: string;
  promoCodeId: string | null;
  giftCardId: string | null;
  giftCardCents: Cents;
}

/**
 * Releases the promo and gift card holds of a ride that was cancelled or never written. Refunds what a late
 * payment captured a moment before. Idempotent.
 */
export async function releaseHolds({
  rideId,
  promoCodeId,
  giftCardId,
  giftCardCents,
}: Holder): Promise<void> {
  if (promoCodeId) await releasePromo({ promoId: promoCodeId, rideId });
  if (!giftCardId) return;
  await releaseGiftCard({ giftCardId, rideId });
  await refundGiftCard({ giftCardId, rideId, amountCents: giftCardCents, reason: 'paid-too-late' });
}

/** Releases the holds of a cancelled ride and clears its `releaseOwedSince` mark. Idempotent. */
export async function releaseHoldsOf(ride: RideRecord): Promise<void> {
  await releaseHolds({ ...ride, rideId: ride.id, giftCardCents: ride.fare.giftCardCents });
  await RideModel.updateOne({ _id: ride.id }, { $unset: { releaseOwedSince: 1 } });
}

/** Releases the holds of a prepared ride that will not be written. Idempotent. */
export const releaseHoldsOfUnwritten = (ride: Pick<RideDoc, '_id' | 'promoCodeId' | 'giftCardId' | 'fare'>) =>
  releaseHolds({ ...ride, rideId: ride._id.toHexString(), giftCardCents: ride.fare.giftCardCents });
