import '../testing/own-simulator.ts';
import '../testing/own-mailbox.ts';
import mongoose from 'mongoose';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { formatCode, readCode } from '#common/gift-cards/code.ts';
import type { PurchaseState } from '#common/gift-cards/gift-card-purchases-api.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { stripe } from '../infra/stripe.ts';
import { reconcileMails } from '../mail/email-outbox.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as, visitor } from '../testing/as.ts';
import { soundCard } from '../testing/build-gift-card.ts';
import { bookRide } from '../testing/build-ride.ts';
import { buildRider } from '../testing/build-user.ts';
import { beginPurchase, buildPurchase, cardCodeIn, payCheckout } from '../testing/buy-gift-card.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { ownSimulator } from '../testing/own-simulator.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { fulfilGiftCard, issueGiftCard, resendGiftCard } from './fulfil-gift-card.ts';
import { deriveCode, redemptionTokenOf } from './gift-card-codes.ts';
import { GiftCardModel } from './gift-card-model.ts';
import { PurchaseModel } from './purchase-model.ts';
import { reconcilePurchases } from './purchases.ts';

setUpTestApp();
beforeAll(() => startWorker());
beforeAll(() => ownSimulator.sendWebhooksTo(testAppUrl()));

type Purchase = Awaited<ReturnType<typeof beginPurchase>>;

const LONG_AGO = new Date(Date.now() - 31_000);

async function stateOf({ sessionId }: Purchase): Promise<PurchaseState['state']> {
  const { status, body } = await visitor().get(`/api/gift-cards/purchase/${sessionId}`);
  expect(status).toBe(200);
  return Object(body).state;
}

/** Pauses Stripe's webhooks until the test ends. */
async function pauseWebhooks() {
  await ownSimulator.webhooks({ isPaused: true });
  onTestFinished(async () => {
    await ownSimulator.webhooks({ isPaused: false });
  });
}

/** Waits until a purchase is fulfilled. Expects exactly one card and one email of each kind. */
async function expectFulfilledOnce({ id, to, buyerEmail }: Purchase) {
  await Promise.all([ownMailbox.waitFor(to), ownMailbox.waitFor(buyerEmail)]);
  const sentMails = () => MailModel.countDocuments({ aboutId: id, sentAt: { $exists: true } });
  const lookAt = async () => (await PurchaseModel.findById(id).lean())?.lookAt;
  await expect.poll(async () => [await sentMails(), await lookAt()]).toEqual([2, undefined]);
  // A second run must change nothing.
  await fulfilGiftCard(id);
  await reconcileMails();
  expect(await GiftCardModel.countDocuments({ _id: id })).toBe(1);
  expect((await soundCard(id)).entries.map(({ kind }) => kind)).toEqual(['issue']);
  expect([ownMailbox.to(to).length, ownMailbox.to(buyerEmail).length]).toEqual([1, 1]);
}

test('a paid card is emailed to its recipient, and a receipt to its buyer', async () => {
  const purchase = await beginPurchase({ personalMessage: '<b>Enjoy</b> & "drive"\n<script>' });

  await payCheckout(purchase);

  const [mail] = await ownMailbox.waitFor(purchase.to);
  expect(mail?.subject).toBe('A $250 Marquee gift card for you');
  expect(mail?.html).toContain('&lt;b&gt;Enjoy&lt;/b&gt; &amp; &quot;drive&quot;<br>&lt;script&gt;');
  expect(mail?.html).not.toMatch(/<script|<b>Enjoy/);
  expect(mail?.text).toContain('> <b>Enjoy</b> & "drive"\n> <script>');
  const code = cardCodeIn(mail?.text);
  expect(cardCodeIn(mail?.html)).toBe(code);
  const { body } = await visitor().post('/api/validate-gift-card', { code });
  expect(body).toMatchObject({ currentBalance: 250 });

  const [receipt] = await ownMailbox.waitFor(purchase.buyerEmail);
  expect(receipt?.text).toContain('Gift card: $250.00');
  expect(receipt?.text).toContain(`Sent to: ${purchase.to}`);
  expect(`${receipt?.text}${receipt?.html}`).not.toContain(code);
  await expectFulfilledOnce(purchase);
  expect(await stateOf(purchase)).toBe('delivered');
});

