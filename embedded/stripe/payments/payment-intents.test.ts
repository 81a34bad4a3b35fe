import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused, startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

let simulator: TestSimulator;

beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

const create = (params: object = {}) =>
  simulator.stripe.paymentIntents.create({ amount: 23_358, currency: 'usd', ...params });

const eventsOf = async (id: string) => {
  const { data } = await simulator.stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) =>
      [Reflect.get(object, 'id'), Reflect.get(object, 'payment_intent')].includes(id),
    )
    .map(({ type }) => type)
    .reverse();
};

/** Completes or fails the 3-D Secure challenge of an intent, as the browser does. */
const finishChallenge = async (intent: { id: string; client_secret: string | null }, outcome: string) => {
  const response = await fetch(`${simulator.url}/sim/3ds/${intent.id}`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_page' },
    body: new URLSearchParams({ client_secret: intent.client_secret ?? '', outcome }),
  });
  return response.json();
};

test('an intent is created and paid, with its events', async () => {
  const intent = await create({ metadata: { rideId: 'r1', riderId: 'u1' }, capture_method: 'automatic' });
  expect(intent).toMatchObject({
    amount: 23_358,
    amount_received: 0,
    capture_method: 'automatic',
    metadata: { rideId: 'r1', riderId: 'u1' },
    status: 'requires_payment_method',
  });

  const paid = await simulator.stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge', 'payment_method'],
  });

  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 23_358,
    last_payment_error: null,
    latest_charge: { status: 'succeeded', captured: true, metadata: { rideId: 'r1', riderId: 'u1' } },
    payment_method: { card: { brand: 'visa', last4: '4242' } },
  });
  const plain = await simulator.stripe.paymentIntents.retrieve(intent.id);
  const charge = await simulator.stripe.charges.retrieve(String(plain.latest_charge));
  expect(charge).toMatchObject({ amount_captured: 23_358, payment_intent: intent.id });
  expect(await eventsOf(intent.id)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
});

test('an intent can be created and confirmed in one request', async () => {
  const paid = await create({ confirm: true, payment_method: 'pm_card_mastercard' });
  expect(paid.status).toBe('succeeded');
});

test('an intent created with a payment method requires confirmation', async () => {
  const intent = await create({ payment_method: 'pm_card_amex' });
  expect(intent.status).toBe('requires_confirmation');

  const paid = await simulator.stripe.paymentIntents.confirm(intent.id, { expand: ['payment_method'] });
  expect(paid).toMatchObject({
    status: 'succeeded',
    payment_method: { card: { brand: 'amex', last4: '0005' } },
  });
});

test('of two parallel confirmations, one succeeds and the other gets payment_intent_unexpected_state', async () => {
  const intent = await create();
  const confirm = () =>
    simulator.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });

  const results = await Promise.allSettled([confirm(), confirm()]);

  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      payment_intent: { id: intent.id, status: 'succeeded' },
    },
  });
  expect((await eventsOf(intent.id)).filter((type) => type === 'charge.succeeded')).toHaveLength(1);
});

test('a declined intent can be paid with another card', async () => {
  const intent = await create();
  const refusal = await refused(
    simulator.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa_chargeDeclined' }),
  );
  expect(refusal).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { id: intent.id, status: 'requires_payment_method', payment_method: null },
  });
  expect(
    await simulator.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }),
  ).toMatchObject({
    client_secret: intent.client_secret,
    last_payment_error: { type: 'card_error', code: 'card_declined', payment_method: { type: 'card' } },
    latest_charge: { status: 'failed', paid: false, failure_code: 'card_declined' },
  });

  const paid = await simulator.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });

  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  expect(await eventsOf(intent.id)).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
});

test('3-D Secure comes before the charge', async () => {
  const intent = await create();
  const waiting = await simulator.stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_threeDSecure2Required',
  });
  expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });

  const after = await finishChallenge(intent, 'complete');

  expect(after).toMatchObject({ status: 'succeeded', next_action: null });
  expect(await eventsOf(intent.id)).toEqual([
    'payment_intent.created',
    'payment_intent.requires_action',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
});

test('a failed authentication returns the intent to requires_payment_method', async () => {
  const intent = await create({ confirm: true, payment_method: 'pm_card_authenticationRequired' });
  expect(intent.status).toBe('requires_action');

  const after = await finishChallenge(intent, 'fail');

  expect(after).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    },
  });
  expect(await finishChallenge(intent, 'complete')).toMatchObject({
    error: { code: 'payment_intent_unexpected_state' },
  });
});

test('3-D Secure requires the client secret', async () => {
  const intent = await create({ confirm: true, payment_method: 'pm_card_threeDSecure2Required' });
  const reply = await finishChallenge({ id: intent.id, client_secret: `${intent.id}_secret_x` }, 'complete');
  expect(reply).toMatchObject({ error: { param: 'client_secret' } });
  expect((await simulator.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
});

test('an intent can be updated until it is paid', async () => {
  const intent = await create({ metadata: { rideId: 'r1', note: 'x' }, description: 'Ride' });
  const updated = await simulator.stripe.paymentIntents.update(intent.id, {
    amount: 9_905,
    metadata: { note: '', riderId: 'u1' },
  });
  expect(updated).toMatchObject({
    amount: 9_905,
    description: 'Ride',
    metadata: { rideId: 'r1', riderId: 'u1' },
  });
  expect(updated.metadata).not.toHaveProperty('note');

  const paid = await simulator.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  expect(paid.amount_received).toBe(9_905);
  expect(await refused(simulator.stripe.paymentIntents.update(intent.id, { amount: 100 }))).toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining('amount could not be updated because it has a status of succeeded'),
  });
  expect(await simulator.stripe.paymentIntents.update(intent.id, { metadata: '' })).toMatchObject({
    metadata: {},
  });
});

