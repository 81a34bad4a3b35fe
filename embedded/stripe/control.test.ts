import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  connectStripe,
  refused,
  startTestSimulator,
  type TestSimulator,
} from './testing/start-test-simulator.ts';

let simulator: TestSimulator;

beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

const create = (stripe = simulator.stripe) =>
  stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });

test('a fault applies to `times` requests, which change nothing', async () => {
  await simulator.control('faults', { path: '/v1/payment_intents', outcome: 500, times: 2 });
  expect(await refused(create())).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
  expect(await refused(create())).toMatchObject({ statusCode: 500 });
  await create();
  expect((await simulator.stripe.events.list()).data).toHaveLength(1);
});

test('a fault applies to its path only', async () => {
  await simulator.control('faults', { path: '/v1/refunds', outcome: 409 });
  const intent = await create();
  const refund = simulator.stripe.refunds.create({ payment_intent: intent.id });
  expect(await refused(refund)).toMatchObject({ statusCode: 409, code: 'lock_timeout' });
});

test('an insufficient_balance fault refuses a refund, and its idempotency key repeats that for a day', async () => {
  const { id } = await simulator.stripe.paymentIntents.create({
    ...{ amount: 5_000, currency: 'usd' },
    ...{ confirm: true, payment_method: 'pm_card_visa' },
  });
  const refund = () =>
    simulator.stripe.refunds.create({ payment_intent: id }, { idempotencyKey: 'beyond-the-balance' });
  await simulator.control('faults', { path: '/v1/refunds', outcome: 'insufficient_balance' });

  const refusal = await refused(refund());

  expect(refusal).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  expect([refusal.code, refusal.param]).toEqual([undefined, undefined]);
  expect(await refused(refund())).toEqual(refusal);
  await simulator.control('clock', { advanceSeconds: 24 * 3_600 + 1 });
  expect(await refund()).toMatchObject({ amount: 5_000 });
});

test.each([500, 409])('the official client retries after a single %i', async (outcome) => {
  await simulator.control('faults', { path: '/v1/payment_intents', outcome });
  const intent = await create(connectStripe(simulator.url, { maxNetworkRetries: 2 }));
  expect(intent.status).toBe('requires_payment_method');
});

test('advancing the clock changes the time of new objects', async () => {
  const before = await create();
  await simulator.control('clock', { advanceSeconds: 3_600 });
  expect((await create()).created - before.created).toBeGreaterThanOrEqual(3_600);
});

test.each([
  ['webhooks', { paused: true }],
  ['faults', { outcome: 418 }],
  ['clock', { advanceSeconds: -1 }],
] as const)('the %s control rejects %j', async (name, body) => {
  await expect(simulator.control(name, body)).rejects.toThrow('400');
});
