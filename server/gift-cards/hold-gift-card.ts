import type { Cents } from '#common/money.ts';
import { GiftCardModel } from './gift-card-model.ts';
import { postLedgerEntry } from './post-ledger-entry.ts';

interface NewHold {
  giftCardId: string;
  rideId: string;
  amountCents: Cents;
  /** Where the ride goes, for the bearer's statement. */
  memo: string;
  /** When the ride is settled or called off at the latest. */
  until: Date;
}

/** Sets money of a card aside for a ride, once. @returns whether it is set aside; false when the card has not got it */
export async function holdGiftCard({
  giftCardId,
  rideId,
  amountCents,
  memo,
  until,
}: NewHold): Promise<boolean> {
  if (!(Number.isSafeInteger(amountCents) && amountCents > 0)) throw new Error('a hold is of whole cents');
  const isHeldNow = await postLedgerEntry({
    giftCardId,
    entry: { kind: 'hold', key: `hold:${rideId}`, amountCents: -amountCents, rideId, memo },
    guard: {},
    change: { $inc: { heldCents: amountCents }, $push: { holds: { rideId, amountCents, until } } },
  });
  if (isHeldNow) return true;
  const held = await GiftCardModel.exists({
    _id: giftCardId,
    holds: { $elemMatch: { rideId, amountCents } },
  });
  return held !== null;
}
