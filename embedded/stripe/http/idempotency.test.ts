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

const create = (idempotencyKey: string, amount = 5_000) =>
  simulator.stripe.paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey });

const count = async () => (await simulator.stripe.paymentIntents.list({ limit: 100 })).data.length;

test('a repeated request gets the saved reply and changes nothing', async () => {
  const first = await create('ride:1:pi:1');
  await simulator.stripe.paymentIntents.update(first.id, { amount: 6_000 });
  const before = await count();

  const second = await create('ride:1:pi:1');

  expect(second).toMatchObject({ id: first.id, amount: 5_000 });
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
  expect(await count()).toBe(before);
});

test('reusing a key with other parameters is an idempotency_error', async () => {
  await create('ride:2:pi:1');
  expect(await refused(create('ride:2:pi:1', 9_999))).toMatchObject({
    statusCode: 400,
    rawType: 'idempotency_error',
    message:
      "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'ride:2:pi:1' if you meant to execute a different request.",
  });
});

test('a repeated request gets the saved decline', async () => {
  const intent = await create('ride:3:pi:1');
  const confirm = () =>
    simulator.stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_visa_chargeDeclined' },
      { idempotencyKey: 'ride:3:confirm' },
    );
  const first = await refused(confirm());
  const second = await refused(confirm());
  expect(first.code).toBe('card_declined');
  expect(second).toEqual(first);
});

test('a repeated request gets the saved error of an invalid state', async () => {
  const intent = await create('ride:4:pi:1');
  const refund = () =>
    simulator.stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: 'refund:4' });
  const first = await refused(refund());
  await simulator.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  expect(await refused(refund())).toEqual(first);
});

test('invalid parameters do not use up their idempotency key', async () => {
  await refused(create('ride:5:pi:1', 0));
  expect(await create('ride:5:pi:1')).toMatchObject({ amount: 5_000 });
});

test('an idempotency key is refused with 409 while its request is in progress', async () => {
  await simulator.control('faults', { path: '/v1/payment_intents', delayMs: 300 });
  const first = create('ride:6:pi:1');
  // The refused request gets a 409, which this client retries until the first has been answered.
  const patient = connectStripe(simulator.url, { maxNetworkRetries: 5 });
  const both = await Promise.all([
    first,
    refused(create('ride:6:pi:1')),
    patient.paymentIntents.create({ amount: 5_000, currency: 'usd' }, { idempotencyKey: 'ride:6:pi:1' }),
  ]);
  expect(both[1]).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  expect(both[2].id).toBe(both[0].id);
});

test('an idempotency key expires after a day', async () => {
  const first = await create('ride:7:pi:1');
  await simulator.control('clock', { advanceSeconds: 24 * 3600 + 1 });
  expect((await create('ride:7:pi:1')).id).not.toBe(first.id);
});

test('a request that timed out can be retried with the same key', async () => {
  const impatient = connectStripe(simulator.url, { maxNetworkRetries: 5 });
  const before = await count();
  await simulator.control('faults', { path: '/v1/payment_intents', outcome: 'timeout' });

  const intent = await impatient.paymentIntents.create(
    { amount: 5_000, currency: 'usd' },
    { idempotencyKey: 'ride:8:pi:1', timeout: 250 },
  );

  expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await count()).toBe(before + 1);
});
