import mongoose from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { logger } from '../../infra/logger.ts';
import { stripe } from '../../infra/stripe.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildAdmin, buildRider } from '../../testing/build-user.ts';
import { payCheckout } from '../../testing/buy-gift-card.ts';
import { newId } from '../../testing/new-id.ts';
import { changeCharges, openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import {
  bookPaidRide,
  findRideDifferences,
  payBack,
  refundsAtStripe,
  staffRideIn,
} from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { findRide } from '../ride-queries.ts';
import { confirmCharge } from './confirm-charge.ts';
import { expireCharge } from './expire-charge.ts';
import { payLinkPath } from './pay-link-token.ts';
import { refundCharge } from './refund-charge.ts';

setUpTestApp();

const CENTS = 2_500;

/** A paid ride with an open charge of $25 by staff. */
async function buildCharged() {
  const [rider, admin] = [await buildRider(), await buildAdmin()];
  const { id: rideId, version } = await bookPaidRide(rider);
  const body = { version, kind: 'charge', amountCents: CENTS, reason: 'A seat was cleaned' };
  const { charges } = staffRideIn(await as(admin).post(`/api/ops/rides/${rideId}/adjust`, body));
  const chargeId = charges[0]?.id ?? '';
  return { rider, admin, rideId, chargeId, path: `/api/rides/${rideId}/charges/${chargeId}` };
}

type Charged = Awaited<ReturnType<typeof buildCharged>>;

const open = (rider: UserRecord, { rideId, chargeId }: Charged) => openCharge(rider, rideId, chargeId);

const letExpire = ({ rideId }: Charged) => changeCharges(rideId, { payBy: new Date(0) });

const chargeOf = async ({ rideId }: Charged) => (await findRide(rideId)).charges[0];

test('a rider pays a charge once in the page, for the amount stored on the server, and sees it as paid', async () => {
  const charged = await buildCharged();
  const { rider, path, chargeId } = charged;
  expect((await as(rider).get(`/api/rides/${charged.rideId}`)).body).toMatchObject({
    charges: [{ id: chargeId, kind: 'adjustment', amountCents: CENTS, status: 'open' }],
  });

  const paymentIntentId = await open(rider, charged);
  expect(await open(rider, charged)).toBe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('unpaid');
  expect((await payAtStripe(paymentIntentId)).amount_received).toBe(CENTS);
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await confirmCharge(chargeId)).toBe('settled');

  const reply = await as(rider).post(`${path}/payment-success`);
  expect(reply).toMatchObject({
    status: 200,
    body: { ride: { charges: [{ status: 'paid', card: { brand: 'visa', last4: '4242' } }] } },
  });
  expect(await as(rider).post(`${path}/checkout`)).toMatchObject({ status: 409 });
  expect((await findRide(charged.rideId)).history.at(-1)?.change).toBe('charge_paid');
  expect(await findRideDifferences()).toEqual([]);
});

test('another rider’s charge and an unknown charge are not found', async () => {
  const charged = await buildCharged();
  expect((await as(await buildRider()).post(`${charged.path}/checkout`)).status).toBe(404);
  expect((await as(await buildRider()).post(`${charged.path}/payment-success`)).status).toBe(404);
  const unknown = `/api/rides/${charged.rideId}/charges/${charged.rideId}/checkout`;
  expect((await as(charged.rider).post(unknown)).status).toBe(404);
});

test('a charge opened both in the page and by the emailed link can be paid only where it was opened last', async () => {
  const charged = await buildCharged();
  const first = await open(charged.rider, charged);
  const link = await visitor().post(`/api${payLinkPath(charged.chargeId)}/checkout`);
  expect(link.status).toBe(200);
  expect((await stripe.paymentIntents.retrieve(first)).status).toBe('canceled');

  const second = await open(charged.rider, charged);
  const session = (link.body as { checkoutUrl: string }).checkoutUrl.split('/').at(-1) ?? '';
  expect((await stripe.checkout.sessions.retrieve(session)).status).toBe('expired');

  await payAtStripe(second);
  expect(await visitor().post(`/api${payLinkPath(charged.chargeId)}/checkout`)).toMatchObject({
    body: { code: 'PAYMENT_IN_PROGRESS' },
  });
  expect(await confirmCharge(charged.chargeId)).toBe('settled');
});

