import { createHmac } from 'node:crypto';
import { CODE_ALPHABET, CODE_SYMBOLS, readCode } from '#common/gift-cards/code.ts';
import type { Cents } from '#common/money.ts';
import { env } from '../env.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';

/**
 * Derives values for several purposes from one secret. HMACs under different labels reveal nothing about each
 * other.
 */
const digest = (label: string, text: string): Buffer =>
  createHmac('sha256', env.GIFT_CARD_SECRET).update(`${label}:${text}`).digest();

const TOKEN_BYTES = 12;

/** Derives the sixteen symbols of a card's code (80 bits). Derived for each email and never stored. */
export const deriveCode = (giftCardId: string): string =>
  [...digest('code', giftCardId).subarray(0, CODE_SYMBOLS)]
    .map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length])
    .join('');

/**
 * Derives the token by which a booking refers to a card after its code was validated: 96 bits as 24 hex
 * digits. The card's id itself cannot be used to pay.
 */
export const redemptionTokenOf = (giftCardId: string): string =>
  digest('pass', giftCardId).subarray(0, TOKEN_BYTES).toString('hex');

/** Hash of a code that is stored to find its card. */
export const hashCode = (symbols: string): string => digest('code-hash', symbols).toString('base64url');

/** Hash of a redemption token that is stored to find its card. */
export const hashRedemptionToken = (token: string): string =>
  digest('pass-hash', token).toString('base64url');

/**
 * Finds the card with a typed code. Null if there is none. A malformed code is looked up like any other, so
 * that the response time does not reveal its format.
 */
export const findGiftCard = (typed: string): Promise<GiftCardDoc | null> =>
  GiftCardModel.findOne({ codeHash: hashCode(readCode(typed) ?? '') }).lean<GiftCardDoc>();

/** The gift card referred to by a booking. */
interface NamedCard {
  id: string;
  balanceCents: Cents;
  isVoided: boolean;
}

/** Finds the card with this redemption token. Null if there is none. */
export async function findSpendable(token: string): Promise<NamedCard | null> {
  const filter = { passHash: hashRedemptionToken(token) };
  const card = await GiftCardModel.findOne(filter, { balanceCents: 1, voidedAt: 1 }).lean<
    Pick<GiftCardDoc, '_id' | 'balanceCents' | 'voidedAt'>
  >();
  if (!card) return null;
  const { _id, balanceCents, voidedAt } = card;
  return { id: _id.toHexString(), balanceCents, isVoided: voidedAt !== undefined };
}
