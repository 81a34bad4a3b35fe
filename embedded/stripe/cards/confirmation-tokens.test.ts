import { afterAll, beforeAll, expect, test } from 'vitest';
import { control, refused, startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

let simulator: TestSimulator;

beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

const newToken = (token: string) =>
  simulator.stripe.testHelpers.confirmationTokens.create({ payment_method: token });

/** Creates a token for a typed card, as the browser's form does. */
async function tokenOfForm(number: string) {
  const response = await fetch(`${simulator.url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_page' },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '4',
      'payment_method_data[card][exp_year]': '2039',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return response.json();
}

test('a card has the same fingerprint in form tokens, server tokens and payments, and other cards differ', async () => {
  const { id } = await tokenOfForm('4242424242424242');
  const typed = await simulator.stripe.confirmationTokens.retrieve(id);
  const made = await newToken('pm_card_visa');
  const other = await newToken('pm_card_mastercard');
  const paid = await simulator.stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    expand: ['latest_charge'],
  });

  const fingerprint = typed.payment_method_preview?.card?.fingerprint;
  expect(fingerprint).toHaveLength(16);
  expect(made.payment_method_preview?.card?.fingerprint).toBe(fingerprint);
  expect(other.payment_method_preview?.card?.fingerprint).not.toBe(fingerprint);
  expect(paid.latest_charge).toMatchObject({ payment_method_details: { card: { fingerprint } } });
});

test('a confirmation token charges nothing by itself and can pay only one intent', async () => {
  const intents = await Promise.all(
    [1, 2].map(() => simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' })),
  );
  const [first = '', second = ''] = intents.map(({ id }) => id);
  const { id } = await newToken('pm_card_visa');
  expect((await simulator.stripe.paymentIntents.retrieve(first)).status).toBe('requires_payment_method');

  const pay = (intent: string) => simulator.stripe.paymentIntents.confirm(intent, { confirmation_token: id });
  expect(await pay(first)).toMatchObject({ status: 'succeeded', amount_received: 5_000 });

  expect(await simulator.stripe.confirmationTokens.retrieve(id)).toMatchObject({ payment_intent: first });
  expect(await refused(pay(second))).toMatchObject({ statusCode: 400, param: 'confirmation_token' });
});

test('an expired confirmation token cannot pay, and an unknown one is not found', async () => {
  const intent = await simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });
  const { id } = await newToken('pm_card_visa');
  await control(simulator.url, 'clock', { advanceSeconds: 13 * 3_600 });

  const pay = (token: string) =>
    refused(simulator.stripe.paymentIntents.confirm(intent.id, { confirmation_token: token }));
  expect(await pay(id)).toMatchObject({ statusCode: 400, param: 'confirmation_token' });
  expect(await pay('ctoken_x')).toMatchObject({ statusCode: 404 });
});

test('an invalid card number creates no confirmation token', async () => {
  expect(await tokenOfForm('4242424242424241')).toMatchObject({
    error: { code: 'incorrect_number', message: 'Your card number is incorrect.' },
  });
});
