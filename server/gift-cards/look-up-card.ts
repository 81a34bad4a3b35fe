import { INVALID_GIFT_CARD } from '#common/gift-cards/code.ts';
import type { Statement } from '#common/gift-cards/gift-card-codes-api.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createLimit } from '../http/create-limit.ts';
import { findGiftCard } from './gift-card-codes.ts';
import type { GiftCardDoc } from './gift-card-model.ts';

/** Wrong codes an hour, per address and, where somebody is signed in, per account. */
const WRONG_CODES = { times: 10, windowSeconds: 3_600 };
const fromAddress = createLimit({ name: 'gift-card-address', ...WRONG_CODES });
const fromAccount = createLimit({ name: 'gift-card-account', ...WRONG_CODES });

interface LookUp {
  /** As typed. */
  code: string;
  /** The client's network address. */
  address: string;
  riderId: string | undefined;
  /** Why a card will not do; null when it will. */
  refuses: (card: GiftCardDoc) => string | null;
}

/**
 * Finds the card with this code. Every look-up counts before it is made, so that concurrent guesses are
 * counted too. A right one is taken back, but does not clear the wrong ones, or the owner of one card could
 * go on guessing others.
 *
 * @throws INVALID_REQUEST with one message whatever is wrong with the code, unless its card is void, TOO_MANY_REQUESTS
 */
export async function lookUpCard({ code, address, riderId, refuses }: LookUp): Promise<GiftCardDoc> {
  await fromAddress.count(address);
  if (riderId) await fromAccount.count(riderId);

  const card = await findGiftCard(code);
  const refusal = card ? refuses(card) : INVALID_GIFT_CARD;
  if (!card || refusal) throw fieldRefusal('code', refusal ?? INVALID_GIFT_CARD);
  await fromAddress.takeBack(address);
  if (riderId) await fromAccount.takeBack(riderId);
  return card;
}

/**
 * A card's statement, for a bearer: several people may have its code, so that rides are named to their own rider
 * alone.
 */
export function presentStatement(card: GiftCardDoc, riderId: string | undefined): Statement {
  const { last4, balanceCents, heldCents, entries, holds } = card;
  const memos = new Map(
    entries
      .filter((entry) => entry.kind === 'hold' && riderId !== undefined && entry.riderId === riderId)
      .map((hold) => [hold.rideId, hold.memo]),
  );
  return {
    last4,
    balanceCents,
    heldCents,
    entries: entries.map(({ kind, amountCents, rideId, at }) => ({
      kind,
      amountCents,
      at: at.toISOString(),
      memo: memos.get(rideId) ?? null,
    })),
    holds: holds.map(({ amountCents, until }) => ({ amountCents, until: until.toISOString() })),
  };
}
