/** A card network, as named by Stripe. */
type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';

const PREFIXES: [RegExp, CardBrand][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^3(0[0-5]|[68])/, 'diners'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^62/, 'unionpay'],
];

/** Returns the network of a card number, by its first digits. */
export function cardBrand(digits: string): CardBrand {
  return PREFIXES.find(([prefix]) => prefix.test(digits))?.[1] ?? 'unknown';
}

/** Whether a card number has a valid check digit (ISO/IEC 7812). */
export function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (const [index, char] of [...digits].reverse().entries()) {
    const digit = Number(char);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 0 && sum % 10 === 0;
}
