import { INVALID_GIFT_CARD } from '#common/gift-cards/code.ts';
import type { Statement } from '#common/gift-cards/gift-card-codes-api.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createLimit } from '../http/create-limit.ts';
import { findGiftCard } from './gift-card-codes.ts';
import type { GiftCardDoc } from './gift-card-model.ts';

/** Limit of wrong codes per hour, per client network and, if signed in, per account. */
const WRONG_CODES = { times: 10, windowSeconds: 3_600 };
const fromNetwork = createLimit({ name: 'gift-card-address', ...WRONG_CODES });
const fromAccount = createLimit({ name: 'gift-card-account', ...WRONG_CODES });

interface LookUp {
  /** As typed. */
  code: string;
  clientNetwork: string;
  riderId: string | undefined;
  /** Returns why a card is refused. Null if it is accepted. */
  refuses: (card: GiftCardDoc) => string | null;
}

/**
 * Finds the card with this code. Every attempt is counted before the lookup, so that concurrent guesses count
 * too. A correct code takes back its own count but not earlier wrong ones: otherwise the owner of one card
 * could keep guessing others.
 *
 * @throws AppError INVALID_REQUEST with the same message for every invalid code, except that of a voided card
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function lookUpCard({ code, clientNetwork, riderId, refuses }: LookUp): Promise<GiftCardDoc> {
  await fromNetwork.count(clientNetwork);
  if (riderId) await fromAccount.count(riderId);

  const card = await findGiftCard(code);
  const refusal = card ? refuses(card) : INVALID_GIFT_CARD;
  if (!card || refusal) throw fieldRefusal('code', refusal ?? INVALID_GIFT_CARD);
  await fromNetwork.uncount(clientNetwork);
  if (riderId) await fromAccount.uncount(riderId);
  return card;
}

/**
 * Builds the statement of a card for the bearer of its code. Several people may know the code, so the route
 * of a ride is shown only to its own rider.
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
