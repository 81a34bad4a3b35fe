import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

let simulator: TestSimulator;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stripe-cards-'));
  simulator = await startTestSimulator({ directory });
});
afterAll(async () => {
  await simulator.close();
  rmSync(directory, { recursive: true });
});

/** Pays a new intent with a typed card, as a browser does. */
async function payWith(number: string, typed: Record<string, string> = {}) {
  const intent = await simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });
  const card = { number, exp_month: '4', exp_year: '2039', cvc: '123', ...typed };
  const response = await fetch(`${simulator.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_page' },
    body: new URLSearchParams({
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(
        Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
      ),
    }),
  });
  const after = await simulator.stripe.paymentIntents.retrieve(intent.id);
  return { status: response.status, body: await response.json(), after };
}

const DECLINED = 'Your card was declined.';

test.each([
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
  '3056930009020004',
  '3566002020360505',
  '6200000000000005',
  '4000000000005126',
  '4000000000000259',
  '4000000000001976',
])('the card %s pays successfully', async (number) => {
  const { status, body } = await payWith(number, number.startsWith('37') ? { cvc: '1234' } : {});
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'succeeded' } });
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', undefined, DECLINED],
  ['4000000000009995', 'card_declined', 'insufficient_funds', undefined, 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', undefined, DECLINED],
  ['4000000000009979', 'card_declined', 'stolen_card', undefined, DECLINED],
  ['4000000000000069', 'expired_card', 'expired_card', 'exp_month', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', 'cvc', "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  ['4000000000000341', 'card_declined', 'generic_decline', undefined, DECLINED],
])('the card %s is declined as %s', async (number, code, decline_code, param, message) => {
  const { status, body, after } = await payWith(number);

  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code, decline_code, message });
  expect(body.error.param).toBe(param);
  expect(body.error.charge).toBe(after.latest_charge);
  expect(after).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code, decline_code, message },
  });
});

test.each([
  ['4242424242424241', {}, 'incorrect_number', 'number', 'Your card number is incorrect.'],
  ['4242', {}, 'incorrect_number', 'number', 'Your card number is incorrect.'],
  ['4111111111111111', {}, 'card_declined', undefined, expect.stringContaining('non test (live) card')],
  [
    '4242424242424242',
    { exp_year: '2020' },
    'invalid_expiry_year',
    'exp_year',
    "Your card's expiration year is invalid.",
  ],
  [
    '4242424242424242',
    { exp_month: '13' },
    'invalid_expiry_month',
    'exp_month',
    "Your card's expiration month is invalid.",
  ],
  ['4242424242424242', { cvc: '1' }, 'invalid_cvc', 'cvc', "Your card's security code is invalid."],
])('the card %s with %j is declined as %s without a charge', async (number, typed, code, param, message) => {
  const { status, body, after } = await payWith(number, typed);
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code, message });
  expect(body.error.param).toBe(param);
  expect(after).toMatchObject({ status: 'requires_payment_method', latest_charge: null });
});

test.each(['4000002500003155', '4000000000003220', '4000002760003184', '4000008400001629'])(
  'the card %s requires 3-D Secure',
  async (number) => {
    const { body } = await payWith(number);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  },
);

test('the card …1629 is declined after 3-D Secure', async () => {
  const { body } = await payWith('4000008400001629');
  const response = await fetch(`${simulator.url}/sim/3ds/${body.id}`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_page' },
    body: new URLSearchParams({ client_secret: body.client_secret, outcome: 'complete' }),
  });
  expect(await response.json()).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
  });
});

test('a publishable key does not receive the metadata or charge of an intent', async () => {
  const { body } = await payWith('4242424242424242');
  expect(body).not.toHaveProperty('metadata');
  expect(body).not.toHaveProperty('latest_charge');
  const { body: declined } = await payWith('4000000000000002');
  expect(declined.error.payment_intent).not.toHaveProperty('metadata');
});

test('a card number sent with a secret key is rejected', async () => {
  const intent = await simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });
  const response = await fetch(`${simulator.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_tests' },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '4',
      'payment_method_data[card][exp_year]': '2039',
    }),
  });
  expect(response.status).toBe(402);
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('unsafe') } });
});

test('neither card number nor CVC is stored', async () => {
  await payWith('4242424242424242', { cvc: '8531' });
  await payWith('4000000000000002', { cvc: '8531' });
  await payWith('4111111111111111', { cvc: '8531' });

  const kept = readFileSync(join(directory, 'journal.jsonl'), 'utf8');
  expect(kept).toContain('"last4":"4242"');
  expect(kept).not.toMatch(/4242424242424242|4000000000000002|4111111111111111|["=]8531\b/);
});
