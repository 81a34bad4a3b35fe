import type { Cents } from '#common/money.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';
import { postLedgerEntry } from './post-ledger-entry.ts';

/** A ride, and the card that pays for it. */
export interface RideOnCard {
  giftCardId: string;
  rideId: string;
}

/**
 * Ends a ride's hold one way or the other: the one that finds the hold there takes it away, so that only one of both ever happens.
 *
 * @returns whether there was a hold to end
 */
export async function closeHold(
  { giftCardId, rideId }: RideOnCard,
  kind: 'capture' | 'release',
): Promise<boolean> {
  const amountCents = await heldCents({ giftCardId, rideId });
  if (amountCents === null) return false;
  const isReleased = kind === 'release';
  return postLedgerEntry({
    giftCardId,
    entry: { kind, key: `${kind}:${rideId}`, amountCents: isReleased ? amountCents : 0, rideId },
    guard: { holds: { $elemMatch: { rideId, amountCents } } },
    change: {
      $inc: { heldCents: -amountCents },
      $pull: { holds: { rideId } },
      ...(!isReleased && { $push: { captures: { rideId, refundableCents: amountCents } } }),
    },
  });
}

/** What a card holds for a ride; null when nothing. It never changes while it is held. */
async function heldCents({ giftCardId, rideId }: RideOnCard): Promise<Cents | null> {
  const card = await GiftCardModel.findById(giftCardId, { holds: 1 }).lean<Pick<GiftCardDoc, 'holds'>>();
  return card?.holds.find((hold) => hold.rideId === rideId)?.amountCents ?? null;
}