test('repeated webhooks and a concurrent return page fulfil a purchase once', async () => {
  const purchase = await beginPurchase();
  await ownSimulator.webhooks({ copies: 4 });
  onTestFinished(async () => {
    await ownSimulator.webhooks({ copies: 1 });
  });

  await payCheckout(purchase);
  await Promise.all([stateOf(purchase), stateOf(purchase), fulfilGiftCard(purchase.id)]);

  await expectFulfilledOnce(purchase);
});

test('the return page fulfils a purchase before its webhook arrives, which then changes nothing', async () => {
  const purchase = await beginPurchase();
  await pauseWebhooks();
  await payCheckout(purchase);

  await stateOf(purchase);

  await expectFulfilledOnce(purchase);
  expect(await stateOf(purchase)).toBe('delivered');
  await ownSimulator.webhooks({ isPaused: false });
  await expectFulfilledOnce(purchase);
});

test('reconciliation fulfils a purchase that had neither a webhook nor a return page', async () => {
  const purchase = await beginPurchase();
  await pauseWebhooks();
  await payCheckout(purchase);
  await reconcilePurchases();
  expect(await GiftCardModel.exists({ _id: purchase.id })).toBeNull();
  await PurchaseModel.updateOne({ _id: purchase.id }, { lookAt: LONG_AGO });

  await reconcilePurchases();

  await expectFulfilledOnce(purchase);
});

test('an unpaid purchase issues no card, and is checked within half a minute until its checkout expires', async () => {
  const purchase = await beginPurchase();

  expect(await stateOf(purchase)).toBe('processing');

  const find = () => PurchaseModel.findById(purchase.id).lean();
  expect(await find()).toMatchObject({ state: 'open' });
  expect(Number((await find())?.lookAt)).toBeGreaterThan(Date.now());
  expect(Number((await find())?.lookAt)).toBeLessThan(Date.now() + 31_000);
  expect(await GiftCardModel.exists({ _id: purchase.id })).toBeNull();

  await PurchaseModel.updateOne({ _id: purchase.id }, { createdAt: new Date(Date.now() - 3_600_000) });
  await fulfilGiftCard(purchase.id);
  expect(Number((await find())?.lookAt)).toBeGreaterThan(Date.now() + 200_000);
});

test('a paid purchase whose card could not be issued is tried again within half a minute', async () => {
  const purchase = await beginPurchase();
  await pauseWebhooks();
  await payCheckout(purchase);
  vi.spyOn(GiftCardModel, 'create').mockRejectedValueOnce(new Error('database unavailable'));

  await expect(fulfilGiftCard(purchase.id)).rejects.toThrow('database unavailable');

  const stored = await PurchaseModel.findById(purchase.id).lean();
  expect(stored).toMatchObject({ state: 'paid' });
  expect(Number(stored?.lookAt)).toBeLessThan(Date.now() + 31_000);
  await PurchaseModel.updateOne({ _id: purchase.id }, { lookAt: LONG_AGO });
  await reconcilePurchases();
  await expectFulfilledOnce(purchase);
});

test('a purchase whose checkout expired issues no card', async () => {
  const purchase = await beginPurchase();
  await stripe.checkout.sessions.expire(purchase.sessionId);

  await expect.poll(() => PurchaseModel.findById(purchase.id).lean()).toMatchObject({ state: 'expired' });
  expect(await stateOf(purchase)).toBe('expired');
  expect(await PurchaseModel.findById(purchase.id).lean()).not.toHaveProperty('lookAt');
  expect(await GiftCardModel.exists({ _id: purchase.id })).toBeNull();
});

test('a purchase whose payment the bank declined after the checkout expires instead of waiting forever', async () => {
  const purchase = await beginPurchase();
  const retrieve = stripe.checkout.sessions.retrieve.bind(stripe.checkout.sessions);
  const declined = { id: 'pi_declined', status: 'requires_payment_method', latest_charge: null };
  vi.spyOn(stripe.checkout.sessions, 'retrieve').mockImplementation(async (...call) =>
    Object.assign(await retrieve(...call), { status: 'complete', payment_intent: declined }),
  );

  await fulfilGiftCard(purchase.id);

  expect(await stateOf(purchase)).toBe('expired');
  expect(await PurchaseModel.findById(purchase.id).lean()).not.toHaveProperty('lookAt');
});

