import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  connectStripe,
  refused,
  startTestSimulator,
  type TestSimulator,
} from '../testing/start-test-simulator.ts';

let simulator: TestSimulator;

beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

const withKey = (key: string) => connectStripe(simulator.url, { key });

test.each(['sk_live_51abcd', 'rk_test_abcd', 'banana'])('the API key %s is invalid', async (key) => {
  expect(await refused(withKey(key).paymentIntents.list())).toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: expect.stringMatching(/^Invalid API Key provided: .*\*\*\*\*.{4}$/),
  });
});

test('a request without an API key is a 401', async () => {
  const response = await fetch(`${simulator.url}/v1/payment_intents`);
  expect(response.status).toBe(401);
  expect(response.headers.get('request-id')).toMatch(/^req_\w{14}$/);
});

test('an API key is accepted as the user name of basic authentication', async () => {
  const authorization = `Basic ${Buffer.from('sk_test_tests:').toString('base64')}`;
  const response = await fetch(`${simulator.url}/v1/payment_intents`, { headers: { authorization } });
  expect(response.status).toBe(200);
});

test('a publishable key can read and confirm an intent with its client secret, and nothing else', async () => {
  const intent = await simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });
  const page = withKey('pk_test_page');
  const secret = { client_secret: intent.client_secret ?? '' };

  expect(await page.paymentIntents.retrieve(intent.id, secret)).toMatchObject({
    id: intent.id,
    amount: 5_000,
  });
  expect(await refused(page.paymentIntents.retrieve(intent.id))).toMatchObject({ statusCode: 403 });
  expect(
    await refused(page.paymentIntents.retrieve(intent.id, { client_secret: `${intent.id}_secret_wrong` })),
  ).toMatchObject({ statusCode: 403 });
  expect(
    await refused(page.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })),
  ).toMatchObject({ statusCode: 403 });

  const elsewhere = [
    page.paymentIntents.create({ amount: 5_000, currency: 'usd' }),
    page.paymentIntents.list(),
    page.paymentIntents.update(intent.id, { amount: 100 }),
    page.paymentIntents.cancel(intent.id),
    page.refunds.create({ payment_intent: intent.id }),
    page.events.list(),
    page.checkout.sessions.expire('cs_test_1'),
  ];
  for (const call of elsewhere) {
    expect(await refused(call)).toMatchObject({ statusCode: 403, code: 'secret_key_required' });
  }
  const control = await fetch(`${simulator.url}/sim/control/reset`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_page' },
    body: '{}',
  });
  expect(control.status).toBe(403);
});

test('CORS is allowed for the routes of browsers only', async () => {
  const preflight = (path: string) => fetch(`${simulator.url}${path}`, { method: 'OPTIONS' });
  const allowed = await preflight('/v1/payment_intents/pi_x/confirm');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
  const refunds = await preflight('/v1/refunds');
  expect(refunds.headers.get('access-control-allow-origin')).toBeNull();
});

test('a route that is not simulated is a 404', async () => {
  expect(await refused(simulator.stripe.customers.create({}))).toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('Unrecognized request URL (POST: /v1/customers)'),
  });
});
