import { createHmac } from 'node:crypto';
import { CODE_ALPHABET, CODE_SYMBOLS } from '#common/gift-cards/code.ts';
import { env } from '../env.ts';

/** One secret, several uses: digests under different labels tell nothing of one another. */
const digest = (label: string, text: string): Buffer =>
  createHmac('sha256', env.GIFT_CARD_SECRET).update(`${label}:${text}`).digest();

const PASS_BYTES = 12;

/** The sixteen symbols of a card's code: 80 bits, derived whenever they are mailed and kept nowhere. */
export const deriveCode = (giftCardId: string): string =>
  [...digest('code', giftCardId).subarray(0, CODE_SYMBOLS)]
    .map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length])
    .join('');

/** What a booking names a card by once its code was shown: 96 bits as 24 hex digits. The card's own id pays for nothing. */
export const redemptionTokenOf = (giftCardId: string): string =>
  digest('pass', giftCardId).subarray(0, PASS_BYTES).toString('hex');

/** What is kept of a code, to find its card by. */
export const hashCode = (symbols: string): string => digest('code-hash', symbols).toString('base64url');

/** What is kept of a pass, to find its card by. */
export const hashRedemptionToken = (pass: string): string => digest('pass-hash', pass).toString('base64url');
