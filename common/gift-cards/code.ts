/** Letters and digits that are unambiguous when read aloud or copied by hand: no I, L, O or U. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Symbols of a code after its prefix: 16 symbols out of 32 make 80 bits. */
export const CODE_SYMBOLS = 16;

const PREFIX = 'MRQ';
/** Matches the prefix only if a whole code follows, since the symbols may begin with the same letters. */
const WHOLE_PREFIX = new RegExp(`^${PREFIX}(?=.{${CODE_SYMBOLS}}$)`);
const LOOKALIKES = new Map([
  ['I', '1'],
  ['L', '1'],
  ['O', '0'],
]);

/** Formats sixteen symbols for print: `MRQ-XXXX-XXXX-XXXX-XXXX`. */
export const formatCode = (symbols: string): string => [PREFIX, ...(symbols.match(/.{4}/g) ?? [])].join('-');

/**
 * Parses a typed code into its sixteen symbols, ignoring case, spaces and dashes, and mapping look-alikes (I,
 * L, O). Null if it cannot be a gift card code.
 */
export function readCode(typed: string): string | null {
  const symbols = [...typed.toUpperCase().replace(/[\s\p{Dash}]/gu, '')]
    .map((symbol) => LOOKALIKES.get(symbol) ?? symbol)
    .join('')
    .replace(WHOLE_PREFIX, '');
  const isCode =
    symbols.length === CODE_SYMBOLS && [...symbols].every((symbol) => CODE_ALPHABET.includes(symbol));
  return isCode ? symbols : null;
}

/** Error for the code of a card that was refunded to its buyer. */
export const VOIDED_GIFT_CARD = 'This gift card was cancelled and refunded to its buyer';

/** The same error for codes that are unknown, spent or unpaid. */
export const INVALID_GIFT_CARD = 'This gift card is not valid';
