import type { PaymentStatus } from '#common/rides/ride-states.ts';
import { listOverdueGiftCardHolds } from '../../gift-cards/ledger.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { RECONCILE_AFTER_MS } from '../../infra/queues.ts';
import { listOverduePromoHolds } from '../../promos/promo-holds.ts';
import { releaseHolds, releaseHoldsOf } from '../booking/ride-holds.ts';
import { type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';

/** Payment statuses of rides that need no holds: not paid in time, or fully refunded. */
const STATUSES_WITHOUT_HOLDS: PaymentStatus[] = ['expired', 'refunded'];

/**
 * Releases overdue holds of rides that were cancelled or never written, which a crashed process left behind.
 * Rides that still wait for payment or payment review keep theirs.
 */
export async function releaseOverdueHolds(): Promise<void> {
  const before = new Date(databaseClock.nowMs() - RECONCILE_AFTER_MS);
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
    const isWanted = await RideModel.exists({
      _id: holder.rideId,
      paymentStatus: { $nin: STATUSES_WITHOUT_HOLDS },
    });
    if (!isWanted) await releaseHolds(holder);
  }
}

/** Releases the holds of cancelled rides whose `releaseOwedSince` mark a crashed process left behind. */
export async function releaseOwedHolds(): Promise<void> {
  const before = new Date(databaseClock.nowMs() - RECONCILE_AFTER_MS);
  const owing = RideModel.find({ releaseOwedSince: { $lt: before } }).sort({ releaseOwedSince: 1 });
  for await (const doc of owing.lean<RideDoc[]>().cursor()) await releaseHoldsOf(toRideRecord(doc));
}
