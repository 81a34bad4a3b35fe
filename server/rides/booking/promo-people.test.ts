import { afterEach, expect, test } from 'vitest';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import { stripe } from '../../infra/stripe.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { RedemptionModel } from '../../promos/promo-model.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo, type TestPromo } from '../../testing/build-promo.ts';
import { bookRide, buildRequest, pay } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();
afterEach(async () => {
  expect(await findRideDifferences()).toEqual([]);
});

const USED = 'You have already used this promo code';
const HELD = 'Another unpaid ride of yours is using this promo code';
const USED_BY_CARD = 'This promo code was already used with this card';
const FIRST_RIDE_BY_CARD = 'A promo code for a first ride was already used with this card';

let people = 0;
/** A rider with a unique phone number. */
const newRider = () => {
  people += 1;
  return buildRider({ phone: `(702) 555-${2_000 + people}` });
};

const bookWith = (rider: UserRecord, promo: TestPromo, overrides = {}) =>
  bookRide(rider, { promoCodeId: promo.id, customerPhone: rider.phone ?? '', ...overrides });

async function refusalOf(rider: UserRecord, promo: TestPromo, customerPhone: string) {
  const request = buildRequest({ riderId: rider.id, promoCodeId: promo.id, customerPhone });
  const { status, body } = await as(rider).post('/api/rides', request);
  expect([status, Object(body).issues?.[0].path]).toEqual([400, 'promoCodeId']);
  return Object(body).message;
}

/** Checks a card as the checkout does before charging it. */
async function requestCardCheck(rider: UserRecord, { ride }: RequestedRide, card: string) {
  const { id } = await stripe.testHelpers.confirmationTokens.create({ payment_method: card });
  return as(rider).post(`/api/rides/${ride.id}/card`, { confirmationTokenId: id });
}

const cardOf = async ({ ride }: RequestedRide) => (await RedemptionModel.findOne({ rideId: ride.id }))?.card;

test('a phone number counts as one rider in any account and spelling, both for held and for used promo codes', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const [rider, second, third] = [await newRider(), await newRider(), await newRider()];
  const digits = rider.phone?.replace(/\D/g, '') ?? '';
  const booked = await bookWith(rider, promo);

  expect(await refusalOf(second, promo, `+1 ${digits}`)).toBe(HELD);

  await pay(booked);
  await confirmPayment(booked.ride.id);
  expect(await refusalOf(second, promo, digits)).toBe(USED);
  // The phone on their account is the one that used the code, although they type another.
  const alias = await buildRider({ phone: `1-${digits}` });
  expect(await refusalOf(alias, promo, '(702) 555-9999')).toBe(USED);
  const validated = await as(alias).post('/api/validate-promo-code', { code: promo.code, fareAmount: 100 });
  expect(validated.body).toMatchObject({ message: USED });
  expect((await bookWith(third, promo)).ride.promoCodeId).toBe(promo.id);
  expect(JSON.stringify(await RedemptionModel.find().lean())).not.toContain(digits.slice(-7));
});

test('when a ride expires unpaid, its phone number can use the promo code again', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const [rider, other] = [await newRider(), await newRider()];
  const { ride } = await bookWith(rider, promo);
  await RideModel.updateOne({ _id: ride.id }, { payBy: new Date(0) });
  await expireUnpaidRide(ride.id);

  expect((await bookWith(other, promo, { customerPhone: rider.phone })).ride.promoCodeId).toBe(promo.id);
});

test('a promo code without a limit per rider accepts the same phone number and card again', async () => {
  const promo = await buildPromo();
  const riders = [await newRider(), await newRider()];
  for (const rider of riders) {
    const booked = await bookWith(rider, promo, { customerPhone: '(702) 555-0190' });
    expect((await requestCardCheck(rider, booked, 'pm_card_visa')).status).toBe(200);
    await pay(booked);
    expect(await confirmPayment(booked.ride.id)).toBe('settled');
  }
});

test('a card that has used a promo code is refused for another account before the charge; another card works', async () => {
  const promo = await buildPromo({ firstRideOnly: true });
  const [rider, other] = [await newRider(), await newRider()];
  const first = await bookWith(rider, promo);
  expect((await requestCardCheck(rider, first, 'pm_card_visa')).body).toEqual({ isUsable: true });
  await pay(first);
  await confirmPayment(first.ride.id);
  const second = await bookWith(other, promo);

  const refused = await requestCardCheck(other, second, 'pm_card_visa');
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { message: `${FIRST_RIDE_BY_CARD}. Please pay with another card, or book again without the code.` },
  ]);
  expect((await requestCardCheck(other, second, 'pm_card_mastercard')).status).toBe(200);
  await pay(second, 'pm_card_mastercard');
  expect(await confirmPayment(second.ride.id)).toBe('settled');
  expect(await cardOf(first)).not.toBe(await cardOf(second));
  expect(await cardOf(first)).not.toContain('visa');
});

