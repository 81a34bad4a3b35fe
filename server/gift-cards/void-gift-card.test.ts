import '../testing/own-simulator.ts';
import '../testing/own-mailbox.ts';
import { beforeAll, expect, test } from 'vitest';
import { startWorker } from '#workers/testing/start-worker.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { findLedgerDifferences } from '../find-money-differences.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as, visitor } from '../testing/as.ts';
import { soundCard } from '../testing/build-gift-card.ts';
import { bookRide, buildRequest } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildRider } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { ownSimulator } from '../testing/own-simulator.ts';
import { bookPaidRide } from '../testing/pay-ride.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { buyCard, refundState, refundsOf, voidPath } from '../testing/void-card.ts';
import { captureGiftCard, holdGiftCard, releaseGiftCard } from './ledger.ts';
import { refundVoidedGiftCard } from './void-gift-card.ts';

setUpTestApp();
beforeAll(() => startWorker());
beforeAll(() => ownSimulator.sendWebhooksTo(testAppUrl()));

const until = new Date(Date.now() + 3_600_000);

test('voiding a card takes its balance, refunds it to the buyer, and emails recipient and buyer', async () => {
  const card = await buyCard();
  const ride = { giftCardId: card.id, rideId: newId() };
  await holdGiftCard({ ...ride, amountCents: 4_018, memo: 'Sphere', until });
  await captureGiftCard(ride);
  const admin = await buildAdmin();

  const { status, body } = await as(admin).post(voidPath(card.id), { amountCents: 20_982 });

  expect([status, body]).toMatchObject([
    200,
    { balanceCents: 0, isVoided: true, isSound: true, voids: [{ amountCents: 20_982, by: admin.name }] },
  ]);
  const [, notice] = await ownMailbox.waitFor(card.to, 2);
  expect(notice?.subject).toBe('Your Marquee gift card was cancelled');
  const [, receipt] = await ownMailbox.waitFor(card.buyerEmail, 2);
  expect(receipt?.text).toContain('Refunded: $209.82');
  expect(`${notice?.text}${receipt?.text}`).not.toContain(card.code);
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  expect(await refundsOf(card)).toEqual([20_982]);
  expect((await soundCard(card.id)).entries.at(-1)).toMatchObject({ kind: 'void', amountCents: -20_982 });

  const lines = await AuditModel.find({ 'subject.id': card.id }).lean();
  expect(lines).toMatchObject([
    { action: 'gift card voided', before: { balanceCents: 20_982 }, after: { balanceCents: 0 } },
  ]);
  expect(JSON.stringify([lines, body])).not.toContain(card.code.slice(4, 18));
});

test('a void card cannot be used, held or resent, and its code is refused with the reason', async () => {
  const card = await buyCard();
  await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 25_000 });
  const message = 'This gift card was cancelled and refunded to its buyer';

  const typed = await visitor().post('/api/validate-gift-card', { code: card.code });
  const statement = await visitor().post('/api/gift-cards/balance', { code: card.code });
  const rider = await buildRider();
  const booked = await as(rider).post(
    '/api/rides',
    buildRequest({ riderId: rider.id, giftCardId: card.pass }),
  );
  const sent = await as(await buildAdmin()).post(`/api/ops/gift-cards/${card.id}/send`, { resends: 0 });
  const held = await holdGiftCard({
    giftCardId: card.id,
    rideId: newId(),
    amountCents: 1,
    memo: 'Sphere',
    until,
  });

  expect([typed.status, typed.body]).toMatchObject([400, { message }]);
  expect(statement.body).toMatchObject({ balanceCents: 0, entries: [{}, { kind: 'void' }] });
  expect([booked.status, booked.body]).toMatchObject([400, { message }]);
  expect([sent.status, sent.body]).toMatchObject([409, { code: 'GIFT_CARD_CHANGED' }]);
  expect(held).toBe(false);
});

