import { expect, test } from 'vitest';
import { shortPlace, shortRoute } from './short-place.ts';

test.each([
  ['Harry Reid International Airport, Terminal 1, 5757 Wayne Newton Blvd', 'Airport, Terminal 1'],
  ['Harry Reid International Airport', 'Airport'],
  ['North Las Vegas Airport, 2730 Airport Dr', 'North Las Vegas Airport'],
  ['Bellagio Hotel & Casino, 3600 S Las Vegas Blvd', 'Bellagio'],
  ['The Cosmopolitan of Las Vegas, 3708 S Las Vegas Blvd', 'Cosmopolitan'],
  ['Wynn Las Vegas, 3131 S Las Vegas Blvd', 'Wynn'],
  ['Red Rock Casino Resort & Spa, 11011 W Charleston Blvd', 'Red Rock'],
  ['M Resort, 12300 S Las Vegas Blvd', 'M Resort'],
  ['Las Vegas Convention Center', 'Las Vegas Convention Center'],
  ['12 Main St', '12 Main St'],
])('the place “%s” is shortened to “%s”', (location, short) => {
  expect(shortPlace(location)).toBe(short);
});

test('a route is shortened to its two ends', () => {
  expect(
    shortRoute({
      pickupLocation: 'Wynn Las Vegas, 3131 S Las Vegas Blvd',
      dropoffLocation: 'Harry Reid International Airport, Terminal 3',
    }),
  ).toBe('Wynn to LAS');
});