test('concurrent requests to pay a charge open one payment', async () => {
  const charged = await buildCharged();
  const opened = await Promise.all([1, 2, 3].map(() => open(charged.rider, charged)));
  expect(new Set(opened).size).toBe(1);
});

test('a payment that Stripe opened too slowly is cancelled if another one was opened in the meantime', async () => {
  const charged = await buildCharged();
  const link = `/api${payLinkPath(charged.chargeId)}/checkout`;
  const create = stripe.paymentIntents.create.bind(stripe.paymentIntents);
  const late: string[] = [];
  const slow = vi.spyOn(stripe.paymentIntents, 'create').mockImplementationOnce((async (
    ...of: Parameters<typeof create>
  ) => {
    const opened = await create(...of);
    late.push(opened.id);
    await mongoose.model('ChargeCheckout').updateOne({ _id: charged.chargeId }, { openedAt: new Date(0) });
    expect((await visitor().post(link)).status).toBe(200);
    return opened;
  }) as never);
  onTestFinished(() => slow.mockRestore());

  // Opening the payment in the page comes last and ends the link's checkout: only one of the three can be
  // paid.
  const paymentIntentId = await open(charged.rider, charged);

  expect(late).toHaveLength(1);
  expect(paymentIntentId).not.toBe(late[0]);
  expect((await stripe.paymentIntents.retrieve(late[0] ?? '')).status).toBe('canceled');
  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(charged.chargeId)).toBe('settled');
});

test('a payment opened while its cancelled predecessor is being checked is still scheduled for a check', async () => {
  const charged = await buildCharged();
  const ended = await open(charged.rider, charged);
  await stripe.paymentIntents.cancel(ended);
  const found = await stripe.paymentIntents.retrieve(ended);
  const retrieve = vi.spyOn(stripe.paymentIntents, 'retrieve').mockImplementationOnce((async () => {
    await open(charged.rider, charged);
    return found;
  }) as never);
  onTestFinished(() => retrieve.mockRestore());

  expect(await confirmCharge(charged.chargeId)).toBe('unpaid');

  const checkout = await mongoose.model('ChargeCheckout').findById(charged.chargeId).lean();
  expect(checkout).toMatchObject({ number: 2, lookAt: expect.any(Date) });
});

test('an unpaid charge is checked every half minute at first, and every two minutes later', async () => {
  const charged = await buildCharged();
  await open(charged.rider, charged);
  const CheckoutModel = mongoose.model('ChargeCheckout');
  const lookInMs = async () => {
    const { lookAt } = Object(await CheckoutModel.findById(charged.chargeId).lean());
    return Number(lookAt) - Date.now();
  };
  expect(await lookInMs()).toBeLessThan(31_000);

  expect(await confirmCharge(charged.chargeId)).toBe('unpaid');
  expect(await lookInMs()).toBeLessThan(31_000);

  const openedAt = new Date(Date.now() - 31 * 60_000);
  await CheckoutModel.updateOne({ _id: new mongoose.Types.ObjectId(charged.chargeId) }, { openedAt });
  expect(await confirmCharge(charged.chargeId)).toBe('unpaid');
  expect(await lookInMs()).toBeGreaterThan(60_000);
});

