import { expect, test } from 'vitest';
import { readPaymentReturn, withoutPaymentReturn } from './payment-return.ts';

const address = (redirectStatus: string) =>
  new URLSearchParams(
    `rideId=r1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=${redirectStatus}&theme=x`,
  );

test('a return names the ride and the payment, and whether the bank said yes', () => {
  expect(readPaymentReturn(address('succeeded'))).toEqual({
    rideId: 'r1',
    paymentIntentId: 'pi_1',
    hasSucceeded: true,
  });
  expect(readPaymentReturn(address('failed'))?.hasSucceeded).toBe(false);
});

test('an ordinary visit is no return', () => {
  expect(readPaymentReturn(new URLSearchParams())).toBeNull();
  expect(readPaymentReturn(new URLSearchParams('rideId=r1'))).toBeNull();
});

test('nothing of the return stays in the address, and nothing else is lost', () => {
  expect(withoutPaymentReturn(address('succeeded')).toString()).toBe('theme=x');
});
