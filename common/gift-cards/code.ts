/**
 * Letters and digits that cannot be taken for one another when read aloud or copied by hand: no I, L, O or U.
 */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Symbols of a code after its prefix; 16 of 32 make 80 bits. */
export const CODE_SYMBOLS = 16;

const PREFIX = 'MRQ';
/** The symbols of a code typed without its prefix may begin with the same letters. */
const WHOLE_PREFIX = new RegExp(`^${PREFIX}(?=.{${CODE_SYMBOLS}}$)`);
const LOOKALIKES = new Map([
  ['I', '1'],
  ['L', '1'],
  ['O', '0'],
]);

/** Sixteen symbols as they are printed: `MRQ-XXXX-XXXX-XXXX-XXXX`. */
export const formatCode = (symbols: string): string => [PREFIX, ...(symbols.match(/.{4}/g) ?? [])].join('-');

/**
 * The sixteen symbols of a code as somebody typed it, whatever the case, spaces or dashes, with look-alikes
 * read as meant; null when it cannot be a gift card's.
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

/** The answer to the code of a card that was paid back to its buyer. */
export const VOIDED_GIFT_CARD = 'This gift card was cancelled and paid back to its buyer';

/** The one answer to a code that is unknown, spent or unpaid. */
export const INVALID_GIFT_CARD = 'This gift card is not valid';
