import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import type { RideOnCard } from './close-hold.ts';
import { postLedgerEntry } from './post-ledger-entry.ts';

interface GiftCardRefund extends RideOnCard {
  amountCents: Cents;
  reason: RefundReason;
}

/** Puts back on the card what a ride took, all or part of it: once per reason, and never more than was taken. Repeatable. */
export async function refundGiftCard({
  giftCardId,
  rideId,
  amountCents,
  reason,
}: GiftCardRefund): Promise<void> {
  if (!(Number.isSafeInteger(amountCents) && amountCents > 0)) throw new Error('a refund is of whole cents');
  await postLedgerEntry({
    giftCardId,
    entry: { kind: 'refund', key: `refund:${rideId}:${reason}`, amountCents, rideId },
    guard: { captures: { $elemMatch: { rideId, refundableCents: { $gte: amountCents } } } },
    change: { $inc: { 'captures.$[ride].refundableCents': -amountCents } },
    arrayFilters: [{ 'ride.rideId': rideId }],
  });
}
