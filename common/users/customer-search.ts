import { digitsOf, nationalOf, wordsOf } from '../search-terms.ts';

// Does not import zod, because the booking form checks what is typed before it loads the call.

/** The fewest letters or digits of a search for customers. */
const MIN_SEARCHED = 3;

const PHONE = /^[\d\s()+.-]+$/;

/** A search for customers by the beginning of a phone number, or by words of a name and an email address. */
export type CustomerSearch = { digits: string } | { words: string[]; email: string };

/** Parses what staff type to find a customer; null while it has fewer than three letters or digits. */
export function parseCustomerSearch(typed: string): CustomerSearch | null {
  const text = typed.trim().toLowerCase();
  if (PHONE.test(text)) {
    const digits = nationalOf(digitsOf(text.replace(/^\+1/, '')));
    return digits.length < MIN_SEARCHED ? null : { digits };
  }
  const words = wordsOf(text);
  return words.join('').length < MIN_SEARCHED ? null : { words, email: text };
}
