// @vitest-environment jsdom
import { EventEmitter, once } from 'node:events';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildConfig } from '#web/testing/build-config.ts';
import { type ApiReplies, answerApi, sent, serveApi } from '#web/testing/serve-api.ts';
import { fakeStripe } from './testing/fake-stripe.ts';
import { newestToast, READ, renderCheckout, ride, setUpCheckout } from './testing/open-checkout.tsx';

setUpCheckout();

const booked = { ...ride, version: 2, paymentStatus: 'paid', payment: { brand: 'visa', last4: '4242' } };
const VERIFY = `POST /api/rides/${ride.id}/payment-success`;
const charged = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };

/** Returns the API's replies while the ride is unpaid. */
const replying = (replies: ApiReplies = {}): ApiReplies => ({
  [READ]: [200, ride],
  'GET /api/config': [200, buildConfig()],
  ...replies,
});

const payButton = () => screen.findByRole('button', { name: 'Complete Payment' });
const user = userEvent.setup();

test('a charged card is verified with the server, and the ride is booked', async () => {
  const calls = await answerApi(replying({ [VERIFY]: [200, { ride: booked }] }));
  const confirmPayment = fakeStripe(async () => charged);
  renderCheckout();

  await user.click(await payButton());

  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBe(document.activeElement);
  expect(newestToast()).toEqual(['success', 'Payment Successful', 'Your ride has been booked and paid for!']);
  expect(confirmPayment).toHaveBeenCalledOnce();
  expect(sent(calls, VERIFY).at(-1)).toMatchObject({ paymentIntentId: 'pi_1', riderId: ride.riderId });
});

test('a payment that is still being confirmed shows no success toast', async () => {
  await answerApi(replying({ [VERIFY]: [202, { ride }] }));
  fakeStripe(async () => charged);
  renderCheckout();

  await user.click(await payButton());

  await screen.findByRole('heading', { name: 'Payment received' });
  expect(newestToast()).toBeNull();
});

test('a second press while the card is being charged does not charge it again', async () => {
  await answerApi(replying({ [VERIFY]: [200, { ride: booked }] }));
  let answerOfBank = (_answer: typeof charged) => {};
  const bank = new Promise<typeof charged>((resolve) => {
    answerOfBank = resolve;
  });
  const confirmPayment = fakeStripe(() => bank);
  renderCheckout();

  await user.click(await payButton());
  await user.click(await screen.findByRole('button', { name: 'Processing...' }));
  answerOfBank(charged);

  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(confirmPayment).toHaveBeenCalledOnce();
});

test('a refused card is shown beside the form, and can be tried again', async () => {
  const calls = await answerApi(replying({ [VERIFY]: [200, { ride: booked }] }));
  const declined = { error: { type: 'card_error', message: 'Your card was declined.' } };
  fakeStripe(vi.fn().mockResolvedValueOnce(declined).mockResolvedValueOnce(charged));
  renderCheckout();

  await user.click(await payButton());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Payment FailedYour card was declined. You have not been charged.');
  expect(newestToast()).toEqual(['error', 'Payment Failed', 'Your card was declined.']);
  expect(calls.map(({ call }) => call)).not.toContain(VERIFY);

  await user.click(await payButton());
  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a charge the server cannot verify is checked again without charging again', async () => {
  const replies = replying({ [VERIFY]: [502, { message: 'Stripe is away.', code: 'PAYMENT_PROVIDER' }] });
  await answerApi(replies);
  const confirmPayment = fakeStripe(async () => charged);
  renderCheckout();

  await user.click(await payButton());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Payment Verification FailedStripe is away.');
  expect(newestToast()).toEqual(['error', 'Payment Verification Failed', 'Stripe is away.']);
  expect(screen.queryByRole('button', { name: 'Complete Payment' })).toBeNull();

  replies[VERIFY] = [200, { ride: booked }];
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(confirmPayment).toHaveBeenCalledOnce();
});

const noAnswer = { error: { type: 'api_connection_error', message: 'No network' } };

test('an unanswered payment that the server finds paid is booked', async () => {
  const calls = await answerApi(replying({ [VERIFY]: [200, { ride: booked }] }));
  fakeStripe(async () => noAnswer);
  renderCheckout();

  await user.click(await payButton());

  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(newestToast()?.[1]).toBe('Payment Successful');
  expect(sent(calls, VERIFY)).toEqual([{ paymentIntentId: 'pi_1', riderId: ride.riderId }]);
});

