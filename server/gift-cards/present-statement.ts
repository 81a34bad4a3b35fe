import type { Statement } from '#common/gift-cards/gift-cards-api.ts';
import type { GiftCardDoc } from './gift-card-model.ts';

/** A card's statement, for whoever has its code. */
export function presentStatement({ last4, balanceCents, heldCents, entries, holds }: GiftCardDoc): Statement {
  const memos = new Map(
    entries.filter(({ kind }) => kind === 'hold').map((hold) => [hold.rideId, hold.memo]),
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
