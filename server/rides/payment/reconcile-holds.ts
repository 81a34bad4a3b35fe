import type { PaymentStatus } from '#common/rides/ride-states.ts';
import { listGiftCardHolds } from '../../gift-cards/ledger.ts';
import { ageOfId, databaseClock } from '../../infra/database-clock.ts';
import { RECONCILE_AFTER_MS } from '../../infra/queues.ts';
import { listPromoHolds } from '../../promos/promo-holds.ts';
import { releaseHolds, releaseHoldsOf } from '../booking/ride-holds.ts';
import { WRITTEN_WITHIN_MS } from '../booking/write-order.ts';
import { type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';

/** Payment statuses of rides that need no holds: not paid in time, or fully refunded. */
const STATUSES_WITHOUT_HOLDS: PaymentStatus[] = ['expired', 'refunded'];

/**
 * Releases the holds that a crashed process left behind: overdue ones of rides that were cancelled, and those
 * of rides that were never written. Rides that still wait for payment or payment review keep theirs.
 */
export async function releaseOverdueHolds(): Promise<void> {
  const before = new Date(databaseClock.nowMs() - RECONCILE_AFTER_MS);
  const [ofCards, ofPromos] = await Promise.all([listGiftCardHolds(), listPromoHolds()]);
  const none = { promoCodeId: null, giftCardId: null, giftCardCents: 0 };
  const holders = [
    ...ofCards.map(({ amountCents: giftCardCents, ...held }) => ({ ...none, ...held, giftCardCents })),
    ...ofPromos.map(({ promoId: promoCodeId, ...held }) => ({ ...none, ...held, promoCodeId })),
  ];
  const statuses = await readPaymentStatuses(holders.map(({ rideId }) => rideId));
  for (const { until, ...holder } of holders) {
    const status = statuses.get(holder.rideId);
    const isUnwritten = status === undefined && ageOfId(holder.rideId) > WRITTEN_WITHIN_MS;
    const isOver = until < before && (status === undefined || STATUSES_WITHOUT_HOLDS.includes(status));
    if (isUnwritten || isOver) await releaseHolds(holder);
  }
}

async function readPaymentStatuses(rideIds: readonly string[]): Promise<ReadonlyMap<string, PaymentStatus>> {
  const rides = await RideModel.find({ _id: { $in: rideIds } }, { paymentStatus: 1 }).lean<
    Pick<RideDoc, '_id' | 'paymentStatus'>[]
  >();
  return new Map(rides.map(({ _id, paymentStatus }) => [_id.toHexString(), paymentStatus]));
}

/** Releases the holds of cancelled rides whose `releaseOwedSince` mark a crashed process left behind. */
export async function releaseOwedHolds(): Promise<void> {
  const before = new Date(databaseClock.nowMs() - RECONCILE_AFTER_MS);
  const owing = RideModel.find({ releaseOwedSince: { $lt: before } }).sort({ releaseOwedSince: 1 });
  for await (const doc of owing.lean<RideDoc[]>().cursor()) await releaseHoldsOf(toRideRecord(doc));
}
