/** Returns the words of a text in lower case. An email address is one word. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .filter(Boolean);

/** Returns the digits of a text. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Number of last digits by which people identify a phone number. */
const PHONE_ENDING = 4;

/** Removes the country code 1 from the digits of a phone number. */
export const nationalOf = (digits: string): string =>
  digits.length > 10 ? digits.replace(/^1/, '') : digits;

/**
 * Returns the search terms of a phone number: its digits with and without country code 1, and its last four
 * digits.
 */
export function phoneTermsOf(phone: string): string[] {
  const digits = digitsOf(phone);
  const national = nationalOf(digits);
  return [digits, national, national.slice(-PHONE_ENDING)];
}
