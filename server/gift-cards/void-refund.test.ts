import '../testing/own-simulator.ts';
import '../testing/own-mailbox.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import type { StaffGiftCard } from '#common/gift-cards/gift-card-staff-api.ts';
import { readDayReport } from '#common/statements/statements-api.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { findLedgerDifferences } from '../find-money-differences.ts';
import { stripe } from '../infra/stripe.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as } from '../testing/as.ts';
import { soundCard } from '../testing/build-gift-card.ts';
import { buildAdmin } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { ownSimulator } from '../testing/own-simulator.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { travelTo } from '../testing/travel-to.ts';
import { buyCard, refundState, refundsOf, voidPath } from '../testing/void-card.ts';
import { GiftCardModel } from './gift-card-model.ts';
import { captureGiftCard, holdGiftCard, refundGiftCard } from './ledger.ts';
import { purchasePayable } from './purchase-payable.ts';
import { failVoidRefund, reconcileGiftCards, refundVoidedGiftCard } from './void-gift-card.ts';

setUpTestApp();
beforeAll(() => startWorker());
beforeAll(() => ownSimulator.sendWebhooksTo(testAppUrl()));

const until = new Date(Date.now() + 3_600_000);

test('the refund of a void card stays owed while Stripe is down, and is made once Stripe is back', async () => {
  const card = await buyCard();
  await ownSimulator.fail({ path: '/v1/refunds', times: 3, outcome: 500 });

  const { body } = await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 25_000 });

  expect(Object(body).voids).toMatchObject([{ state: 'owed' }]);
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  expect(await refundsOf(card)).toEqual([25_000]);
  await expect
    .poll(() => GiftCardModel.exists({ _id: card.id, refundOwedSince: { $exists: true } }))
    .toBe(null);
});

test('reconciliation completes the refund of a void card whose job was lost', async () => {
  const card = await buyCard();
  await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 25_000 });
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  await GiftCardModel.updateOne(
    { _id: card.id },
    { $set: { 'voids.$[all].refund': 'owed', refundOwedSince: new Date(Date.now() - 31_000) } },
    { arrayFilters: [{ 'all.key': 'void:1' }] },
  );

  await reconcileGiftCards();

  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  expect(await refundsOf(card)).toEqual([25_000]);
});

test('a refund of a ride to a void card is passed on to the buyer', async () => {
  const card = await buyCard();
  const ride = { giftCardId: card.id, rideId: newId() };
  await holdGiftCard({ ...ride, amountCents: 4_000, memo: 'Sphere', until });
  await captureGiftCard(ride);
  await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 21_000 });
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  await refundGiftCard({ ...ride, amountCents: 1_500, reason: 'completed-for-less' });

  await reconcileGiftCards();

  await expect.poll(() => refundState(card.id)).toEqual(['refunded', 'refunded']);
  expect((await soundCard(card.id)).balanceCents).toBe(0);
  expect((await refundsOf(card)).toSorted()).toEqual([1_500, 21_000]);
  expect(await ownMailbox.waitFor(card.buyerEmail, 3)).toHaveLength(3);
  expect(ownMailbox.to(card.to)).toHaveLength(2);
});

/** Returns the day report's gift card figures, including those of other tests, once no refund is owed. */
async function readDay(day: string) {
  await expect.poll(() => GiftCardModel.exists({ refundOwedSince: { $exists: true } })).toBeNull();
  const { body } = await as(await buildAdmin()).get(`/api/ops/day-report?day=${day}`);
  const { giftCardsSold, giftCardsRefunded, cardNetCents } = readDayReport.reply.parse(body);
  return { soldCents: giftCardsSold.cents, backCents: giftCardsRefunded?.cents ?? 0, cardNetCents };
}

test('a card sold and voided on the same day adds nothing to the day report, until its refund fails', async () => {
  travelTo(Date.now());
  const day = dateInVegas(new Date());
  const { soldCents, backCents, cardNetCents } = await readDay(day);
  const sold = { soldCents: soldCents + 25_000, backCents, cardNetCents: cardNetCents + 25_000 };
  const card = await buyCard();
  expect(await readDay(day)).toEqual(sold);

  await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 25_000 });
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);

  expect(await refundsOf(card)).toEqual([25_000]);
  expect(await readDay(day)).toEqual({ ...sold, backCents: backCents + 25_000, cardNetCents });

  await failVoidRefund(card.id, (await soundCard(card.id)).voids?.[0]?.refundId ?? '');
  expect(await readDay(day)).toEqual(sold);
});

