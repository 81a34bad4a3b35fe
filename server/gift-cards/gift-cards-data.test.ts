import '../testing/own-simulator.ts';
import '../testing/own-mailbox.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { formatCode } from '#common/gift-cards/code.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { logger } from '../infra/logger.ts';
import { MailModel } from '../mail/mail-model.ts';
import { findPerson } from '../personal-data/find-person.ts';
import { buildRider } from '../testing/build-user.ts';
import { beginPurchase, cardCodeIn, payCheckout } from '../testing/buy-gift-card.ts';
import { deleteOwn } from '../testing/delete-own.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { ownSimulator } from '../testing/own-simulator.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { UserModel } from '../users/user-model.ts';
import { deriveCode } from './gift-card-codes.ts';
import { purchasesData } from './gift-cards-data.ts';
import { PurchaseModel } from './purchase-model.ts';
import { reconcilePurchases } from './purchases.ts';

setUpTestApp();
beforeAll(() => startWorker());
beforeAll(() => ownSimulator.sendWebhooksTo(testAppUrl()));

test('a card paid for after its recipient deleted their account still reaches them; then the address goes', async () => {
  const recipient = await buildRider();
  const purchase = await beginPurchase({ recipientEmail: recipient.email });
  expect((await deleteOwn(recipient)).status).toBe(202);
  await expect
    .poll(() => UserModel.exists({ _id: recipient.id, 'deletion.erasedAt': { $ne: null } }))
    .toBeTruthy();

  await payCheckout(purchase);

  await expect
    .poll(() => ownMailbox.to(recipient.email).map(({ text }) => cardCodeIn(text)))
    .toContain(formatCode(deriveCode(purchase.id)));
  await expect
    .poll(() => MailModel.exists({ aboutId: purchase.id, template: 'gift-card', sentAt: { $exists: true } }))
    .toBeTruthy();
  await reconcilePurchases();
  const left = await PurchaseModel.findById(purchase.id).lean();
  expect(left).toMatchObject({ recipientEmail: '', recipientName: null, personalMessage: null });
  expect(left).not.toHaveProperty('recipientKey');
});

test('of a purchase that expires after its recipient deleted their account no address stays', async () => {
  const recipient = await buildRider();
  const { id } = await beginPurchase({ recipientEmail: recipient.email });
  await purchasesData.erase(await findPerson(recipient.id));
  await reconcilePurchases();
  expect(await PurchaseModel.findById(id)).toMatchObject({ recipientEmail: recipient.email });

  await PurchaseModel.updateOne({ _id: id }, { $set: { state: 'expired' }, $unset: { lookAt: 1 } });
  await reconcilePurchases();

  expect(await PurchaseModel.findById(id)).toMatchObject({ recipientEmail: '', recipientName: null });
});

test('a card whose address is gone before it is mailed is reported to its buyer as undelivered', async () => {
  const purchase = await beginPurchase();
  await PurchaseModel.updateOne({ _id: purchase.id }, { recipientEmail: '', $unset: { recipientKey: 1 } });

  await payCheckout(purchase);

  await expect
    .poll(() => ownMailbox.to(purchase.buyerEmail).map(({ subject }) => subject))
    .toContain('Your gift card could not be delivered');
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual(['email rejected by server']);
  vi.mocked(logger.error).mockClear();
});
