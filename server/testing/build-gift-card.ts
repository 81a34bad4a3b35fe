import { formatCode } from '#common/gift-cards/code.ts';
import type { Cents } from '#common/money.ts';
import { findEntryProblems } from '../gift-cards/find-gift-card-differences.ts';
import { issueGiftCard } from '../gift-cards/fulfil-gift-card.ts';
import { deriveCode, redemptionTokenOf } from '../gift-cards/gift-card-codes.ts';
import { type GiftCardDoc, GiftCardModel } from '../gift-cards/gift-card-model.ts';
import { newId } from './new-id.ts';

/** A gift card for tests, with its secrets. */
export interface TestGiftCard {
  id: string;
  /** The code as printed. */
  code: string;
  /** The redemption token that bookings send. */
  pass: string;
}

/** Issues a gift card. */
export async function buildGiftCard(amountCents: Cents = 10_000): Promise<TestGiftCard> {
  const id = newId();
  await issueGiftCard(id, amountCents);
  return giftCardOf(id);
}

/** Returns the card of a purchase, with its secrets. */
export const giftCardOf = (id: string): TestGiftCard => ({
  id,
  code: formatCode(deriveCode(id)),
  pass: redemptionTokenOf(id),
});

/** Returns a stored card. Throws if its ledger has problems. */
export async function soundCard(id: string): Promise<GiftCardDoc> {
  const card = await GiftCardModel.findById(id).lean<GiftCardDoc>();
  if (!card) throw new Error(`there is no card ${id}`);
  const problems = findEntryProblems(card);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return card;
}
