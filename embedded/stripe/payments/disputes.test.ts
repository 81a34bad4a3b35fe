import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused, startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

let simulator: TestSimulator;

beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

/** Creates a payment that is disputed. Returns it with the dispute. */
async function buildDisputed(card = 'pm_card_createDispute') {
  const intent = await simulator.stripe.paymentIntents.create({
    amount: 2_500,
    currency: 'usd',
    confirm: true,
    metadata: { rideId: 'r1' },
    payment_method: card,
  });
  const { data } = await simulator.stripe.events.list({ limit: 1 });
  const id = String(Reflect.get(data[0]?.data.object ?? {}, 'id'));
  return { intent, id };
}

const answer = (id: string, uncategorized_text: string) =>
  simulator.stripe.disputes.update(id, { evidence: { uncategorized_text } });

const typesOf = async (limit: number) =>
  (await simulator.stripe.events.list({ limit })).data.map(({ type }) => type).reverse();

test('a payment with the disputed card succeeds and is disputed', async () => {
  const { intent, id } = await buildDisputed();

  expect(intent.status).toBe('succeeded');
  expect(await typesOf(3)).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'charge.dispute.created',
  ]);
  expect(await simulator.stripe.disputes.retrieve(id, { expand: ['payment_intent'] })).toMatchObject({
    amount: 2_500,
    charge: intent.latest_charge,
    payment_intent: { id: intent.id, metadata: { rideId: 'r1' } },
    reason: 'fraudulent',
    status: 'needs_response',
  });
  expect(await simulator.stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({
    disputed: true,
  });
});

test.each([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])('%s closes a dispute as %s', async (evidence, status) => {
  const { id } = await buildDisputed();

  expect(await answer(id, evidence)).toMatchObject({ status, evidence_details: { has_evidence: true } });

  expect(await typesOf(1)).toEqual(['charge.dispute.closed']);
  expect(await refused(answer(id, 'winning_evidence'))).toMatchObject({ statusCode: 400 });
  expect(await simulator.stripe.disputes.retrieve(id)).toMatchObject({ status });
});

test('a disputed charge can be refunded only after the dispute is won', async () => {
  const open = await buildDisputed();
  const lost = await buildDisputed();
  const won = await buildDisputed();
  await answer(lost.id, 'losing_evidence');
  await answer(won.id, 'winning_evidence');
  const refund = ({ intent }: typeof open) =>
    simulator.stripe.refunds.create({ payment_intent: intent.id, amount: 100 });

  for (const disputed of [open, lost]) {
    expect(await refused(refund(disputed))).toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
      message: `Charge ${disputed.intent.latest_charge} has been charged back; cannot issue a refund.`,
    });
  }
  expect(await refund(won)).toMatchObject({ status: 'succeeded' });
});

test('an inquiry allows refunds until it becomes a chargeback, which has a later deadline', async () => {
  const { intent, id } = await buildDisputed('pm_card_createDisputeInquiry');
  const refund = () => simulator.stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  const openInquiry = await simulator.stripe.disputes.retrieve(id);
  expect(openInquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
  expect(await refund()).toMatchObject({ status: 'succeeded' });

  const escalated = await answer(id, 'escalate_inquiry_evidence');

  expect(escalated).toMatchObject({ id, status: 'needs_response', is_charge_refundable: false });
  expect(escalated.evidence_details.due_by).toBeGreaterThan(Number(openInquiry.evidence_details.due_by));
  expect(await typesOf(2)).toEqual(['charge.dispute.updated', 'charge.dispute.funds_withdrawn']);
  expect(await refused(refund())).toMatchObject({ code: 'charge_disputed' });
  expect(await refused(answer(id, 'escalate_inquiry_evidence'))).toMatchObject({ statusCode: 400 });
  expect(await answer(id, 'losing_evidence')).toMatchObject({ status: 'lost' });
});

test.each(['winning_evidence', 'losing_evidence'])(
  '%s closes an inquiry without a chargeback',
  async (evidence) => {
    const { id } = await buildDisputed('pm_card_createDisputeInquiry');

    expect(await answer(id, evidence)).toMatchObject({ status: 'warning_closed' });

    expect(await typesOf(1)).toEqual(['charge.dispute.closed']);
    expect(await refused(answer(id, evidence))).toMatchObject({ statusCode: 400 });
  },
);

test('an unknown dispute and unknown evidence are rejected', async () => {
  const { id } = await buildDisputed();
  expect(await refused(simulator.stripe.disputes.retrieve('du_x'))).toMatchObject({ statusCode: 404 });
  expect(await refused(answer(id, 'It was them'))).toMatchObject({ statusCode: 400 });
});
