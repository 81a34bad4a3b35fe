/** Crockford's base 32: digits and letters without ambiguous ones. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const PREFIX = 'MRQ-';

/** The last hex digits of an id (24 bits) distinguish rides; they become five letters. */
const DIGITS_OF_ID = 6;
const LENGTH = 5;

/**
 * Returns the reference that people use for a ride, such as `MRQ-7K2DX`: the end of its id in base 32. Search
 * finds the ride by it.
 */
export function rideReference(rideId: string): string {
  const number = Number.parseInt(rideId.slice(-DIGITS_OF_ID), 16);
  const letterAt = (place: number) => LETTERS.charAt(Math.floor(number / 32 ** place) % 32);
  return PREFIX + Array.from({ length: LENGTH }, (_, index) => letterAt(LENGTH - 1 - index)).join('');
}

/** The subject of a ride in the audit log and in accounting: its reference, which identifies no person. */
export const rideSubject = (rideId: string) =>
  ({ kind: 'ride', id: rideId, name: rideReference(rideId) }) as const;

/**
 * Returns the spellings of a reference in lower case: with prefix and dash, without dash, and without prefix.
 */
export function typedReferences(rideId: string): string[] {
  const reference = rideReference(rideId).toLowerCase();
  return [reference, reference.replace('-', ''), reference.slice(PREFIX.length)];
}

/** Normalizes a search word that is a reference with prefix: O becomes zero, I and L become one. */
export const readReference = (word: string): string =>
  word.replace(
    /^(mrq-?)(.+)$/,
    (_, prefix: string, letters: string) =>
      `${prefix}${letters.replaceAll('o', '0').replaceAll(/[il]/g, '1')}`,
  );
