import '../testing/own-simulator.ts';
import '../testing/own-mailbox.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { startWorker } from '#workers/testing/start-worker.ts';
import { AlertModel } from '../alerts/alert-model.ts';
import { findLedgerDifferences } from '../find-money-differences.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { logger } from '../infra/logger.ts';
import { stripe } from '../infra/stripe.ts';
import { PAYABLES } from '../payables.ts';
import { RideModel } from '../rides/ride-model.ts';
import { bookRide, pay } from '../testing/build-ride.ts';
import { buildRider } from '../testing/build-user.ts';
import { beginPurchase, payCheckout } from '../testing/buy-gift-card.ts';
import { operationsEmails } from '../testing/operations-emails.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { ownSimulator } from '../testing/own-simulator.ts';
import { recordRideMessages } from '../testing/record-ride-messages.ts';
import { sendWebhooks } from '../testing/send-webhooks.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';

import { syncDispute } from './stripe-disputes.ts';
import { reconcilePaymentEvents } from './stripe-events.ts';

setUpTestApp();
beforeAll(() => startWorker());
beforeAll(() => ownSimulator.sendWebhooksTo(testAppUrl()));

/** Returns the id of a payment's dispute, from its event. */
async function disputeOf(paymentIntentId: string): Promise<string> {
  const { data } = await stripe.events.list({ limit: 100 });
  const objects = data
    .filter(({ type }) => type === 'charge.dispute.created')
    .map((event) => event.data.object)
    .filter((object) => Reflect.get(object, 'payment_intent') === paymentIntentId);
  return String(Reflect.get(objects[0] ?? {}, 'id'));
}

const answer = (disputeId: string, uncategorized_text: string) =>
  stripe.disputes.update(disputeId, { evidence: { uncategorized_text } });

/** Expects one log line per alert, and nothing else. */
function expectLogged(count: number) {
  const logged = vi.mocked(logger.error).mock.calls.map(([, text]) => text);
  expect(logged).toEqual(Array.from({ length: count }, () => 'payment needs manual review'));
  vi.mocked(logger.error).mockClear();
}

test('operations are notified once when a ride’s dispute opens, and once when it is lost', async () => {
  await sendWebhooks({ copies: 3, jitterMs: 200 });
  const booked = await bookRide(await buildRider());
  const rideId = booked.ride.id;
  const recorded = await recordRideMessages();

  const paymentIntentId = await pay(booked, 'pm_card_createDispute');

  await recorded.next(rideId, 'paid');
  const [opened] = await operationsEmails(rideId, 1);
  expect(opened?.subject).toBe('A payment is disputed: $233.58');
  expect(opened?.text).toMatch(/Reason: fraudulent\nAnswer by: \S/);
  const disputeId = await disputeOf(paymentIntentId);
  await answer(disputeId, 'losing_evidence');
  const emails = await operationsEmails(rideId, 2);
  expect(emails[1]?.subject).toBe('A dispute was closed as lost: $233.58');
  expect(emails[1]?.text).toContain('Do not refund any more');

  // A repeated job must change nothing.
  await Promise.all([syncDispute(disputeId, PAYABLES), syncDispute(disputeId, PAYABLES)]);
  await operationsEmails(rideId, 2);
  expect(await AlertModel.countDocuments({ 'subject.kind': 'ride', 'subject.id': rideId })).toBe(2);
  // Nothing changes for the rider: operations decide what happens to the ride.
  expect(await RideModel.findById(rideId)).toMatchObject({
    version: 2,
    status: 'requested',
    paymentStatus: 'paid',
    paymentAlerts: [`${disputeId} opened`, `${disputeId} lost`],
  });
  expectLogged(2);
});

test('a dispute that was closed before its opening was received raises both alerts once', async () => {
  await sendWebhooks({ isPaused: true });
  const booked = await bookRide(await buildRider());
  const disputeId = await disputeOf(await pay(booked, 'pm_card_createDispute'));
  await answer(disputeId, 'winning_evidence');

  await Promise.all([
    syncDispute(disputeId, PAYABLES),
    syncDispute(disputeId, PAYABLES),
    syncDispute(disputeId, PAYABLES),
  ]);

  const emails = await operationsEmails(booked.ride.id, 2);
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    'A dispute was closed as won: $233.58',
    'A payment is disputed: $233.58',
  ]);
  expectLogged(2);
});

