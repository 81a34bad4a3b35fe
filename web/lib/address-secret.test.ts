// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const html = readFileSync('web/index.html', 'utf8');
const [first = '', script = ''] = /<(?:script|link)[^>]*>([^<]*)/.exec(html) ?? [];

/** Returns the URL that remains after the inline script has run on a page loaded at this one. */
function addressLeftOf(address: string): string {
  window.history.replaceState({ idx: 3 }, '', address);
  new Function(script)();
  return `${location.pathname}${location.search}${location.hash}`;
}

test('the first script of the page removes payment secrets from the address', () => {
  expect(first).toMatch(/^<script>/);
  expect(addressLeftOf('/checkout?clientSecret=pi_1_secret_2&rideId=abc')).toBe('/checkout?rideId=abc');
  expect(
    addressLeftOf('/my-rides?rideId=abc&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2#top'),
  ).toBe('/my-rides?rideId=abc&payment_intent=pi_1#top');
  expect(window.history.state).toEqual({ idx: 3 });
});

test('an address without a secret stays exactly as it is', () => {
  expect(addressLeftOf('/book?from=The%20Strip&to=')).toBe('/book?from=The%20Strip&to=');
});
