import { readReference, typedReferences } from './ride-reference.ts';

interface Searchable {
  id: string;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  pickupLocation: string;
  dropoffLocation: string;
  passenger?: { name: string; phone: string } | null | undefined;
  flightNumber?: string | null | undefined;
}

/** The most words of one search, and of one ride. */
const WORDS_SEARCHED = 6;
const TERMS_KEPT = 60;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .filter(Boolean);

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Last digits by which people name a phone number. */
const PHONE_ENDING = 4;

/** The digits of a phone number without the country's 1. */
const nationalOf = (digits: string): string => (digits.length > 10 ? digits.replace(/^1/, '') : digits);

/** A phone number with and without the country's 1, and its last four digits. */
function phoneTermsOf(phone: string): string[] {
  const digits = digitsOf(phone);
  const national = nationalOf(digits);
  return [digits, national, national.slice(-PHONE_ENDING)];
}

/**
 * What a ride is found by, in lower case: the words of the customer's and the passenger's names and of both places,
 * e-mail address, phone numbers, flight, reference and id.
 */
export function searchTermsOf(ride: Searchable): string[] {
  const terms = [
    ...wordsOf(ride.customerName),
    ride.customerEmail.toLowerCase(),
    ...phoneTermsOf(ride.customerPhone),
    ...(ride.passenger ? [...wordsOf(ride.passenger.name), ...phoneTermsOf(ride.passenger.phone)] : []),
    // Typed with its space or without, it is looked for as it is printed on a ticket.
    ...(ride.flightNumber
      ? [...wordsOf(ride.flightNumber), ...wordsOf(ride.flightNumber.replace(' ', ''))]
      : []),
    ride.id,
    ...typedReferences(ride.id),
    ...wordsOf(ride.pickupLocation),
    ...wordsOf(ride.dropoffLocation),
  ];
  return [...new Set(terms.filter(Boolean))].slice(0, TERMS_KEPT);
}

const PHONE = /^[\d\s()+.-]{4,}$/;

/**
 * The words of a search, each the beginning of a term the ride must have. What looks like a phone number is one word,
 * however it is spaced, and without the country's 1.
 */
export function searchWordsOf(text: string): string[] {
  const isPhone = PHONE.test(text.trim());
  return isPhone ? [nationalOf(digitsOf(text))] : wordsOf(text).slice(0, WORDS_SEARCHED).map(readReference);
}
