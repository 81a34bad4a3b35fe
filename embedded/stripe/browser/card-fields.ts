import { cardBrand, isLuhnValid } from '../cards/card-number.ts';

/** A validation error with Stripe.js's code and message. */
export interface Problem {
  code: string;
  message: string;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Formats a card number in groups of digits, as printed on the card. */
export function formatNumber(text: string): string {
  const isAmex = cardBrand(digitsOf(text)) === 'amex';
  const digits = digitsOf(text).slice(0, isAmex ? 15 : 16);
  const groups = isAmex ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/;
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ');
}

/** Formats an expiry date as `MM / YY`. Accepts `4`, `4/29`, `0429` and `04/2029`. */
export function formatExpiry(text: string): string {
  const lone = /^\s*([2-9])$|^\s*(\d)\s*\//.exec(text);
  const padded = lone ? text.replace(/\d/, '0$&') : text;
  const digits = digitsOf(padded)
    .replace(/^(\d\d)20(\d\d)$/, '$1$2')
    .slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Formats a security code, truncated to the length for the card's brand. */
export function formatCvc(text: string, number: string): string {
  return digitsOf(text).slice(0, cvcLength(number));
}

/** Formats a postal code: five digits in the United States, otherwise upper-cased and truncated. */
export function formatPostalCode(text: string, country: string): string {
  return country === 'US' ? digitsOf(text).slice(0, 5) : text.toUpperCase().slice(0, 10);
}

/** Validates a card number. Null if valid. */
export function numberProblem(text: string): Problem | null {
  const digits = digitsOf(text);
  if (digits.length < (cardBrand(digits) === 'amex' ? 15 : cardBrand(digits) === 'diners' ? 14 : 16)) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  if (!isLuhnValid(digits)) return { code: 'invalid_number', message: 'Your card number is invalid.' };
  return null;
}

/** Validates an expiry date as of `today`. Null if valid. */
export function expiryProblem(text: string, today: Date): Problem | null {
  const { month, year } = readExpiry(text);
  if (digitsOf(text).length < 4 || month < 1 || month > 12) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  }
  if (year < today.getFullYear()) {
    return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  }
  if (year > today.getFullYear() + 50) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };
  }
  return null;
}

/** Validates a security code for this card number. Null if valid. */
export function cvcProblem(text: string, number: string): Problem | null {
  if (digitsOf(text).length >= cvcLength(number)) return null;
  return { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
}

/** Validates a postal code. Null if valid, or if the country has none. */
export function postalCodeProblem(text: string, country: string): Problem | null {
  const shape = POSTAL_CODES[country];
  if (!shape || shape.test(text.trim())) return null;
  return country === 'US'
    ? { code: 'incomplete_zip', message: 'Your ZIP code is incomplete.' }
    : { code: 'incomplete_zip', message: 'Your postal code is incomplete.' };
}

/** Whether the form has a postal code field for a country. */
export function requiresPostalCode(country: string): boolean {
  return country in POSTAL_CODES;
}

/** Parses month and four-digit year of a formatted expiry date. */
export function readExpiry(text: string): { month: number; year: number } {
  const digits = digitsOf(text);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

const POSTAL_CODES: Record<string, RegExp> = {
  US: /^\d{5}$/,
  PR: /^\d{5}$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
};

function cvcLength(number: string): number {
  return cardBrand(digitsOf(number)) === 'amex' ? 4 : 3;
}