test('a card with a hold cannot be voided, and the refusal says until when it is held', async () => {
  const card = await buyCard();
  await bookPaidRide(await buildRider(), { giftCardId: card.pass });
  const { ride } = await bookRide(await buildRider(), { giftCardId: card.pass });
  const admin = await buildAdmin();

  const refused = await as(admin).post(voidPath(card.id), { amountCents: 1_642 });

  expect([refused.status, refused.body]).toMatchObject([409, { code: 'GIFT_CARD_HELD' }]);
  expect(Object(refused.body).message).toMatch(/^A booking that is not paid yet holds \$16\.42 .* ends at/);
  await releaseGiftCard({ giftCardId: card.id, rideId: ride.id });
  expect((await as(admin).post(voidPath(card.id), { amountCents: 1_642 })).status).toBe(200);
});

test('voiding a card for an outdated balance is refused, and changes nothing', async () => {
  const card = await buyCard();

  const reply = await as(await buildAdmin()).post(voidPath(card.id), { amountCents: 24_999 });

  expect([reply.status, Object(reply.body).message]).toEqual([
    409,
    'The balance changed a moment ago, to $250.00. Please look again.',
  ]);
  expect((await soundCard(card.id)).balanceCents).toBe(25_000);
});

test('of two admins who void a card concurrently, one succeeds, and the money is refunded once', async () => {
  const card = await buyCard();
  const admins = [await buildAdmin({ name: 'Robin Hale' }), await buildAdmin({ name: 'Mo Bell' })];

  const replies = await Promise.all(
    admins.map((admin) => as(admin).post(voidPath(card.id), { amountCents: 25_000 })),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refusal = Object(replies.find(({ status }) => status === 409)?.body);
  expect(refusal.message).toMatch(/^(Robin Hale|Mo Bell) voided this card at /);
  await expect.poll(() => refundState(card.id)).toEqual(['refunded']);
  await refundVoidedGiftCard(card.id);
  expect(await refundsOf(card)).toEqual([25_000]);
});

test('voiding a card during concurrent holds, captures and releases takes its whole balance or nothing', async () => {
  const card = await buyCard();
  const giftCardId = card.id;
  const admin = await buildAdmin();
  await as(admin).signIn();
  const book = async (capture: boolean) => {
    const ride = { giftCardId, rideId: newId() };
    const isHeld = await holdGiftCard({ ...ride, amountCents: 5_000, memo: 'Sphere', until });
    if (isHeld) await (capture ? captureGiftCard(ride) : releaseGiftCard(ride));
  };

  const [reply] = await Promise.all([
    as(admin).post(voidPath(giftCardId), { amountCents: 25_000 }),
    ...Array.from({ length: 8 }, (_, index) => book(index % 2 === 0)),
  ]);

  const { balanceCents, heldCents, voidedAt } = await soundCard(giftCardId);
  expect([reply.status === 200, heldCents]).toEqual([voidedAt !== undefined, 0]);
  if (!voidedAt) {
    const again = await as(admin).post(voidPath(giftCardId), { amountCents: balanceCents });
    expect(again.status).toBe(200);
  }
  const taken = (await soundCard(giftCardId)).voids?.[0]?.amountCents ?? 0;
  await expect.poll(() => refundState(giftCardId)).toEqual(['refunded']);
  expect(await refundsOf(card)).toEqual([taken]);
});

test('a dispatcher cannot void a card, and the attempt is in the audit log', async () => {
  const card = await buyCard();
  const dispatcher = await buildDispatcher();

  const reply = await as(dispatcher).post(voidPath(card.id), { amountCents: 25_000 });

  expect(reply.status).toBe(403);
  expect((await soundCard(card.id)).balanceCents).toBe(25_000);
  expect(await AuditModel.find({ 'actor.id': dispatcher.id, action: 'call refused' }).lean()).toMatchObject([
    { subject: { id: 'POST /api/ops/gift-cards/:giftCardId/void' } },
  ]);
});

test('the ledger is sound after all tests of this file', async () => {
  await expect.poll(() => MailModel.exists({ owedSince: { $exists: true } })).toBeNull();
  expect((await findLedgerDifferences()).filter(({ text }) => !text.includes('which is not paid'))).toEqual(
    [],
  );
});
