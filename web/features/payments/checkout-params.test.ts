import { expect, test } from 'vitest';
import { readCheckoutParams } from './checkout-params.ts';

test('ride and secret are read from the address', () => {
  expect(readCheckoutParams('?clientSecret=pi_1_secret_2&rideId=abc')).toEqual({
    rideId: 'abc',
    clientSecret: 'pi_1_secret_2',
  });
});

test('the secret may be missing, or empty', () => {
  expect(readCheckoutParams('?rideId=abc')).toEqual({ rideId: 'abc', clientSecret: null });
  expect(readCheckoutParams('?clientSecret=&rideId=abc')).toEqual({ rideId: 'abc', clientSecret: null });
});

test('without a ride there is no checkout', () => {
  expect(readCheckoutParams('?clientSecret=pi_1_secret_2')).toBeNull();
  expect(readCheckoutParams('')).toBeNull();
});