test('a stale read of a checkout as expired does not undo a purchase that was paid meanwhile', async () => {
  await pauseWebhooks();
  const purchase = await beginPurchase();
  const retrieve = stripe.checkout.sessions.retrieve.bind(stripe.checkout.sessions);
  vi.spyOn(stripe.checkout.sessions, 'retrieve').mockImplementationOnce(async (...call) => {
    const stale = await retrieve(...call);
    await payCheckout(purchase);
    await fulfilGiftCard(purchase.id);
    return { ...stale, status: 'expired' };
  });

  await fulfilGiftCard(purchase.id);

  expect(await PurchaseModel.findById(purchase.id).lean()).toMatchObject({ state: 'paid' });
  await expectFulfilledOnce(purchase);
});

test('a purchase whose checkout was never opened is checked until it can no longer be paid, then expires', async () => {
  const request = buildPurchase();
  await ownSimulator.fail({ path: '/v1/checkout/sessions', times: 2, outcome: 500 });
  await visitor().post('/api/purchase-gift-card', request);
  vi.mocked(logger.error).mockClear();
  const find = () => PurchaseModel.findOne({ recipientEmail: request.recipientEmail }).lean();
  const id = String((await find())?._id);

  await fulfilGiftCard(id);
  expect(await find()).toMatchObject({ state: 'open', lookAt: expect.any(Date) });

  await PurchaseModel.updateOne({ _id: id }, { createdAt: new Date(Date.now() - 3_600_000) });
  await fulfilGiftCard(id);
  expect(await find()).toMatchObject({ state: 'expired' });
  expect(await find()).not.toHaveProperty('lookAt');
});

test('an expired purchase that turns out to be paid is fulfilled', async () => {
  const purchase = await beginPurchase();
  await pauseWebhooks();
  await payCheckout(purchase);
  await PurchaseModel.updateOne({ _id: purchase.id }, { state: 'expired', $unset: { lookAt: 1 } });

  await ownSimulator.webhooks({ isPaused: false });

  await expectFulfilledOnce(purchase);
});

test.each([
  ['amount', { amountCents: 500_000 }],
  ['checkout', {}],
])('a payment that does not match its purchase’s %s issues nothing', async (what, change) => {
  const [purchase, other] = [await beginPurchase(), await beginPurchase()];
  await pauseWebhooks();
  await payCheckout(other);
  const id = what === 'amount' ? other.id : purchase.id;
  await PurchaseModel.updateOne({ _id: id }, { ...change, sessionId: other.sessionId });

  await fulfilGiftCard(id);

  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual([
    'checkout session does not match purchase',
  ]);
  vi.mocked(logger.error).mockClear();
  expect(await PurchaseModel.findById(id).lean()).toMatchObject({ state: 'flagged' });
  expect(await GiftCardModel.exists({ _id: id })).toBeNull();
});

test('a card bought while the mail server is down is emailed once when the server is back', async () => {
  const purchase = await beginPurchase();
  await ownMailbox.shut();
  onTestFinished(() => ownMailbox.open());
  const failed = new Promise<void>((resolve) => {
    vi.spyOn(logger, 'warn').mockImplementation((_details, text) => {
      if (text === 'job failed, will retry') resolve();
    });
  });
  await payCheckout(purchase);
  await failed;
  expect(await stateOf(purchase)).toBe('processing');
  await soundCard(purchase.id);

  await ownMailbox.open();

  await expectFulfilledOnce(purchase);
  expect(await stateOf(purchase)).toBe('delivered');
});

