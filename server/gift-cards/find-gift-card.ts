import { readCode } from '#common/gift-cards/code.ts';
import type { Cents } from '#common/money.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';
import { hashCode, hashRedemptionToken } from './gift-card-secrets.ts';

/**
 * The card whose code this is, as somebody typed it, or null. What cannot be a code is looked up like one that could: all answers
 * take the same work.
 */
export const findGiftCard = (typed: string): Promise<GiftCardDoc | null> =>
  GiftCardModel.findOne({ codeHash: hashCode(readCode(typed) ?? '') }).lean<GiftCardDoc>();

/** The card that a booking names by its pass, and what can be spent of it; null when there is none. */
export async function findSpendable(pass: string): Promise<{ id: string; balanceCents: Cents } | null> {
  const card = await GiftCardModel.findOne({ passHash: hashRedemptionToken(pass) }, { balanceCents: 1 }).lean<
    Pick<GiftCardDoc, '_id' | 'balanceCents'>
  >();
  return card && { id: card._id.toHexString(), balanceCents: card.balanceCents };
}
