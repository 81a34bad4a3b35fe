import { expect, test } from 'vitest';
import { readPaymentReturn, withoutPaymentReturn } from './payment-return.ts';

const address = (redirectStatus: string) =>
  new URLSearchParams(
    `rideId=r1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=${redirectStatus}&theme=x`,
  );

test('a payment return is parsed into ride, payment and whether the payment succeeded', () => {
  expect(readPaymentReturn(address('succeeded'))).toEqual({
    rideId: 'r1',
    paymentIntentId: 'pi_1',
    hasSucceeded: true,
  });
  expect(readPaymentReturn(address('failed'))?.hasSucceeded).toBe(false);
});

test('a URL without payment parameters is not a payment return', () => {
  expect(readPaymentReturn(new URLSearchParams())).toBeNull();
  expect(readPaymentReturn(new URLSearchParams('rideId=r1'))).toBeNull();
});

test('withoutPaymentReturn removes only the payment parameters from the URL', () => {
  expect(withoutPaymentReturn(address('succeeded')).toString()).toBe('theme=x');
});