test.each([
  ['is not paid', 400, { code: 'INVALID_REQUEST', message: 'You have not been charged.' }],
  ['is still being checked', 202, { ride }],
  ['cannot be checked', 502, { code: 'PAYMENT_PROVIDER', message: 'Stripe is away.' }],
] as const)(
  'an unanswered payment that %s may have been charged, and another press is safe',
  async (_state, status, body) => {
    const replies = replying({ [VERIFY]: [status, body] });
    await answerApi(replies);
    const confirmPayment = fakeStripe(
      vi
        .fn()
        .mockResolvedValueOnce(noAnswer)
        .mockResolvedValueOnce({
          error: {
            ...noAnswer.error,
            code: 'payment_intent_unexpected_state',
            payment_intent: charged.paymentIntent,
          },
        }),
    );
    renderCheckout();

    await user.click(await payButton());

    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Payment not confirmed');
    expect(alert).toHaveTextContent('your card may have been charged');
    expect(alert).not.toHaveTextContent('not been charged');
    expect(newestToast()?.slice(0, 2)).toEqual(['error', 'Payment not confirmed']);

    replies[VERIFY] = [200, { ride: booked }];
    await user.click(await payButton());
    await screen.findByRole('heading', { name: 'Payment Successful' });
    expect(confirmPayment).toHaveBeenCalledTimes(2);
  },
);

test('an unanswered payment that came too late says that it is being refunded', async () => {
  const message = 'The ride had expired before it was paid. Your payment is being refunded.';
  await answerApi(replying({ [VERIFY]: [409, { code: 'RIDE_STATE_CONFLICT', message }] }));
  fakeStripe(async () => noAnswer);
  renderCheckout();

  await user.click(await payButton());

  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.queryByRole('button', { name: 'Complete Payment' })).toBeNull();
});

test('a payment that is no longer open shows the ride’s current state', async () => {
  const replies = replying();
  await answerApi(replies);
  fakeStripe(async () => ({
    error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' },
  }));
  renderCheckout();

  const button = await payButton();
  replies[READ] = [200, booked];
  await user.click(button);

  await screen.findByRole('heading', { name: 'Already paid' });
  expect(newestToast()).toBeNull();
});

test('a ride that could not be loaded is loaded again with Try again', async () => {
  const replies = replying({ [READ]: [503, {}] });
  await answerApi(replies);
  fakeStripe(async () => charged);
  renderCheckout();

  await screen.findByText('Failed to fetch ride details');
  replies[READ] = [200, ride];
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await payButton();
});

test('leaving while the ride is loading aborts the request', async () => {
  const api = new EventEmitter();
  await serveApi((_req, res) => api.emit('asked', res));
  const asked = once(api, 'asked');
  const { unmount } = renderCheckout();
  const [res] = await asked;

  const closed = once(res, 'close');
  unmount();

  await closed;
  expect(newestToast()).toBeNull();
});

const CHECK = `POST /api/rides/${ride.id}/card`;
const withPromo = { ...ride, promoCodeId: 'a'.repeat(24) };

test('a card already used with the promo code is rejected before it is charged', async () => {
  const message = 'This promo code was already used with this card. Please pay with another card.';
  const calls = await answerApi(
    replying({ [READ]: [200, withPromo], [CHECK]: [400, { code: 'INVALID_REQUEST', message }] }),
  );
  const confirmPayment = fakeStripe(async () => charged);
  renderCheckout();

  await user.click(await payButton());

  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining(`${message} You have not been charged.`),
  );
  expect(newestToast()).toEqual(['error', 'Invalid promo code', message]);
  expect(confirmPayment).not.toHaveBeenCalled();
  expect(sent(calls, CHECK).at(-1)).toMatchObject({ confirmationTokenId: 'ctoken_1' });
});

test('a card allowed for the promo code is charged with the token that was checked', async () => {
  await answerApi(
    replying({
      [READ]: [200, withPromo],
      [CHECK]: [200, { isUsable: true }],
      [VERIFY]: [200, { ride: { ...booked, promoCodeId: withPromo.promoCodeId } }],
    }),
  );
  const confirmPayment = fakeStripe(async () => charged);
  renderCheckout();

  await user.click(await payButton());

  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(confirmPayment).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      clientSecret: 'pi_1_secret_2',
      confirmParams: expect.objectContaining({ confirmation_token: 'ctoken_1' }),
    }),
  );
});
