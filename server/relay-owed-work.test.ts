import { expect, test, vi } from 'vitest';
import { WORKER } from './audit-log/record-audit.ts';
import { logger } from './infra/logger.ts';
import { jobQueue } from './infra/queues.ts';
import { MailModel } from './mail/mail-model.ts';
import { relayOutbox } from './relay-outbox.ts';
import { refundLatePayment } from './rides/payment/payment-outcomes.ts';
import { RideModel } from './rides/ride-model.ts';
import { transitionRide } from './rides/transition-ride.ts';
import { buildRide } from './testing/build-ride.ts';
import { newId } from './testing/new-id.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';

setUpTestApp();

const LONG_AGO = new Date(Date.now() - 60_000);

const backdate = (rideId: string) => RideModel.updateOne({ _id: rideId }, { unpublishedSince: LONG_AGO });

/** Returns the waiting refund jobs of a ride. */
const refundsOf = async (rideId: string) =>
  (await jobQueue().getJobs(['waiting']))
    .filter(({ name, data }) => name.startsWith('refund-') && JSON.stringify(data).includes(rideId))
    .map(({ name, data }) => [name, data]);

test('an owed refund that was not enqueued is enqueued when its ride is relayed', async () => {
  const since = new Date();
  const ride = await buildRide({
    ...{ status: 'cancelled', refundOwed: { reason: 'cancelled', since } },
    ...{ unpublishedSince: LONG_AGO, publishedVersion: 1 },
  });

  await relayOutbox();

  expect(await refundsOf(ride.id)).toEqual([['refund-ride', { rideId: ride.id, reason: 'cancelled' }]]);
  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('unpublishedSince');
});

test('a ride whose refund cannot be enqueued stays in the outbox until it can', async () => {
  const ride = await buildRide({
    ...{ status: 'cancelled', refundOwed: { reason: 'cancelled', since: new Date() } },
    ...{ unpublishedSince: LONG_AGO, publishedVersion: 1 },
  });
  vi.spyOn(jobQueue(), 'add').mockRejectedValueOnce(new Error('away'));
  const warn = vi.spyOn(logger, 'warn');

  await relayOutbox();
  expect(await RideModel.findById(ride.id).lean()).toHaveProperty('unpublishedSince');
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ rideId: ride.id, step: 'enqueue refunds' }),
    'publish failed, relay-outbox will retry',
  );
  await relayOutbox();

  expect(await refundsOf(ride.id)).toHaveLength(1);
  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('unpublishedSince');
});

test('publishing a change that owes a refund also enqueues the refund', async () => {
  const { id: rideId } = await buildRide();

  await transitionRide({
    rideId,
    change: 'cancelled',
    by: WORKER,
    guard: { status: 'requested' },
    patch: { status: 'cancelled', refundOwed: { reason: 'cancelled', since: new Date() } },
  });

  expect(await RideModel.findById(rideId).lean()).not.toHaveProperty('unpublishedSince');
  expect(await refundsOf(rideId)).toEqual([['refund-ride', { rideId, reason: 'cancelled' }]]);
});

test('the refund of a late payment is enqueued by the relay if its first enqueueing failed', async () => {
  const { id: rideId } = await buildRide({ status: 'cancelled', paymentStatus: 'expired' });
  vi.spyOn(jobQueue(), 'add').mockRejectedValueOnce(new Error('away'));
  await refundLatePayment(rideId);
  expect(await RideModel.findById(rideId).lean()).toHaveProperty('unpublishedSince');
  await backdate(rideId);

  await relayOutbox();

  expect(await refundsOf(rideId)).toEqual([['refund-ride', { rideId, reason: 'paid-too-late' }]]);
});

test.each([
  ['waiting', 'completed'],
  ['waiting', 'fare_decided'],
  ['adjustment', 'adjusted'],
] as const)(
  'relaying a ride with an unpublished charge for %s (%s) emails the payment link of that charge',
  async (kind, change) => {
    const ride = await buildRide({ status: 'completed' });
    const charge = {
      ...{ id: newId(), kind, amountCents: 2_000, status: 'open', reason: 'Waiting', at: new Date() },
      ...{ paymentIntentId: null, refundId: null },
    };
    const others = [
      { ...charge, id: newId(), status: 'void' },
      { ...charge, id: newId(), kind: 'tip' },
    ];
    await RideModel.updateOne(
      { _id: ride.id },
      {
        $push: { history: { change, at: new Date() } },
        $set: { charges: [charge, ...others], unpublishedSince: LONG_AGO },
        $inc: { version: 1 },
      },
    );

    await relayOutbox();

    const ids = [charge, ...others].map(({ id }) => id);
    const links = await MailModel.find({ template: 'payment-link', aboutId: { $in: ids } });
    expect(links.map(({ aboutId }) => `${aboutId}`)).toEqual([charge.id]);
  },
);
