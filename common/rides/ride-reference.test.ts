import { expect, test } from 'vitest';
import { rideReference } from './ride-reference.ts';
import { searchTermsOf, searchWordsOf } from './ride-search.ts';

const ID = '6560c0ffee000000008f2a1c';

test('a ride reference encodes the end of the id in symbols that are hard to confuse', () => {
  expect(rideReference(ID)).toBe('MRQ-8YAGW');
  expect(rideReference('0'.repeat(24))).toBe('MRQ-00000');
  expect(rideReference('f'.repeat(24))).toBe('MRQ-FZZZZ');
});

test('ids with different ends have different references', () => {
  const ids = Array.from({ length: 4_096 }, (_, n) => (n * 4_095).toString(16).padStart(24, '0'));
  expect(new Set(ids.map(rideReference)).size).toBe(ids.length);
});

test.each([['MRQ-8YAGW'], ['mrq-8yagw'], ['mrq8YAGW'], ['8yagw'], ['MRQ 8YAGW'], ['MRQ-8YA']])(
  'a search for %s finds a ride by its reference',
  (typed) => {
    const terms = searchTermsOf({
      id: ID,
      customerName: 'Alex Morgan',
      customerEmail: 'alex@example.com',
      customerPhone: '(702) 555-0142',
      pickupLocation: 'Bellagio',
      dropoffLocation: 'Airport',
    });
    const words = searchWordsOf(typed);
    expect(words.every((word) => terms.some((term) => term.startsWith(word)))).toBe(true);
  },
);

test('letters that Crockford base 32 leaves out are read as digits, but only in a reference', () => {
  expect(searchWordsOf('MRQ-OIL42')).toEqual(['mrq-01142']);
  expect(searchWordsOf('Oil')).toEqual(['oil']);
});
