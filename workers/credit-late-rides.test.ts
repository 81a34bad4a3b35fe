import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { env } from '#server/env.ts';
import { GiftCardModel } from '#server/gift-cards/gift-card-model.ts';
import { PurchaseModel } from '#server/gift-cards/purchase-model.ts';
import { reconcilePurchases } from '#server/gift-cards/purchases.ts';
import { enqueue, jobQueue } from '#server/infra/queues.ts';
import { creditLateRides } from '#server/rides/late-credit.ts';
import { RideModel } from '#server/rides/ride-model.ts';
import { findRide } from '#server/rides/ride-queries.ts';
import { buildLate, expectOneCredit } from '#server/testing/late-ride.ts';
import { recordRideMessages } from '#server/testing/record-ride-messages.ts';
import { setUpTestApp } from '#server/testing/set-up-test-app.ts';
import { holdMongo, type MongoCommand } from './testing/hold-mongo.ts';
import { spawnWorker } from './testing/spawn-worker.ts';
import { startWorker } from './testing/start-worker.ts';

setUpTestApp();

// Each worker must find only the late ride of its own test.
beforeEach(async () => {
  await Promise.all([RideModel.deleteMany({}), GiftCardModel.deleteMany({}), PurchaseModel.deleteMany({})]);
  await jobQueue().obliterate({ force: true });
});

const STEPS: [string, MongoCommand][] = [
  ['before anything is written', { command: 'insert', collection: 'purchases' }],
  ['before the card is issued', { command: 'insert', collection: 'giftCards' }],
  ['before its email is created', { command: 'insert', collection: 'mails' }],
  ['before its purchase record is closed', { command: 'update', collection: 'purchases' }],
  ['before it is recorded on the ride', { command: 'findAndModify', collection: 'rides' }],
];

test.each(STEPS)(
  'if a worker is killed %s, another worker gives the credit for a late ride once',
  async (_when, step) => {
    const { id } = await buildLate(14);
    const recorded = await recordRideMessages();
    const mongo = await holdMongo(step);
    const worker = await spawnWorker({ JOB_LOCK_MS: '1000', MONGO_URL: mongo.url });
    await enqueue('credit-late-rides', {});
    await mongo.reached;

    expect(await worker.end('SIGKILL')).toBeNull();
    expect((await findRide(id)).lateCredit).toBeNull();
    env.JOB_LOCK_MS = 1_000;
    const stop = await startWorker({ 'credit-late-rides': 1_000, 'reconcile-purchases': 1_000 });
    onTestFinished(stop);

    expect(await recorded.next(id, 'credited')).toMatchObject({
      lateCredit: { amountCents: 1_000, minutes: 14 },
    });
    await Promise.all([creditLateRides(), creditLateRides(), reconcilePurchases()]);
    await expectOneCredit(id);
  },
);
