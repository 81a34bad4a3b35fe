/** Crockford's base 32: digits and letters without those that are taken for one another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const PREFIX = 'MRQ-';

/** The end of an id, which tells rides apart: 24 bits, in five letters. */
const DIGITS_OF_ID = 6;
const LENGTH = 5;

/** What people read out to name a ride, such as `MRQ-7K2DX`: the last digits of its id in letters. Searching for it finds the ride. */
export function rideReference(rideId: string): string {
  const number = Number.parseInt(rideId.slice(-DIGITS_OF_ID), 16);
  const letterAt = (place: number) => LETTERS.charAt(Math.floor(number / 32 ** place) % 32);
  return PREFIX + Array.from({ length: LENGTH }, (_, index) => letterAt(LENGTH - 1 - index)).join('');
}

/** A ride, as the audit log and what accountants are told name it: by its reference, which names nobody. */
export const rideSubject = (rideId: string) =>
  ({ kind: 'ride', id: rideId, name: rideReference(rideId) }) as const;

/** The forms in which people type a reference, in lower case: with its prefix, with that but no dash, and without. */
export function typedReferences(rideId: string): string[] {
  const reference = rideReference(rideId).toLowerCase();
  return [reference, reference.replace('-', ''), reference.slice(PREFIX.length)];
}

/** A word of a search, where it is a reference with its prefix: O read as zero, I and L as one. */
export const readReference = (word: string): string =>
  word.replace(
    /^(mrq-?)(.+)$/,
    (_, prefix: string, letters: string) =>
      `${prefix}${letters.replaceAll('o', '0').replaceAll(/[il]/g, '1')}`,
  );