test('a new amount discards a pending 3-D Secure challenge', async () => {
  const intent = await create({ confirm: true, payment_method: 'pm_card_threeDSecure2Required' });
  const updated = await simulator.stripe.paymentIntents.update(intent.id, { amount: 5_000 });
  expect(updated).toMatchObject({ status: 'requires_confirmation', next_action: null });
});

test('an unpaid intent can be canceled once', async () => {
  const intent = await create();
  const canceled = await simulator.stripe.paymentIntents.cancel(intent.id, {
    cancellation_reason: 'abandoned',
  });
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  expect(canceled.canceled_at).toBeGreaterThan(0);
  expect(await eventsOf(intent.id)).toEqual(['payment_intent.created', 'payment_intent.canceled']);

  expect(await refused(simulator.stripe.paymentIntents.cancel(intent.id))).toMatchObject({
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
    message:
      'You cannot cancel this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.',
    payment_intent: { status: 'canceled' },
  });
  expect(
    await refused(simulator.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })),
  ).toMatchObject({ code: 'payment_intent_unexpected_state' });
});

test('an intent without a payment method cannot be confirmed', async () => {
  const intent = await create();
  expect(await refused(simulator.stripe.paymentIntents.confirm(intent.id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining("it's missing a payment method"),
  });
});

test('intents are listed newest first, with pagination', async () => {
  const made = [await create(), await create(), await create()].map(({ id }) => id).reverse();

  const first = await simulator.stripe.paymentIntents.list({ limit: 2 });
  const second = await simulator.stripe.paymentIntents.list({ limit: 1, starting_after: made[1] });

  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect(first.has_more).toBe(true);
  expect(second.data.map(({ id }) => id)).toEqual(made.slice(2));
  const nowhere = simulator.stripe.paymentIntents.list({ starting_after: 'pi_x' });
  expect(await refused(nowhere)).toMatchObject({ code: 'resource_missing', param: 'starting_after' });
  const long = simulator.stripe.paymentIntents.list({ limit: 101 });
  expect(await refused(long)).toMatchObject({ code: 'parameter_invalid_integer', param: 'limit' });
});

test('intents can be listed from a creation time', async () => {
  const old = await create();
  await simulator.control('clock', { advanceSeconds: 60 });
  const made = await create();

  const since = await simulator.stripe.paymentIntents.list({ created: { gte: old.created + 1 } });

  expect(since.data.map(({ id }) => id)).toEqual([made.id]);
});

test('a list can expand the objects in it', async () => {
  await create({ confirm: true, payment_method: 'pm_card_visa' });
  const { data } = await simulator.stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] });
  expect(data[0]?.latest_charge).toMatchObject({ object: 'charge' });
  expect(await refused(simulator.stripe.paymentIntents.list({ expand: ['data.amount'] }))).toMatchObject({
    message: 'This property cannot be expanded (data.amount).',
  });
});

test.each([
  [{ amount: 0 }, 'parameter_invalid_integer', 'amount', 'This value must be greater than or equal to 1.'],
  [{ amount: 49 }, 'amount_too_small', 'amount', 'Amount must be at least $0.50 usd'],
  [{ amount: 100_000_000 }, 'amount_too_large', 'amount', 'Amount must be no more than $999,999.99'],
  [{ amount: 10.5 }, 'parameter_invalid_integer', 'amount', 'Invalid integer: 10.5'],
  [{ amount: undefined }, 'parameter_missing', 'amount', 'Missing required param: amount.'],
  [{ foo: 1 }, 'parameter_unknown', 'foo', 'Received unknown parameter: foo'],
  [
    { automatic_payment_methods: { enabled: true, foo: 1 } },
    'parameter_unknown',
    'automatic_payment_methods[foo]',
    'Received unknown parameter: automatic_payment_methods[foo]',
  ],
  [{ payment_method_types: ['card'] }, 'parameter_unknown', 'payment_method_types', expect.any(String)],
  [
    { payment_method: 'pm_nobody' },
    'resource_missing',
    'payment_method',
    "No such PaymentMethod: 'pm_nobody'",
  ],
  [
    { metadata: { ['k'.repeat(41)]: 'v' } },
    undefined,
    'metadata',
    `Metadata keys can have up to 40 characters, but you passed in a key that is 41 characters. Invalid key: ${'k'.repeat(41)}`,
  ],
])('creating an intent with %j is rejected', async (params, code, param, message) => {
  expect(await refused(create(params))).toMatchObject({
    type: 'StripeInvalidRequestError',
    code,
    param,
    message,
  });
});

test('an unknown intent id is resource_missing', async () => {
  expect(await refused(simulator.stripe.paymentIntents.retrieve('pi_x'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'intent',
    message: "No such payment_intent: 'pi_x'",
  });
});
