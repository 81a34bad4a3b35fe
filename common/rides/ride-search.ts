import { digitsOf, nationalOf, phoneTermsOf, wordsOf } from '../search-terms.ts';
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

/** The most words of one search, and the most terms stored per ride. */
const WORDS_SEARCHED = 6;
const TERMS_KEPT = 60;

/**
 * Returns the search terms of a ride, in lower case: the words of the customer's and passenger's names and of
 * both places, email address, phone numbers, flight, reference and id.
 */
export function searchTermsOf(ride: Searchable): string[] {
  const terms = [
    ...wordsOf(ride.customerName),
    ride.customerEmail.toLowerCase(),
    ...phoneTermsOf(ride.customerPhone),
    ...(ride.passenger ? [...wordsOf(ride.passenger.name), ...phoneTermsOf(ride.passenger.phone)] : []),
    // Found with or without the space, as printed on tickets.
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
 * Splits a search into words, each of which must be the prefix of a term of the ride. A phone number is one
 * word, regardless of its spacing, without country code 1.
 */
export function searchWordsOf(text: string): string[] {
  const isPhone = PHONE.test(text.trim());
  return isPhone ? [nationalOf(digitsOf(text))] : wordsOf(text).slice(0, WORDS_SEARCHED).map(readReference);
}
