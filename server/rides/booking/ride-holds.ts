import type { QueryFilter } from 'mongoose';
import type { Cents } from '#common/money.ts';
import { fareAsBooked } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { type PaymentStatus, SETTLED } from '#common/rides/ride-states.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import {
  captureGiftCard,
  holdGiftCard,
  listOverdueGiftCardHolds,
  refundGiftCard,
  releaseGiftCard,
} from '../../gift-cards/ledger.ts';
import { capturedCents } from '../../gift-cards/ledger-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { MoneyDifference } from '../../money-difference.ts';
import { isPromoCaptured, listCapturedUses } from '../../promos/promo-audit.ts';
import {
  type CaptureOutcome,
  capturePromo,
  holdPromo,
  listOverduePromoHolds,
  releasePromo,
} from '../../promos/promo-holds.ts';
import { identifyRider } from '../../users/mailbox-of.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';

/**
 * Reserves the promo use and gift card amount of a drafted ride, before the ride is written. So a written
 * ride never relies on a missing hold; a hold whose ride was never written expires.
 *
 * @returns whether everything is reserved; false when the gift card no longer has the amount in the draft
 * @throws AppError INVALID_REQUEST when the promo has just been used up
 */
export async function reserveDiscounts(draft: RideDoc): Promise<boolean> {
  const { promoCodeId, giftCardId, riderId, payBy: until } = draft;
  const rideId = draft._id.toHexString();
  if (promoCodeId) {
    const { phone } = await identifyRider(riderId);
    const phones = phone ? [phone, draft.customerPhone] : [draft.customerPhone];
    const refusal = await holdPromo({ promoId: promoCodeId, rideId, riderId, phones, until });
    if (refusal) throw fieldRefusal('promoCodeId', refusal);
  }
  if (!giftCardId) return true;

  const isHeld = await holdGiftCard({
    giftCardId,
    rideId,
    amountCents: draft.fare.giftCardCents,
    memo: draft.dropoffLocation,
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
async function releaseHolds({ rideId, promoCodeId, giftCardId, giftCardCents }: Holder): Promise<void> {
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

/** Releases the holds of a draft that will not be written. Idempotent. */
export const releaseDraft = (draft: Pick<RideDoc, '_id' | 'promoCodeId' | 'giftCardId' | 'fare'>) =>
  releaseHolds({ ...draft, rideId: draft._id.toHexString(), giftCardCents: draft.fare.giftCardCents });

/** How long a ride's own commands have to capture or release a hold before a sweep does, in milliseconds. */
const GRACE_MS = 30_000;

const CANCELLED: PaymentStatus[] = ['expired', 'refunded'];

/**
 * Releases overdue holds of rides that were cancelled or never written, which a crashed process left behind.
 * Rides that still wait for payment or payment review keep theirs.
 */
export async function releaseOverdueHolds(): Promise<void> {
  const before = new Date(databaseClock.nowMs() - GRACE_MS);
  const [ofCards, ofPromos] = await Promise.all([
    listOverdueGiftCardHolds(before),
    listOverduePromoHolds(before),
  ]);
  const none = { promoCodeId: null, giftCardId: null, giftCardCents: 0 };
  const holders = [
    ...ofCards.map(({ amountCents: giftCardCents, ...held }) => ({ ...none, ...held, giftCardCents })),
    ...ofPromos.map(({ rideId, promoId: promoCodeId }) => ({ ...none, rideId, promoCodeId })),
  ];
  for (const holder of holders) {
    const isWanted = await RideModel.exists({ _id: holder.rideId, paymentStatus: { $nin: CANCELLED } });
    if (!isWanted) await releaseHolds(holder);
  }
}

/** Releases the holds of cancelled rides whose `releaseOwedSince` mark a crashed process left behind. */
export async function releaseOwedHolds(): Promise<void> {
  const before = new Date(databaseClock.nowMs() - GRACE_MS);
  const owing = RideModel.find({ releaseOwedSince: { $lt: before } }).sort({ releaseOwedSince: 1 });
  for await (const doc of owing.lean<RideDoc[]>().cursor()) await releaseHoldsOf(toRideRecord(doc));
}

/**
 * Rides that may keep their promo use: not cancelled, or cancelled with a fee or with a refund still owed.
 */
const MAY_KEEP_PROMO: QueryFilter<RideDoc> = {
  $or: [
    { status: { $ne: 'cancelled' } },
    { 'cancellation.feeCents': { $gt: 0 } },
    { refundOwed: { $ne: null } },
  ],
};

/**
 * Audits captured discounts. Gift card balances have their own audit.
 *
 * @returns settled rides without the gift card or promo capture in their fare, and promo uses captured for
 * rides that were cancelled without a fee
 */
export async function auditHolds(): Promise<MoneyDifference[]> {
  const faults: MoneyDifference[] = [];
  const discounted: QueryFilter<RideDoc> = {
    status: { $ne: 'cancelled' },
    paymentStatus: { $in: SETTLED },
    $or: [{ giftCardId: { $ne: null } }, { promoCodeId: { $ne: null } }],
  };
  for await (const ride of RideModel.find(discounted).lean<RideDoc[]>().cursor()) {
    const rideId = ride._id.toHexString();
    const { giftCardId, promoCodeId } = ride;
    const fare = fareAsBooked(ride);
    const report = (text: string) =>
      faults.push({
        subject: rideSubject(rideId),
        text: `ride ${rideId} ${text}`,
      });
    if (giftCardId && (await capturedCents({ giftCardId, rideId })) !== fare.giftCardCents) {
      report(`did not get ${fare.giftCardCents} of gift card ${giftCardId}`);
    }
    if (promoCodeId && !(await isPromoCaptured({ promoId: promoCodeId, rideId }))) {
      report('has a promo that it did not use');
    }
  }
  for await (const { rideId } of listCapturedUses()) {
    if (await RideModel.exists({ _id: rideId, ...MAY_KEEP_PROMO })) continue;
    faults.push({
      subject: rideSubject(rideId),
      text: `ride ${rideId} came to nothing, but keeps its use of a promo`,
    });
  }
  return faults;
}
