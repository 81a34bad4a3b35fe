import './testing/own-simulator.ts';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { beforeAll, expect, test, vi } from 'vitest';
import { storedFileSchema } from '#common/files/stored-file.ts';
import { makeBackup } from '#embedded/backup/make-backup.ts';
import { restoreBackup } from '#embedded/backup/restore-backup.ts';
import { Cursors } from '#embedded/document-store/cursors.ts';
import { DocumentStore } from '#embedded/document-store/document-store.ts';
import { serve } from '#embedded/document-store/wire-server.ts';
import { env } from './env.ts';
import { readFile } from './files/read-file.ts';
import { findLedgerDifferences, findMoneyDifferences } from './find-money-differences.ts';
import { fulfilGiftCard } from './gift-cards/fulfil-gift-card.ts';
import { findGiftCard } from './gift-cards/gift-card-codes.ts';
import { PurchaseModel } from './gift-cards/purchase-model.ts';
import { findNewestBackup } from './infra/backups.ts';
import { jobQueue } from './infra/queues.ts';
import { confirmPayment } from './rides/payment/confirm-payment.ts';
import { expireUnpaidRide } from './rides/payment/expire-unpaid-ride.ts';
import { reconcileRides } from './rides/payment/reconcile-rides.ts';
import { refundRide } from './rides/payment/refund-ride.ts';
import { type RideDoc, RideModel } from './rides/ride-model.ts';
import { findRide } from './rides/ride-queries.ts';
import { openDatabase } from './schema/open-database.ts';
import { as, visitor } from './testing/as.ts';
import { APPLICANT_FILES, buildPdf, upload } from './testing/build-file.ts';
import { giftCardOf } from './testing/build-gift-card.ts';
import { bookRide, pay } from './testing/build-ride.ts';
import { buildRider } from './testing/build-user.ts';
import { beginPurchase, payCheckout } from './testing/buy-gift-card.ts';
import { newId } from './testing/new-id.ts';
import { bookPaidRide, refundsAtStripe } from './testing/pay-ride.ts';
import { requireOwnProcess } from './testing/require-own-process.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';
import { forgetKeys } from './testing/set-up-test-database.ts';

requireOwnProcess('A document store of its own');

let folder: string;
let store: { close: () => void };

const dataDirOf = (installation: string) => join(folder, installation);

/**
 * Serves the document store of an installation from its own folder, as `npm start` does, and connects to it.
 */
async function openStore(installation: string): Promise<void> {
  const opened = new DocumentStore(join(dataDirOf(installation), 'mongo'));
  const server = serve(opened, new Cursors()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  store = {
    close: () => {
      server.close();
      opened.close();
    },
  };
  env.MONGO_URL = `mongodb://127.0.0.1:${Object(server.address()).port}/marquee`;
  await openDatabase();
}

async function closeStore(): Promise<void> {
  await mongoose.disconnect();
  store.close();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-restore-'));
  await openStore('before');
  return async () => {
    await closeStore();
    await rm(folder, { recursive: true });
  };
});
setUpTestApp();

/** An acknowledged change, with the ride's version after it. */
interface Acknowledged {
  id: string;
  version: number;
  begunAt: number;
  answeredAt: number;
}

/** Starts riders who book and pay one ride after another until `stop` is called. */
function startLoad() {
  const writes: Acknowledged[] = [];
  let isOver = false;
  async function acknowledge<T extends { ride: { id: string; version: number } }>(act: () => Promise<T>) {
    const begunAt = performance.now();
    const done = await act();
    writes.push({ id: done.ride.id, version: done.ride.version, begunAt, answeredAt: performance.now() });
    return done;
  }
  async function ride(): Promise<void> {
    const rider = await buildRider();
    while (!isOver) {
      const card = await buildPaidCard(5_000);
      const booked = await acknowledge(() => bookRide(rider, { giftCardId: card.pass }));
      await pay(booked);
      await acknowledge(async () => {
        await confirmPayment(booked.ride.id);
        return { ride: await findRide(booked.ride.id) };
      });
    }
  }
  const riders = Promise.all([0, 1, 2].map(ride));
  // Prevents an unhandled rejection. `stop` awaits and reports the error.
  riders.catch(() => {});
  return {
    writes,
    /** Waits until this many changes are acknowledged. */
    reaches: (count: number) =>
      vi.waitFor(() => expect(writes.length).toBeGreaterThanOrEqual(count), { timeout: 15_000 }),
    async stop() {
      isOver = true;
      await riders;
    },
  };
}

/**
 * Creates a paid gift card by the steps of the product, so that a backup between two of them is consistent.
 */
async function buildPaidCard(amountCents: number) {
  const id = newId();
  await PurchaseModel.create({
    _id: id,
    amountCents,
    recipientEmail: 'recipient@example.com',
    state: 'paid',
    lookAt: new Date(),
    createdAt: new Date(),
  });
  await fulfilGiftCard(id);
  return giftCardOf(id);
}

const ridesHere = () => RideModel.find().lean<RideDoc[]>();

/**
 * Creates the data before the backup: a settled ride, one that owes its refund, an unpaid one, a gift card
 * and a file.
 */
async function buildPast() {
  const rider = await buildRider();
  const settled = await bookPaidRide(rider);
  const owed = await bookPaidRide(rider);
  const cancelled = await as(rider).post(`/api/rides/${owed.id}/cancel`, { expectedFeeCents: 0 });
  expect(cancelled.status).toBe(200);
  const awaiting = await bookRide(rider);
  const content = buildPdf();
  const uploaded = await upload(visitor(), APPLICANT_FILES, content);
  const { id: fileId } = storedFileSchema.parse(Object(uploaded.body).file);
  return { rider, settled, owed, awaiting, file: { id: fileId, content }, card: await buildPaidCard(7_500) };
}

