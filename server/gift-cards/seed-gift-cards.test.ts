import { expect, test } from 'vitest';
import { giftCardPageSchema } from '#common/gift-cards/gift-card-staff-api.ts';
import { findMoneyDifferences } from '../find-money-differences.ts';
import { stripe } from '../infra/stripe.ts';
import { as } from '../testing/as.ts';
import { buildAdmin, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { GiftCardModel } from './gift-card-model.ts';
import { PurchaseModel } from './purchase-model.ts';
import { seedGiftCards } from './seed-gift-cards.ts';

setUpTestApp();

test('generated gift cards are paid at Stripe to the cent and found by staff; seeding again sells none', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => buildRider()));
  const admin = await buildAdmin();

  expect(await seedGiftCards(people)).toBe(3);
  expect(await seedGiftCards(people)).toBe(3);

  const purchases = await PurchaseModel.find({ state: 'paid' }).lean();
  expect(purchases).toHaveLength(3);
  expect(await GiftCardModel.countDocuments()).toBe(3);
  for (const { sessionId, amountCents, buyerEmail, recipientEmail } of purchases) {
    const session = await stripe.checkout.sessions.retrieve(sessionId ?? '');
    expect([session.payment_status, session.amount_total]).toEqual(['paid', amountCents]);
    const { body } = await as(admin).get(`/api/ops/gift-cards?q=${recipientEmail}`);
    expect(giftCardPageSchema.parse(body).cards).toMatchObject([
      { amountCents, balanceCents: amountCents, buyerEmail, recipientEmail, isVoided: false, isGiven: false },
    ]);
  }
  expect(await findMoneyDifferences()).toEqual([]);
});
