import { expect, test } from 'vitest';
import { deriveApplicationToken } from '../driver-applications/application-link.ts';
import { startPinOf } from '../rides/dispatch/derive-pin.ts';
import { tripPath } from '../rides/trip/trip-token.ts';
import { erasedKeyOf } from '../users/mailbox-of.ts';
import { deriveLinkToken } from './link-token.ts';
import { sessionHmac } from './session-hmac.ts';

// Derived under the development secret. Links, PINs and digests in use depend on these values.

const ID = '64b0c0ffee64b0c0ffee64b0';

test('what is derived from the secret stays the same in every release', () => {
  expect(deriveApplicationToken(ID)).toBe('da_ba00b52e63b375c61ebf282d8191f056');
  expect(erasedKeyOf('nia@example.com')).toBe('erased:ZZVGNCuXvaTfhb1AcwoSgHvCwvNsPDMw7l9UeyJviu0');
  expect(startPinOf(ID)).toBe('8991');
  expect(tripPath(ID, { nonce: 'a-nonce', key: '' })).toBe('/trip/DWJBpyKR80wSdm9hZgBjhQ');
});

test.each([
  ['email-link', 'ZLDA_-5ksMD_7mSwUYP5k2_G_OH_rJgfZJjoiuvy'],
  ['invitation', 'ZLDA_-5ksMD_7mSwN6J2v7Nl3URdfo58PZh4USs1'],
  ['password-reset', 'ZLDA_-5ksMD_7mSw7BWh4KXb9VHVyoFhGgLLeVe9'],
  ['pay', 'ZLDA_-5ksMD_7mSwY0i70qaQ9lu33irh3-yS1faK'],
] as const)('the token of a link of the purpose %s stays the same in every release', (purpose, token) => {
  expect(deriveLinkToken(purpose, ID, 'a hash')).toBe(token);
});

test.each([
  ['driver-calendar', `${ID}:a-serial`, 'MmJGJRIBqTOwu8sgkbKkD52lb--KOkdofYxPAdcw8r0'],
  ['device', `${ID}:a-nonce`, 'F8v-LKxsLP7qQYB-jNzOqP86FmX2lhGWlItw96l6ynk'],
  ['promo phone', '7025550123', 'sCd59yZ8vbqHT5oZ-AYY4YLLOYO7gF5BoZdiQJmCmr0'],
  ['promo card', 'a-fingerprint', 'TynbjC9rxKWNePhcRGXG_JmOYlI46H2jE1XXhOI5f14'],
] as const)('the digest of the purpose %s stays the same in every release', (purpose, text, digest) => {
  expect(sessionHmac(purpose, text).toString('base64url')).toBe(digest);
});
