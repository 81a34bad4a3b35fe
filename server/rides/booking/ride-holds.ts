import type { QueryFilter } from 'mongoose';
import type { Cents } from '#common/money.ts';
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
 * Holds what a drafted ride takes of a promo and a gift card, before the ride is written: a ride never counts
 * on what is not held, and a hold whose ride was never written expires.
 *
 * @returns whether all of it is held; false when the gift card no longer has what the draft counts on
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
 * Captures the holds of a ride, just before it is settled. Repeatable.
 *
 * @param card the fingerprint of the bank card that paid; null where nothing was due
 * @returns whether the ride has all it counts on
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
 * Releases all that a ride holds of a promo and a gift card, once the ride is cancelled or known never to
 * have been written. What was captured a moment before, by a payment that came too late, is refunded.
 * Repeatable.
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

/** Releases all that a cancelled ride holds, which it owes no longer then. Repeatable. */
export async function releaseHoldsOf(ride: RideRecord): Promise<void> {
  await releaseHolds({ ...ride, rideId: ride.id, giftCardCents: ride.fare.giftCardCents });
  await RideModel.updateOne({ _id: ride.id }, { $unset: { releaseOwedSince: 1 } });
}

/** Releases what a draft holds that is not to be written. Repeatable. */
export const releaseDraft = (draft: Pick<RideDoc, '_id' | 'promoCodeId' | 'giftCardId' | 'fare'>) =>
  releaseHolds({ ...draft, rideId: draft._id.toHexString(), giftCardCents: draft.fare.giftCardCents });

/** Time a hold gets to be captured or released by what became of its ride. */
const GRACE_MS = 30_000;

const CANCELLED: PaymentStatus[] = ['expired', 'refunded'];

/**
 * Releases overdue holds of rides that were never written or were cancelled: a process died in between. Rides
 * that still wait for their payment, or for its review, keep theirs.
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

/** Releases what cancelled rides hold, or captured as they were cancelled: a process died before it did. */
export async function releaseOwedHolds(): Promise<void> {
  const before = new Date(databaseClock.nowMs() - GRACE_MS);
  const owing = RideModel.find({ releaseOwedSince: { $lt: before } }).sort({ releaseOwedSince: 1 });
  for await (const doc of owing.lean<RideDoc[]>().cursor()) await releaseHoldsOf(toRideRecord(doc));
}

/** Rides that may keep their use of a promo: of those that were cancelled, what kept a fee, or still owes a refund. */
const MAY_KEEP_PROMO: QueryFilter<RideDoc> = {
  $or: [
    { status: { $ne: 'cancelled' } },
    { 'cancellation.feeCents': { $gt: 0 } },
    { refundOwed: { $ne: null } },
  ],
};

/**
 * @returns settled rides without the capture of a gift card or promo that they count on, and those that came to nothing
 * and have captured a promo all the same. Gift cards are held against their rides by their own audit.
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
    const fare = ride.bookedFare ?? ride.fare;
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
