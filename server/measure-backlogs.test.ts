import { expect, onTestFinished, test } from 'vitest';
import { AlertModel } from './alerts/alert-model.ts';
import { openAlert } from './alerts/alerts.ts';
import { metrics } from './infra/metrics.ts';
import { enqueue, jobQueue } from './infra/queues.ts';
import { measureBacklogs } from './measure-backlogs.ts';
import { MessageModel } from './messages/message-model.ts';
import { storeMessage } from './messages/receive-message.ts';
import { RideModel } from './rides/ride-model.ts';
import { buildContact } from './testing/build-message.ts';
import { bookRide } from './testing/build-ride.ts';
import { buildRider } from './testing/build-user.ts';
import { newId } from './testing/new-id.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';

setUpTestApp();

async function measured(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { values = [] } = (await metrics.getSingleMetric(name)?.get()) ?? {};
  const isIt = (each: object) => Object.entries(labels).every(([key, value]) => Object(each)[key] === value);
  return values.find((each) => isIt(each.labels))?.value ?? Number.NaN;
}

test('jobs that nobody takes are counted, and how long the next one has waited', async () => {
  await jobQueue().obliterate({ force: true });
  onTestFinished(() => jobQueue().obliterate({ force: true }));
  await measureBacklogs();
  expect(await measured('queue_oldest_job_seconds')).toBe(0);

  await enqueue('refund-charge', { chargeId: newId() });
  await jobQueue().add(
    'refund-charge',
    { chargeId: newId() },
    { timestamp: Date.now() - 90_000, lifo: true },
  );
  await measureBacklogs();

  expect(await measured('queue_jobs', { state: 'waiting' })).toBe(2);
  expect(await measured('queue_oldest_job_seconds')).toBeGreaterThanOrEqual(90);
});

test('a change that was not published is as old as it is', async () => {
  const { ride } = await bookRide(await buildRider());
  await RideModel.updateOne({ _id: ride.id }, { $set: { unpublishedSince: new Date(Date.now() - 40_000) } });
  onTestFinished(async () => {
    await RideModel.updateOne({ _id: ride.id }, { $unset: { unpublishedSince: 1 } });
  });
  await measureBacklogs();

  expect(await measured('outbox_oldest_change_seconds')).toBeGreaterThanOrEqual(40);
});

const DAY_MS = 86_400_000;

test('an alert and a message that no console was told of count as well', async () => {
  const key = newId();
  const subject = { kind: 'driver', id: newId(), name: 'Tom Brandt' };
  await openAlert({ key, kind: 'paper-expired', subject, text: 'The license expired.' });
  const messageId = await storeMessage({ form: 'contact', content: buildContact() }, null);
  const mark = (days: number) => ({ unpublishedSince: new Date(Date.now() - days * DAY_MS) });
  const days = async () => Math.floor((await measured('outbox_oldest_change_seconds')) / (DAY_MS / 1_000));
  await AlertModel.updateOne({ key }, mark(20));
  await MessageModel.updateOne({ _id: messageId }, mark(10));

  await measureBacklogs();
  expect(await days()).toBe(20);
  await AlertModel.deleteOne({ key });
  await measureBacklogs();
  expect(await days()).toBe(10);
  await MessageModel.deleteOne({ _id: messageId });
});
