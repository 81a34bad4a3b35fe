import { Types } from 'mongoose';
import { expect, test } from 'vitest';
import { jobQueue } from '../infra/queues.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { PurchaseModel } from './purchase-model.ts';
import { reconcilePurchases } from './purchases.ts';

setUpTestDatabase();

test('two hundred stuck purchases do not keep another that is due at the same time from being reconciled', async () => {
  const ids = Array.from({ length: 201 }, () => new Types.ObjectId()).toReversed();
  const due = new Date(Date.now() - 1_000);
  await PurchaseModel.insertMany(
    ids.map((_id) => ({
      _id,
      amountCents: 5_000,
      recipientEmail: 'recipient@example.com',
      state: 'open',
      createdAt: due,
      lookAt: due,
    })),
  );
  const [last] = ids;
  const isEnqueued = async () =>
    (await jobQueue().getJobs()).some(({ data }) => data.purchaseId === last?.toHexString());

  await reconcilePurchases();
  expect(await isEnqueued()).toBe(false);

  await reconcilePurchases();
  expect(await isEnqueued()).toBe(true);
});
