import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { expect, test, vi } from 'vitest';
import { confirmCardPayment, type PaymentProblem, problemOf } from './confirm-card-payment.ts';

const returnUrl = 'https://marquee.example/my-rides?rideId=1';

/** Confirms a payment with a fake Stripe.js: `submit` validates the fields, `confirm` charges the card. */
function pay(confirm: () => Promise<unknown>, submit: () => Promise<unknown> = async () => ({})) {
  const confirmPayment = vi.fn(confirm);
  const stripe = { confirmPayment } as unknown as Stripe;
  const elements = { submit } as unknown as StripeElements;
  return { confirmPayment, outcome: confirmCardPayment({ stripe, elements, checked: null, returnUrl }) };
}

test('a charged card returns its payment id, and the bank gets the return URL', async () => {
  const { confirmPayment, outcome } = pay(async () => ({
    paymentIntent: { id: 'pi_1', status: 'succeeded' },
  }));

  expect(await outcome).toEqual({ result: 'charged', paymentIntentId: 'pi_1' });
  expect(confirmPayment).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ redirect: 'if_required', confirmParams: { return_url: returnUrl } }),
  );
});

test.each([
  ['card_error', 'card_declined', 'Your card was declined.', 'Your card was declined.'],
  [
    'validation_error',
    'incomplete_number',
    'Your card number is incomplete.',
    'Your card number is incomplete.',
  ],
  [
    'invalid_request_error',
    undefined,
    'No such key sk_test_1',
    'Something went wrong with the payment. Please try again.',
  ],
] as const)('a %s is refused with a message meant for the rider', async (type, code, message, shown) => {
  const { outcome } = pay(async () => ({ error: { type, code, message } }));
  expect(await outcome).toEqual({ result: 'refused', problem: shown });
});

test('invalid card fields are refused without a charge', async () => {
  const { confirmPayment, outcome } = pay(
    async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }),
    async () => ({ error: { type: 'validation_error', message: 'Your card number is incomplete.' } }),
  );
  expect(await outcome).toEqual({
    result: 'refused',
    problem: 'Your card number is incomplete.',
    isUnsent: true,
  });
  expect(confirmPayment).not.toHaveBeenCalled();
});

test.each([
  ['made in another tab counts as charged', 'succeeded', { result: 'charged', paymentIntentId: 'pi_1' }],
  ['cancelled elsewhere is reported as stale', 'canceled', { result: 'stale' }],
])('a payment %s', async (_what, status, expected) => {
  const { outcome } = pay(async () => ({
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: 'pi_1', status },
    },
  }));
  expect(await outcome).toEqual(expected);
});

test.each([
  ['api_connection_error', undefined],
  ['api_error', undefined],
  ['invalid_request_error', 'lock_timeout'],
] as const)(
  'after a %s (%s) of the confirmation, nobody knows whether the card was charged',
  async (type, code) => {
    const { outcome } = pay(async () => ({ error: { type, code, message: 'No network' } }));
    expect(await outcome).toEqual({ result: 'unsure' });
  },
);

test('after an exception of the confirmation, nobody knows whether the card was charged', async () => {
  const { outcome } = pay(() => Promise.reject(new Error('offline')));
  expect(await outcome).toEqual({ result: 'unsure' });
});

test.each([
  ['an error', async () => ({ error: { type: 'api_connection_error' } })],
  ['an exception', () => Promise.reject(new Error('offline'))],
])('%s before the confirmation is refused, because nothing was charged', async (_what, submit) => {
  const { confirmPayment, outcome } = pay(async () => ({}), submit);
  expect(await outcome).toMatchObject({ result: 'refused', isUnsent: true });
  expect(confirmPayment).not.toHaveBeenCalled();
});

const unsure = (): PaymentProblem => problemOf({ result: 'unsure' }, null);

test('only an answer of the payment provider says that nothing was charged', () => {
  const declined = { result: 'refused', problem: 'Your card was declined.' } as const;
  expect(problemOf(declined, null).text).toBe('Your card was declined. You have not been charged.');
  expect(problemOf(declined, unsure()).text).toBe('Your card was declined. You have not been charged.');
  expect(unsure()).toEqual({
    title: 'Payment not confirmed',
    text: 'The payment provider did not answer, so your card may have been charged. Press the button again: you won’t be charged twice.',
    isUnsure: true,
  });
});

test('a form that was not sent says nothing about the unanswered attempt before it', () => {
  const incomplete = {
    result: 'refused',
    problem: 'Your card number is incomplete.',
    isUnsent: true,
  } as const;
  expect(problemOf(incomplete, null).text).toMatch(/You have not been charged\.$/);
  expect(problemOf(incomplete, unsure())).toEqual({
    ...unsure(),
    text: `Your card number is incomplete. ${unsure().text}`,
  });
});
