import { createHmac } from 'node:crypto';
import { CODE_ALPHABET, CODE_SYMBOLS, readCode } from '#common/gift-cards/code.ts';
import type { Cents } from '#common/money.ts';
import { env } from '../env.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';

/** One secret, several uses: HMACs under different labels reveal nothing of one another. */
const digest = (label: string, text: string): Buffer =>
  createHmac('sha256', env.GIFT_CARD_SECRET).update(`${label}:${text}`).digest();

const TOKEN_BYTES = 12;

/** The sixteen symbols of a card's code: 80 bits, derived whenever they are emailed and stored nowhere. */
export const deriveCode = (giftCardId: string): string =>
  [...digest('code', giftCardId).subarray(0, CODE_SYMBOLS)]
    .map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length])
    .join('');

/**
 * The token a booking names a card by once its code was validated: 96 bits as 24 hex digits. The card's own
 * id pays for nothing.
 */
export const redemptionTokenOf = (giftCardId: string): string =>
  digest('pass', giftCardId).subarray(0, TOKEN_BYTES).toString('hex');

/** What is stored of a code, to find its card by. */
export const hashCode = (symbols: string): string => digest('code-hash', symbols).toString('base64url');

/** What is stored of a redemption token, to find its card by. */
export const hashRedemptionToken = (token: string): string =>
  digest('pass-hash', token).toString('base64url');

/**
 * The card with the code that somebody typed; null when there is none. A malformed code is looked up like a
 * well-formed one, so that every answer takes the same work.
 */
export const findGiftCard = (typed: string): Promise<GiftCardDoc | null> =>
  GiftCardModel.findOne({ codeHash: hashCode(readCode(typed) ?? '') }).lean<GiftCardDoc>();

/** A gift card that a booking names. */
interface NamedCard {
  id: string;
  balanceCents: Cents;
  isVoided: boolean;
}

/** The card that a booking names by its redemption token; null when there is none. */
export async function findSpendable(token: string): Promise<NamedCard | null> {
  const filter = { passHash: hashRedemptionToken(token) };
  const card = await GiftCardModel.findOne(filter, { balanceCents: 1, voidedAt: 1 }).lean<
    Pick<GiftCardDoc, '_id' | 'balanceCents' | 'voidedAt'>
  >();
  if (!card) return null;
  const { _id, balanceCents, voidedAt } = card;
  return { id: _id.toHexString(), balanceCents, isVoided: voidedAt !== undefined };
}
