import { expect, test } from 'vitest';
import { searchTermsOf, searchWordsOf } from './ride-search.ts';

const rideOf = (customerPhone: string) => ({
  id: '65f0c1a2b3d4e5f601234567',
  customerName: 'Robin Rider',
  customerEmail: 'robin@example.com',
  customerPhone,
  pickupLocation: 'Bellagio',
  dropoffLocation: 'Harry Reid International Airport',
});

/** Whether the board's search finds a ride with this phone number. */
function isFound(customerPhone: string, search: string): boolean {
  const terms = searchTermsOf(rideOf(customerPhone));
  return searchWordsOf(search).every((word) => terms.some((term) => term.startsWith(word)));
}

const SEARCHES = [
  '+17025558841',
  '1 702 555 8841',
  '+1 (702) 555-8841',
  '702.555.8841',
  '7025558841',
  '702 555',
  '8841',
];

test.each(SEARCHES)('a search for %s finds the phone number in every stored format', (search) => {
  for (const stored of ['(702) 555-8841', '+1 702 555 8841', '17025558841']) {
    expect(isFound(stored, search)).toBe(true);
  }
});

test.each(['+17025558842', '1 702 555 884', '2025558841'])(
  'a search for %s does not find a different phone number',
  (search) => {
    expect(isFound('(702) 555-8841', search)).toBe(false);
  },
);

test('a foreign phone number is found as written or as digits only', () => {
  expect(isFound('+44 20 7946 0958', '+44 20 7946 0958')).toBe(true);
  expect(isFound('+44 20 7946 0958', '442079460958')).toBe(true);
});
