import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { findLedgerDifferences } from './find-money-differences.ts';
import { issueGiftCard } from './gift-cards/fulfil-gift-card.ts';
import { redemptionTokenOf } from './gift-cards/gift-card-codes.ts';
import { GiftCardModel } from './gift-cards/gift-card-model.ts';
import { PurchaseModel } from './gift-cards/purchase-model.ts';
import { PromoModel, RedemptionModel } from './promos/promo-model.ts';
import { confirmPayment } from './rides/payment/confirm-payment.ts';
import { RideModel } from './rides/ride-model.ts';
import { buildPromo } from './testing/build-promo.ts';
import { bookRide, confirmCovered, pay } from './testing/build-ride.ts';
import { buildRider } from './testing/build-user.ts';
import { argsOf } from './testing/programs.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';
import { UserModel } from './users/user-model.ts';

setUpTestApp();
afterEach(async () => {
  for (const model of [GiftCardModel, PurchaseModel, PromoModel, RedemptionModel, RideModel, UserModel]) {
    await Object(model).deleteMany();
  }
});

/** Runs the command. */
async function check(): Promise<{ code: number; stdout: string }> {
  const run = promisify(execFile)(process.execPath, argsOf('server/check-ledger.ts'));
  return run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

/** Creates a paid gift card and two rides that use it and a promo: one free of charge, one unpaid. */
async function buildLedger() {
  const purchase = await PurchaseModel.create({
    amountCents: 30_000,
    recipientEmail: 'recipient@example.com',
    state: 'paid',
    createdAt: new Date(),
  });
  await issueGiftCard(purchase.id, 30_000);
  const promo = await buildPromo();
  const discounts = { giftCardId: redemptionTokenOf(purchase.id), promoCodeId: promo.id };
  const waived = await confirmCovered(await bookRide(await buildRider(), discounts));
  const unpaid = await bookRide(await buildRider(), discounts);
  return { cardId: purchase.id, promoId: promo.id, waived, unpaid };
}

test('the check of a consistent ledger finds no differences, and its command exits with 0', {
  timeout: 60_000,
}, async () => {
  const { unpaid } = await buildLedger();
  expect(await findLedgerDifferences()).toEqual([]);

  await pay(unpaid);
  await confirmPayment(unpaid.ride.id);

  expect(await findLedgerDifferences()).toEqual([]);
  expect(await check()).toEqual({ code: 0, stdout: 'The ledger is in order.\n' });
});

test('the command reports every difference of an inconsistent ledger and exits with 1', {
  timeout: 60_000,
}, async () => {
  const { cardId, promoId, waived, unpaid } = await buildLedger();
  await GiftCardModel.updateOne({ _id: cardId }, { $inc: { balanceCents: 1 } });
  await PurchaseModel.updateOne({ _id: cardId }, { amountCents: 25_000 });
  const lost = await PurchaseModel.create({
    amountCents: 5_000,
    recipientEmail: 'lost@example.com',
    state: 'paid',
    createdAt: new Date(),
  });
  await PromoModel.updateOne({ _id: promoId }, { uses: 5 });
  await RideModel.updateOne({ _id: waived.id }, { paymentStatus: 'expired' });
  await RideModel.updateOne({ _id: unpaid.ride.id }, { paymentStatus: 'paid' });

  const { code, stdout } = await check();

  expect(code).toBe(1);
  for (const problem of [
    `gift card ${cardId} has a balance of`,
    `gift card ${cardId} was issued with 30000, but 25000 was paid`,
    `gift card ${cardId} gave 20858 to ride ${waived.id}, which is not paid`,
    `purchase ${lost.id} is paid, but has no gift card`,
    'counts 5 uses, but 1 are captured and 1 held',
    `ride ${unpaid.ride.id} did not get 9142 of gift card ${cardId}`,
    `ride ${unpaid.ride.id} has a promo that it did not use`,
    '7 found.',
  ]) {
    expect(stdout).toContain(problem);
  }
});
