/** A card network, by the name Stripe gives it. */
export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'unknown';

const PREFIXES: [RegExp, CardBrand][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^3(0[0-5]|[68])/, 'diners'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^62/, 'unionpay'],
];

/** The brand that the first digits of a card number tell. */
export function cardBrand(digits: string): CardBrand {
  return PREFIXES.find(([prefix]) => prefix.test(digits))?.[1] ?? 'unknown';
}