test('an inquiry that becomes a chargeback resolves its alert and raises a new one with the new deadline', async () => {
  const booked = await bookRide(await buildRider());
  const rideId = booked.ride.id;
  const open = async () =>
    (await AlertModel.find({ 'subject.id': rideId, resolvedAt: null }).lean()).map(({ kind, key }) => [
      kind,
      key,
    ]);
  const disputeId = await disputeOf(await pay(booked, 'pm_card_createDisputeInquiry'));
  const [asked] = await operationsEmails(rideId, 1);
  expect(asked?.subject).toBe('A bank asks about a payment: $233.58');
  expect(await open()).toEqual([['inquiry-opened', `${disputeId} inquiry`]]);

  const { evidence_details } = await answer(disputeId, 'escalate_inquiry_evidence');

  const emails = await operationsEmails(rideId, 2);
  expect(emails[1]?.subject).toBe('A payment is disputed: $233.58');
  await syncDispute(disputeId, PAYABLES);
  expect(await open()).toEqual([['dispute-opened', `${disputeId} opened`]]);
  expect(await AlertModel.findOne({ key: `${disputeId} opened` }).lean()).toMatchObject({
    payment: { answerBy: new Date(Number(evidence_details.due_by) * 1_000) },
  });

  await answer(disputeId, 'losing_evidence');
  await operationsEmails(rideId, 3);
  await syncDispute(disputeId, PAYABLES);
  expect(await open()).toEqual([['dispute-closed', `${disputeId} lost`]]);
  expectLogged(3);
});

test('an inquiry that ends without a chargeback leaves open only the alert about its end', async () => {
  const booked = await bookRide(await buildRider());
  const disputeId = await disputeOf(await pay(booked, 'pm_card_createDisputeInquiry'));
  await operationsEmails(booked.ride.id, 1);

  await answer(disputeId, 'winning_evidence');

  const emails = await operationsEmails(booked.ride.id, 2);
  expect(emails[1]?.subject).toBe('A bank’s inquiry was closed: $233.58');
  await syncDispute(disputeId, PAYABLES);
  const alerts = await AlertModel.find({ 'subject.id': booked.ride.id }).sort({ _id: 1 }).lean();
  expect(alerts.map(({ key, resolvedAt }) => [key, resolvedAt === null])).toEqual([
    [`${disputeId} inquiry`, false],
    [`${disputeId} warning_closed`, true],
  ]);
  expectLogged(2);
});

test('reconciliation finds a chargeback whose event never came, using the events of dispute updates', async () => {
  await sendWebhooks({ isPaused: true });
  const booked = await bookRide(await buildRider());
  const disputeId = await disputeOf(await pay(booked, 'pm_card_createDisputeInquiry'));
  const list = vi.spyOn(stripe.events, 'list');
  await answer(disputeId, 'escalate_inquiry_evidence');

  await reconcilePaymentEvents(PAYABLES);

  await operationsEmails(booked.ride.id, 1);
  // The events of the inquiry are no longer listed by then.
  const [query] = list.mock.lastCall ?? [];
  expect(query?.types).toEqual(
    expect.arrayContaining(['charge.dispute.updated', 'charge.dispute.funds_withdrawn']),
  );
  expectLogged(1);
});

test('the alert about a disputed gift card names its purchase, and the ledger stays sound', async () => {
  const purchase = await beginPurchase();

  await payCheckout(purchase, '4000000000000259');

  await ownMailbox.waitFor(purchase.to);
  const [email] = await operationsEmails(purchase.id, 1);
  expect(email?.text).toContain(`Buyer: ${purchase.buyerEmail}`);
  expect(await PurchaseModel.findById(purchase.id)).toMatchObject({
    state: 'paid',
    paymentAlerts: [expect.stringMatching(/^du_\w+ opened$/)],
  });
  expect(await findLedgerDifferences()).toEqual([]);
  expectLogged(1);
});

test.each([
  ['nobody we know', {}],
  ['a ride of another installation', { rideId: 'f'.repeat(24) }],
  ['a gift card of another installation', { purchaseId: 'f'.repeat(24) }],
])('a dispute of a payment for %s gives no alert', async (_whom, metadata) => {
  const foreign = await stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_createDispute',
  });
  await stripe.paymentIntents.update(foreign.id, { metadata });
  const known = await AlertModel.countDocuments();

  await syncDispute(await disputeOf(foreign.id), PAYABLES);

  expect(await AlertModel.countDocuments()).toBe(known);
});