test.each([
  ['recorded the payment', []],
  ['issued the card', ['card']],
  ['wrote one email to the outbox', ['card', 'mail']],
])('reconciliation completes a purchase whose worker died after it %s', async (_when, done) => {
  const purchase = await beginPurchase();
  await pauseWebhooks();
  await payCheckout(purchase);
  const { id, buyerEmail } = purchase;
  await PurchaseModel.updateOne(
    { _id: id },
    { state: 'paid', buyerEmail, paidAt: new Date(), lookAt: LONG_AGO },
  );
  if (done.includes('card')) await issueGiftCard(id, 25_000);
  if (done.includes('mail')) {
    await MailModel.create({ template: 'gift-card', aboutId: id, owedSince: LONG_AGO });
  }

  await reconcilePurchases();
  await reconcileMails();

  await expectFulfilledOnce(purchase);
});

test('a card can be emailed again, also to another address, and stays the same card', async () => {
  const purchase = await beginPurchase();
  await payCheckout(purchase);
  const [first] = await ownMailbox.waitFor(purchase.to);
  await expectFulfilledOnce(purchase);
  const corrected = `corrected-${purchase.to}`;

  expect(await resendGiftCard(purchase.id)).toBe(true);
  await ownMailbox.waitFor(purchase.to, 2);
  await expect.poll(() => stateOf(purchase)).toBe('delivered');
  expect(await resendGiftCard(purchase.id, corrected)).toBe(true);
  const [second] = await ownMailbox.waitFor(corrected);

  expect(cardCodeIn(second?.text)).toBe(cardCodeIn(first?.text));
  expect((await soundCard(purchase.id)).entries).toHaveLength(1);
  expect(await resendGiftCard('f'.repeat(24))).toBe(false);
});

test('the buyer is notified if a card’s email is rejected, and the card can be sent to a corrected address', async () => {
  const purchase = await beginPurchase({ recipientEmail: `no<body>-${Date.now()}@example.com` });

  await payCheckout(purchase);

  const [receipt, notice] = await ownMailbox.waitFor(purchase.buyerEmail, 2);
  const undelivered = [receipt, notice].find(
    (mail) => mail?.subject === 'Your gift card could not be delivered',
  );
  expect(undelivered?.text).toContain(`Sent to: ${purchase.to}`);
  expect(undelivered?.text).toContain(`Reference: ${purchase.id}`);
  expect(undelivered?.text).not.toContain(cardCodeIn(formatCode(deriveCode(purchase.id))));
  expect(undelivered?.replyTo).toMatchObject([{ address: env.MAIL_TO }]);
  const { body } = await visitor().get(`/api/gift-cards/purchase/${purchase.sessionId}`);
  expect(body).toMatchObject({ state: 'undelivered', reference: purchase.id });
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual(['email rejected by server']);
  vi.mocked(logger.error).mockClear();

  const corrected = `corrected-${Date.now()}@example.com`;
  await resendGiftCard(purchase.id, corrected);

  const [card] = await ownMailbox.waitFor(corrected);
  expect(cardCodeIn(card?.text)).toBe(formatCode(deriveCode(purchase.id)));
  await expect.poll(() => stateOf(purchase)).toBe('delivered');
  expect(ownMailbox.to(purchase.buyerEmail)).toHaveLength(2);
});

test('neither the database nor the log holds a code or a redemption token', async () => {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn'] as const) {
    vi.spyOn(logger, level).mockImplementation((...args: unknown[]) => void lines.push(args));
  }
  const purchase = await beginPurchase();
  await payCheckout(purchase);
  await expectFulfilledOnce(purchase);
  const code = formatCode(deriveCode(purchase.id));
  const rider = await buildRider();
  const { body } = await as(rider).post('/api/validate-gift-card', { code });
  await visitor().post('/api/gift-cards/balance', { code });
  await bookRide(rider, { giftCardId: Object(body).id });

  const collections = (await mongoose.connection.db?.listCollections().toArray()) ?? [];
  const documents = await Promise.all(
    collections.map(({ name }) => mongoose.connection.collection(name).find().toArray()),
  );
  const kept = JSON.stringify([documents, lines]);
  expect(kept).toContain(purchase.id);
  expect(lines.length).toBeGreaterThan(3);
  for (const secret of [code, readCode(code) ?? code, redemptionTokenOf(purchase.id), env.GIFT_CARD_SECRET]) {
    expect(kept.toUpperCase()).not.toContain(secret.toUpperCase());
  }
});
