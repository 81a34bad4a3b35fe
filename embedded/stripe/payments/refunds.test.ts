import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused, startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

let simulator: TestSimulator;

beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

const buildPaid = (amount: number, payment_method = 'pm_card_visa') =>
  simulator.stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    confirm: true,
    payment_method,
    expand: ['latest_charge'],
  });

const refund = (params: object) => simulator.stripe.refunds.create(params);

test('a charge is refunded in parts up to its amount', async () => {
  const { id } = await buildPaid(2_500);

  const first = await refund({
    payment_intent: id,
    amount: 2_000,
    expand: ['charge'],
  });
  expect(first).toMatchObject({
    status: 'succeeded',
    amount: 2_000,
    charge: { amount_refunded: 2_000, refunded: false },
  });
  expect(await refused(refund({ payment_intent: id, amount: 501 }))).toMatchObject({
    statusCode: 400,
    code: undefined,
    param: 'amount',
    message: 'Refund amount ($5.01) is greater than unrefunded amount on charge ($5.00)',
  });

  const rest = await refund({ payment_intent: id });
  expect(rest.amount).toBe(500);
  const charge = await simulator.stripe.charges.retrieve(String(rest.charge));
  expect(charge).toMatchObject({ amount_refunded: 2_500, refunded: true });
  expect(await refused(refund({ payment_intent: id }))).toMatchObject({
    code: 'charge_already_refunded',
    message: `Charge ${charge.id} has already been refunded.`,
  });
});

test('parallel refunds do not exceed the amount paid', async () => {
  const { id } = await buildPaid(1_000);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => refund({ payment_intent: id, amount: 400 })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('refunds are listed by intent', async () => {
  const paid = await buildPaid(1_000);
  await refund({ payment_intent: (await buildPaid(1_000)).id });
  const made = await refund({ payment_intent: paid.id, amount: 100 });

  const byIntent = await simulator.stripe.refunds.list({ payment_intent: paid.id });
  expect(byIntent.data.map(({ id }) => id)).toEqual([made.id]);
});

test('refunds can be listed from a creation time', async () => {
  const old = await refund({ payment_intent: (await buildPaid(1_000)).id });
  await simulator.control('clock', { advanceSeconds: 60 });
  const made = await refund({ payment_intent: (await buildPaid(1_000)).id });

  const since = await simulator.stripe.refunds.list({ created: { gte: old.created + 1 } });

  expect(since.data.map(({ id }) => id)).toEqual([made.id]);
});

test('a refund emits refund.created and charge.refunded', async () => {
  const paid = await buildPaid(1_000);
  const made = await refund({ payment_intent: paid.id });
  const { data } = await simulator.stripe.events.list({ limit: 2 });
  expect(data.toReversed().map(({ type, data: { object } }) => [type, Reflect.get(object, 'id')])).toEqual([
    ['refund.created', made.id],
    ['charge.refunded', made.charge],
  ]);
});

test('a refund to the refund-fail card succeeds first and fails seconds later', async () => {
  const paid = await buildPaid(2_500, 'pm_card_refundFail');
  const well = await refund({ payment_intent: (await buildPaid(2_500)).id });
  const made = await refund({ payment_intent: paid.id, amount: 1_000, metadata: { rideId: 'r1' } });
  expect(made.status).toBe('succeeded');

  await simulator.control('clock', { advanceSeconds: 3 });

  const read = () => simulator.stripe.refunds.retrieve(made.id);
  await expect.poll(read).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    metadata: { rideId: 'r1' },
  });
  expect(await simulator.stripe.charges.retrieve(String(made.charge))).toMatchObject({
    amount_refunded: 0,
    refunded: false,
  });
  expect(await simulator.stripe.refunds.retrieve(well.id)).toMatchObject({ status: 'succeeded' });
  const { data } = await simulator.stripe.events.list({ limit: 3 });
  expect(data.map(({ type, data: { object } }) => [type, Reflect.get(object, 'id')])).toEqual([
    ['refund.failed', made.id],
    ['charge.refund.updated', made.id],
    ['refund.updated', made.id],
  ]);
});

test('an unpaid intent cannot be refunded', async () => {
  const intent = await simulator.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
  expect(await refused(refund({ payment_intent: intent.id }))).toMatchObject({ statusCode: 400 });
  expect(await refused(refund({}))).toMatchObject({ statusCode: 400 });
  expect(await refused(refund({ payment_intent: 'pi_x' }))).toMatchObject({ statusCode: 404 });
});
