import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { expect, test, vi } from 'vitest';
import { confirmCardPayment } from './confirm-card-payment.ts';

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
    'api_error',
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
  expect(await outcome).toEqual({ result: 'refused', problem: 'Your card number is incomplete.' });
  expect(confirmPayment).not.toHaveBeenCalled();
});

test('a payment made in another tab counts as charged', async () => {
  const { outcome } = pay(async () => ({
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: 'pi_1', status: 'succeeded' },
    },
  }));
  expect(await outcome).toEqual({ result: 'charged', paymentIntentId: 'pi_1' });
});

test('a payment cancelled elsewhere is reported as stale', async () => {
  const { outcome } = pay(async () => ({
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: 'pi_1', status: 'canceled' },
    },
  }));
  expect(await outcome).toEqual({ result: 'stale' });
});

test('an exception of the payment provider is reported as refused', async () => {
  const { outcome } = pay(() => Promise.reject(new Error('offline')));
  expect(await outcome).toMatchObject({ result: 'refused' });
});