test('a refund made the day after the card was voided counts in the report of the day it was made', async () => {
  travelTo(Date.now());
  const card = await buyCard();
  await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 25_000 });
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  const today = dateInVegas(new Date());
  const yesterday = addDays(today, -1);
  const [before, after] = [await readDay(yesterday), await readDay(today)];

  await GiftCardModel.updateOne(
    { _id: card.id },
    { $set: { 'voids.$[all].at': toInstant(yesterday, '12:00') } },
    { arrayFilters: [{ 'all.key': 'void:1' }] },
  );

  expect([await readDay(yesterday), await readDay(today)]).toEqual([before, after]);
});

test('the refund of a void card that fails later at Stripe is marked as failed', async () => {
  const card = await buyCard();
  await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 25_000 });
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  const refundId = (await soundCard(card.id)).voids?.[0]?.refundId ?? '';

  await failVoidRefund(card.id, refundId);

  const { body } = await as(await buildAdmin()).get(`/api/ops/gift-cards/${card.id}`);
  const { voids }: Pick<StaffGiftCard, 'voids'> = Object(body);
  expect(voids).toMatchObject([{ state: 'failed' }]);
});

test('the refund of a void card that fails at Stripe before it is recorded is marked as failed, and stays so', async () => {
  const card = await buyCard();
  await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 25_000 });
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  const refundId = (await soundCard(card.id)).voids?.[0]?.refundId ?? '';
  await GiftCardModel.updateOne(
    { _id: card.id },
    { $set: { 'voids.$[all].refund': 'owed', 'voids.$[all].refundId': null } },
    { arrayFilters: [{ 'all.key': 'void:1' }] },
  );
  const failure = { id: refundId, failure: 'expired_or_canceled_card', metadata: {} };
  const create = stripe.refunds.create.bind(stripe.refunds);
  const list = stripe.refunds.list.bind(stripe.refunds);
  // Another worker's refund is made after this one looked for it, and fails before that worker records it.
  vi.spyOn(stripe.refunds, 'list').mockImplementationOnce((query) =>
    list({ ...query, created: { gte: 4_000_000_000 } }),
  );
  vi.spyOn(stripe.refunds, 'create').mockImplementationOnce(async (...request) => {
    const made = await create(...request);
    await purchasePayable.recordFailedRefund?.(card.id, failure);
    return made;
  });

  await refundVoidedGiftCard(card.id);

  expect(await refundState(card.id)).toEqual(['failed']);
  expect(await refundsOf(card)).toEqual([25_000]);
});

test('an unrecorded refund of a void card, whose key has expired at Stripe, is recorded and not made again', async () => {
  const card = await buyCard();
  const ride = { giftCardId: card.id, rideId: newId() };
  await holdGiftCard({ ...ride, amountCents: 15_000, memo: 'Sphere', until });
  await captureGiftCard(ride);
  await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 10_000 });
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  const refundId = (await soundCard(card.id)).voids?.[0]?.refundId;
  await GiftCardModel.updateOne(
    { _id: card.id },
    { $set: { 'voids.$[all].refund': 'owed', 'voids.$[all].refundId': null } },
    { arrayFilters: [{ 'all.key': 'void:1' }] },
  );
  await ownSimulator.advanceClock(25 * 3_600);

  await refundVoidedGiftCard(card.id);

  expect(await refundsOf(card)).toEqual([10_000]);
  expect((await soundCard(card.id)).voids).toMatchObject([{ refund: 'refunded', refundId }]);
});

test('the ledger is sound after all tests of this file', async () => {
  await expect.poll(() => MailModel.exists({ owedSince: { $exists: true } })).toBeNull();
  expect((await findLedgerDifferences()).filter(({ text }) => !text.includes('which is not paid'))).toEqual(
    [],
  );
});