test('a charge that is not paid in time becomes void, and its payment is cancelled', async () => {
  const charged = await buildCharged();
  const paymentIntentId = await open(charged.rider, charged);
  await expireCharge(charged.chargeId);
  expect(await chargeOf(charged)).toMatchObject({ status: 'open' });

  await letExpire(charged);
  expect(await as(charged.rider).post(`${charged.path}/checkout`)).toMatchObject({ status: 409 });
  await reconcileRides();
  await expireCharge(charged.chargeId);
  await expireCharge(charged.chargeId);

  expect(await chargeOf(charged)).toMatchObject({ status: 'void' });
  expect((await stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled');
  expect((await as(charged.rider).get(`/api/rides/${charged.rideId}`)).body).toMatchObject({ charges: [] });
});

test('a charge paid at the last moment counts as paid; a payment of a withdrawn charge is refunded', async () => {
  const inTime = await buildCharged();
  await payAtStripe(await open(inTime.rider, inTime));
  await letExpire(inTime);
  await expireCharge(inTime.chargeId);
  expect(await chargeOf(inTime)).toMatchObject({ status: 'paid' });

  const late = await buildCharged();
  const paymentIntentId = await open(late.rider, late);
  await payAtStripe(paymentIntentId);
  await changeCharges(late.rideId, { status: 'void' });
  expect(await confirmCharge(late.chargeId)).toBe('refunding');
  await payBack(late.rideId);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([CENTS]);
  expect(await findRideDifferences()).toEqual([]);
});

const openLink = async ({ chargeId }: Charged): Promise<string> => {
  const { status, body } = await visitor().post(`/api${payLinkPath(chargeId)}/checkout`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { checkoutUrl: string }).checkoutUrl.split('/').at(-1) ?? '';
};

/** Pays a charge in the page with a payment of the wrong amount. */
async function payMismatched(charged: Charged): Promise<string> {
  const paymentIntentId = await open(charged.rider, charged);
  await stripe.paymentIntents.update(paymentIntentId, { amount: CENTS - 100 });
  await payAtStripe(paymentIntentId);
  return paymentIntentId;
}

/** Pays a charge by an emailed link with a payment that names another rider. */
async function payLinkMismatched(charged: Charged): Promise<string> {
  const sessionId = await openLink(charged);
  await payCheckout({ sessionId, buyerEmail: 'payer@example.com' });
  const paymentIntentId = `${(await stripe.checkout.sessions.retrieve(sessionId)).payment_intent}`;
  await stripe.paymentIntents.update(paymentIntentId, { metadata: { riderId: newId() } });
  return paymentIntentId;
}

async function expectFlagged({ chargeId }: Charged) {
  expect(await confirmCharge(chargeId)).toBe('flagged');
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
}

test.each([
  ['in the page', payMismatched],
  ['by its link', payLinkMismatched],
])(
  'after a mismatched payment %s is fully refunded at Stripe, the charge can be paid again',
  async (_how, pay) => {
    const charged = await buildCharged();
    const paymentIntentId = await pay(charged);
    await expectFlagged(charged);
    expect(await as(charged.rider).post(`${charged.path}/checkout`)).toMatchObject({
      ...{ status: 409, body: { code: 'PAYMENT_IN_PROGRESS' } },
    });
    await stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 });
    await expectFlagged(charged);

    await stripe.refunds.create({ payment_intent: paymentIntentId });

    expect(await confirmCharge(charged.chargeId)).toBe('unpaid');
    expect(await chargeOf(charged)).toMatchObject({ status: 'open', paymentIntentId: null });
    const second = await open(charged.rider, charged);
    expect(second).not.toBe(paymentIntentId);
    expect((await payAtStripe(second)).amount_received).toBe(CENTS);
    expect(await confirmCharge(charged.chargeId)).toBe('settled');
    expect(await chargeOf(charged)).toMatchObject({ status: 'paid', paymentIntentId: second });
    expect(await findRideDifferences()).toEqual([]);
  },
);

test('a charge whose mismatched payment was refunded at Stripe becomes void when withdrawn or expired', async () => {
  const [withdrawn, expired] = [await buildCharged(), await buildCharged()];
  for (const charged of [withdrawn, expired]) {
    const paymentIntentId = await payMismatched(charged);
    await expectFlagged(charged);
    await stripe.refunds.create({ payment_intent: paymentIntentId });
  }

  const { version } = await findRide(withdrawn.rideId);
  const withdraw = `/api/ops/rides/${withdrawn.rideId}/charges/${withdrawn.chargeId}/withdraw`;
  staffRideIn(await as(withdrawn.admin).post(withdraw, { version, reason: 'They paid in cash' }));
  await letExpire(expired);
  await expireCharge(expired.chargeId);

  for (const charged of [withdrawn, expired]) {
    expect(await chargeOf(charged)).toMatchObject({ status: 'void', paymentIntentId: null });
  }
  expect(await findRideDifferences()).toEqual([]);
});

test('a charge refund that was already made at Stripe is recorded, not made again, even with its key expired', async () => {
  const charged = await buildCharged();
  const { rideId, chargeId } = charged;
  const paymentIntentId = await open(charged.rider, charged);
  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('settled');
  await changeCharges(rideId, { owedSince: new Date() });
  const metadata = { chargeId };
  const { id: refundId } = await stripe.refunds.create({ payment_intent: paymentIntentId, metadata });

  await refundCharge(chargeId);

  expect(await refundsAtStripe(paymentIntentId)).toEqual([CENTS]);
  expect(await chargeOf(charged)).toMatchObject({ refundId });
});