test('paying unchecked with a card that already used the promo code cancels the ride and refunds everything', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const [rider, other] = [await newRider(), await newRider()];
  const first = await bookWith(rider, promo);
  await pay(first);
  await confirmPayment(first.ride.id);
  const giftCard = await buildGiftCard(5_000);
  const second = await bookWith(other, promo, { giftCardId: giftCard.pass });
  // Checked with one card, charged to another.
  expect((await requestCardCheck(other, second, 'pm_card_amex')).status).toBe(200);
  const paymentIntentId = await pay(second);

  expect(await confirmPayment(second.ride.id)).toBe('refunding');

  expect(await payBack(second.ride.id)).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    cancellation: { by: 'operations', feeCents: 0, reason: USED_BY_CARD },
    wasCardUsed: true,
  });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([second.ride.fare.totalCents]);
  // The checkout says why; the email about a cancellation by staff would say that the code was not used up.
  expect(await MailModel.countDocuments({ template: 'ride-cancelled', aboutId: second.ride.id })).toBe(0);
  expect((await soundCard(giftCard.id)).balanceCents).toBe(5_000);
  expect(await RedemptionModel.countDocuments({ promoId: promo.id })).toBe(1);
});

test.each([
  ['asked about before', 'pm_card_jcb'],
  ['charged without asking', 'pm_card_unionpay'],
])('a card can use only one first-ride promo code, even under another account: %s', async (how, card) => {
  const [one, other] = [await buildPromo({ firstRideOnly: true }), await buildPromo({ firstRideOnly: true })];
  const [rider, second] = [await newRider(), await newRider()];
  const first = await bookWith(rider, one);
  await pay(first, card);
  expect(await confirmPayment(first.ride.id)).toBe('settled');
  const booked = await bookWith(second, other);

  if (how === 'asked about before') {
    const { body } = await requestCardCheck(second, booked, card);
    expect(body).toMatchObject({
      message: `${FIRST_RIDE_BY_CARD}. Please pay with another card, or book again without the code.`,
    });
    expect((await requestCardCheck(second, booked, 'pm_card_diners')).status).toBe(200);
    await pay(booked, 'pm_card_diners');
    expect(await confirmPayment(booked.ride.id)).toBe('settled');
  } else {
    await pay(booked, card);
    expect(await confirmPayment(booked.ride.id)).toBe('refunding');
    expect(await payBack(booked.ride.id)).toMatchObject({
      paymentStatus: 'refunded',
      cancellation: { reason: FIRST_RIDE_BY_CARD },
    });
  }
  // The card can still use codes that are not for a first ride.
  const third = await bookWith(await newRider(), await buildPromo({ perRider: 1 }));
  await pay(third, card);
  expect(await confirmPayment(third.ride.id)).toBe('settled');
});

test('the card that paid is counted even if another card is checked while the payment is confirmed', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const [rider, other] = [await newRider(), await newRider()];
  const first = await bookWith(rider, promo);
  await requestCardCheck(rider, first, 'pm_card_visa');
  const held = await cardOf(first);
  await pay(first);
  await Promise.all([confirmPayment(first.ride.id), requestCardCheck(rider, first, 'pm_card_discover')]);

  expect(await cardOf(first)).toBe(held);
  const second = await bookWith(other, promo);
  expect((await requestCardCheck(other, second, 'pm_card_visa')).status).toBe(400);
  expect((await requestCardCheck(other, second, 'pm_card_discover')).status).toBe(200);
});

test('a card check refuses an unknown token, and returns 404 for another rider’s ride', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const [rider, other] = [await newRider(), await newRider()];
  const booked = await bookWith(rider, promo);

  const path = `/api/rides/${booked.ride.id}/card`;
  expect((await as(rider).post(path, { confirmationTokenId: 'ctoken_unknown' })).body).toMatchObject({
    message: 'Please enter the card again.',
  });
  expect((await as(rider).post(path, { confirmationTokenId: 'pi_1' })).status).toBe(400);
  expect((await requestCardCheck(other, booked, 'pm_card_visa')).status).toBe(404);
  expect(await findRide(booked.ride.id)).toMatchObject({ paymentStatus: 'pending' });
});
