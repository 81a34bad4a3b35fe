import { expect, test } from 'vitest';
import { isCheckoutAddress } from './checkout-url.ts';

const STAND_IN = 'http://127.0.0.1:4010/v3/stripe.js';

test('the hosted checkout and the stand-in’s own origin are checkout addresses', () => {
  expect(isCheckoutAddress('https://checkout.stripe.com/c/pay/cs_1#x', null)).toBe(true);
  expect(isCheckoutAddress('http://127.0.0.1:4010/c/pay/cs_1', STAND_IN)).toBe(true);
});

test.each([
  'http://checkout.stripe.com/c/pay/cs_1',
  'https://checkout.stripe.com.example/c/pay/cs_1',
  'https://checkout.stripe.com@example.com/',
  'http://127.0.0.1:4011/c/pay/cs_1',
  '//example.com/c/pay',
  'javascript:alert(1)',
  'data:text/html,hello',
  '/gift-cards',
  '',
])('"%s" is not a checkout address', (address) => {
  expect(isCheckoutAddress(address, STAND_IN)).toBe(false);
});

test('without a stand-in, or with one that has no origin, its address is not a checkout address', () => {
  expect(isCheckoutAddress('http://127.0.0.1:4010/c/pay/cs_1', null)).toBe(false);
  expect(isCheckoutAddress('javascript:alert(1)', 'data:text/javascript,')).toBe(false);
});
