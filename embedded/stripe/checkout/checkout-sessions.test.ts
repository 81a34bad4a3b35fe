import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused, startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

let simulator: TestSimulator;

beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

const line = (unit_amount: number, quantity = 1) => ({
  quantity,
  price_data: { currency: 'usd', unit_amount, product_data: { name: 'Gift card' } },
});

const create = (params: object = {}) =>
  simulator.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [line(25_000)],
    success_url: 'http://localhost:3000/gift-cards?session={CHECKOUT_SESSION_ID}',
    ...params,
  });

/** Pays a session, as the hosted page does. */
async function pay(id: string, number = '4242424242424242') {
  const response = await fetch(`${simulator.url}/sim/checkout/${id}/pay`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_checkout' },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '4',
      'payment_method_data[card][exp_year]': '2039',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][email]': 'buyer@example.com',
    }),
  });
  return response.json();
}

const lastEvents = async (limit: number) =>
  (await simulator.stripe.events.list({ limit })).data.map(({ type }) => type).reverse();

test('a session is created, paid and completed, with its events', async () => {
  const session = await create({
    line_items: [line(10_000, 2), line(5_000)],
    metadata: { giftCardId: 'g1' },
    payment_intent_data: { metadata: { giftCardId: 'g1' }, description: 'Gift card' },
  });
  expect(session).toMatchObject({
    amount_total: 25_000,
    metadata: { giftCardId: 'g1' },
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    url: `${simulator.url}/sim/checkout/${session.id}`,
  });
  expect(session.expires_at - session.created).toBe(86_400);

  expect(await pay(session.id)).toMatchObject({
    intent: { status: 'succeeded' },
    success_url: `http://localhost:3000/gift-cards?session=${session.id}`,
  });

  const paid = await simulator.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(paid).toMatchObject({
    customer_details: { email: 'buyer@example.com' },
    payment_intent: { amount_received: 25_000, description: 'Gift card', metadata: { giftCardId: 'g1' } },
    payment_status: 'paid',
    status: 'complete',
    url: null,
  });
  expect(await lastEvents(4)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ]);
  expect(await pay(session.id)).toMatchObject({ error: { message: expect.stringContaining('complete') } });
  expect(await refused(simulator.stripe.checkout.sessions.expire(session.id))).toMatchObject({
    statusCode: 400,
    message:
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `complete`.',
  });
});

test('a declined session stays open with one intent, which cannot be canceled by itself', async () => {
  const session = await create();
  expect(await pay(session.id, '4000000000000002')).toMatchObject({ error: { code: 'card_declined' } });
  const { payment_intent: id } = await simulator.stripe.checkout.sessions.retrieve(session.id);
  expect(await refused(simulator.stripe.paymentIntents.cancel(String(id)))).toMatchObject({
    statusCode: 400,
  });

  expect(await pay(session.id)).toMatchObject({ intent: { id, status: 'succeeded' } });
});

test('an expired session cannot be paid', async () => {
  const session = await create();
  await pay(session.id, '4000000000000002');
  const expired = await simulator.stripe.checkout.sessions.expire(session.id, { expand: ['payment_intent'] });
  expect(expired).toMatchObject({ status: 'expired', url: null, payment_intent: { status: 'canceled' } });
  expect(await lastEvents(2)).toEqual(['payment_intent.canceled', 'checkout.session.expired']);
  expect(await pay(session.id)).toMatchObject({ error: { message: expect.stringContaining('expired') } });
});

test('a session expires at its expires_at', async () => {
  const now = Math.floor(Date.now() / 1000);
  const session = await create({ expires_at: now + 1_900 });
  await simulator.control('clock', { advanceSeconds: 1_901 });
  await expect
    .poll(async () => (await simulator.stripe.checkout.sessions.retrieve(session.id)).status)
    .toBe('expired');
  await simulator.control('reset');
});

test.each([
  [{ line_items: [line(49)] }, 'amount_too_small', undefined],
  [{ success_url: 'nowhere' }, 'url_invalid', 'success_url'],
  [{ success_url: undefined }, 'parameter_missing', 'success_url'],
  [{ line_items: [line(0)] }, 'parameter_invalid_integer', 'line_items[0][price_data][unit_amount]'],
  [{ payment_method_types: ['card'] }, 'parameter_unknown', 'payment_method_types'],
  [{ expires_at: 1 }, undefined, 'expires_at'],
  [{ customer_email: 'x@example.com' }, 'parameter_unknown', 'customer_email'],
])('creating a session with %j is rejected', async (params, code, param) => {
  expect(await refused(create(params))).toMatchObject({ statusCode: 400, code, param });
});