/** Creates payments after the backup, which only Stripe knows about after the restore. */
async function buildFuture(past: Past) {
  await pay(past.awaiting);
  await confirmPayment(past.awaiting.ride.id);
  const ofRider = await bookPaidRide(past.rider);
  const ofNewcomer = await bookPaidRide(await buildRider());
  const purchase = await beginPurchase();
  await payCheckout(purchase);
  await fulfilGiftCard(purchase.id);
  return { rideIds: [ofRider.id, ofNewcomer.id], purchaseId: purchase.id };
}

type Past = Awaited<ReturnType<typeof buildPast>>;

let past: Past;
let future: Awaited<ReturnType<typeof buildFuture>>;
let writes: Acknowledged[];
/** The interval in which the backup was made, on the clock of the writes. */
let [madeFrom, madeUntil] = [0, 0];
let backup: string;

beforeAll(async () => {
  past = await buildPast();
});

beforeAll(async () => {
  const load = startLoad();
  await load.reaches(8);
  madeFrom = performance.now();
  const made = await makeBackup({ dataDir: dataDirOf('before'), backupDir: join(folder, 'backups') });
  madeUntil = performance.now();
  await load.reaches(load.writes.length + 8);
  await load.stop();
  backup = made.path;
  writes = load.writes;
});

beforeAll(async () => {
  future = await buildFuture(past);
  await closeStore();
  await forgetKeys();
});

test('restoring a backup made under load brings back the state of one instant', async () => {
  await restoreBackup({ backup, dataDir: dataDirOf('after') });
  await openStore('after');

  const kept = new Map((await ridesHere()).map(({ _id, version }) => [_id.toHexString(), version]));
  const isKept = ({ id, version }: Acknowledged) => (kept.get(id) ?? 0) >= version;
  expect(writes.filter((write) => write.answeredAt < madeFrom && !isKept(write))).toEqual([]);
  expect(writes.filter((write) => write.begunAt > madeUntil && isKept(write))).toEqual([]);
  expect(writes.filter(({ begunAt }) => begunAt > madeUntil)).not.toEqual([]);
  const latest = Math.max(...writes.filter(isKept).map(({ begunAt }) => begunAt));
  expect(writes.filter((write) => write.answeredAt < latest && !isKept(write))).toEqual([]);

  expect((await findRide(past.settled.id)).paymentStatus).toBe('paid');
  expect((await findGiftCard(past.card.code))?.balanceCents).toBe(7_500);
  expect(await buffer((await readFile(past.file.id)).content)).toEqual(past.file.content);
});

test('after a restore without Redis all sessions are gone and owed jobs are enqueued again', async () => {
  expect((await as(past.rider).get(`/api/rides/rider/${past.rider.id}`)).status).toBe(401);
  expect(await jobQueue().getJobCounts()).toMatchObject({ waiting: 0, delayed: 0 });
  await makeOverdue();
  await reconcileRides();

  const jobs = (await jobQueue().getJobs()).map(({ name, data }) => `${name} ${Object(data).rideId}`);
  expect(jobs).toContain(`refund-ride ${past.owed.id}`);
  expect(jobs).toContain(`expire-unpaid-ride ${past.awaiting.ride.id}`);
});

test('after a restore a later payment of a restored ride is confirmed, and the ledger is consistent', async () => {
  const unpaid = (await ridesHere()).filter(({ paymentStatus }) => paymentStatus === 'pending');
  for (const { _id } of unpaid) await expireUnpaidRide(_id.toHexString());
  const { refundOwed } = await findRide(past.owed.id);
  if (refundOwed) await refundRide(past.owed.id, refundOwed.reason);

  expect((await findRide(past.awaiting.ride.id)).paymentStatus).toBe('paid');
  expect(await refundsAtStripe(past.owed.paymentIntentId)).toHaveLength(1);
  expect(await findLedgerDifferences()).toEqual([]);
});

test('after a restore the money check names every later payment without its ride or purchase', async () => {
  const instant = await findNewestBackup(join(folder, 'backups'));
  const found = await findMoneyDifferences({ restoredTo: instant ?? undefined });

  const booked = new Set([...writes.map(({ id }) => id), ...future.rideIds]);
  const here = new Map(
    (await ridesHere()).map(({ _id, paymentIntentId }) => [_id.toHexString(), paymentIntentId]),
  );
  const lost = [...booked].filter((id) => !here.has(id));
  // The backup fell between writing the ride and writing its payment.
  const withoutPayment = [...booked].filter((id) => here.get(id) === null);
  expect(lost.length).toBeGreaterThan(future.rideIds.length);
  expect(found.map(({ text }) => text.replace(/^payment \S+ of \S+ was made for /, '')).toSorted()).toEqual(
    [
      ...lost.map((id) => `ride ${id}, which does not exist`),
      ...withoutPayment.map((id) => `ride ${id}, which has another payment`),
      `gift card purchase ${future.purchaseId}, which does not exist`,
    ].toSorted(),
  );
});

/** Backdates unpaid rides and owed refunds so that both are overdue. */
async function makeOverdue(): Promise<void> {
  const at = new Date(Date.now() - 60_000);
  await RideModel.updateMany({ paymentStatus: 'pending' }, { payBy: at });
  await RideModel.updateMany({ 'refundOwed.since': { $exists: true } }, { 'refundOwed.since': at });
}
