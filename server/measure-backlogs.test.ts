import { type JobsOptions, Worker } from 'bullmq';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AlertModel } from './alerts/alert-model.ts';
import { openAlert } from './alerts/alerts.ts';
import { metrics } from './infra/metrics.ts';
import { createQueueConnection, enqueue, jobQueue, QUEUE, queuePrefix } from './infra/queues.ts';
import { redis } from './infra/redis.ts';
import { measureBacklogs } from './measure-backlogs.ts';
import { MessageModel } from './messages/message-model.ts';
import { storeMessage } from './messages/receive-message.ts';
import { relayOutbox } from './relay-outbox.ts';
import { RideModel } from './rides/ride-model.ts';
import { buildContact } from './testing/build-message.ts';
import { bookRide, buildRide } from './testing/build-ride.ts';
import { buildRider } from './testing/build-user.ts';
import { newId } from './testing/new-id.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';

setUpTestApp();

async function measured(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { values = [] } = (await metrics.getSingleMetric(name)?.get()) ?? {};
  const isIt = (each: object) => Object.entries(labels).every(([key, value]) => Object(each)[key] === value);
  return values.find((each) => isIt(each.labels))?.value ?? Number.NaN;
}

/** Empties the queue, now and when the test ends. */
async function emptyQueue(): Promise<void> {
  await jobQueue().obliterate({ force: true });
  onTestFinished(() => jobQueue().obliterate({ force: true }));
}

test('waiting jobs are counted and the wait of the next job is measured, and both are 0 in an empty queue', async () => {
  await emptyQueue();
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

  await emptyQueue();
  await measureBacklogs();
  expect(await measured('queue_jobs', { state: 'waiting' })).toBe(0);
  expect(await measured('queue_oldest_job_seconds')).toBe(0);
});

async function ageOfNext(): Promise<number> {
  await measureBacklogs();
  return measured('queue_oldest_job_seconds');
}

const MINUTE_MS = 60_000;

test('a delayed job has waited since it became due, not since it was enqueued', async () => {
  await emptyQueue();
  const late = await jobQueue().add(
    'refund-charge',
    { chargeId: newId() },
    { timestamp: Date.now() - 11 * MINUTE_MS, delay: 10 * MINUTE_MS },
  );
  await late.promote();

  const seconds = await ageOfNext();
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThan(600);
});

test('the measured wait of jobs is infinite while they cannot be read', async () => {
  await emptyQueue();
  const read = vi.spyOn(jobQueue(), 'getWaiting').mockRejectedValue(new Error('away'));
  expect(await ageOfNext()).toBe(Number.POSITIVE_INFINITY);

  read.mockRestore();
  expect(await ageOfNext()).toBe(0);
});

/** Creates a job enqueued ten minutes ago whose first attempt has just failed. */
async function failOnce(options: JobsOptions) {
  await emptyQueue();
  const connection = createQueueConnection();
  const worker = new Worker(QUEUE, null, { connection, prefix: queuePrefix });
  onTestFinished(async () => {
    await worker.close();
    connection.disconnect();
  });
  const timestamp = Date.now() - 10 * MINUTE_MS;
  await jobQueue().add('refund-charge', { chargeId: newId() }, { timestamp, ...options });
  const job = await worker.getNextJob('token');
  await job?.moveToFailed(new Error('a hiccup'), 'token');
  return job;
}

test('a retried job has waited since its last attempt, not since it was enqueued', async () => {
  const job = await failOnce({ backoff: MINUTE_MS });
  await job?.promote();

  expect(await ageOfNext()).toBeLessThan(60);
});

test('a failed job that is retried by hand starts with a wait of 0', async () => {
  const job = await failOnce({ attempts: 1 });
  await job?.retry();

  expect(await ageOfNext()).toBe(0);
});

test('the age of an unpublished ride change is measured', async () => {
  const { ride } = await bookRide(await buildRider());
  await RideModel.updateOne({ _id: ride.id }, { $set: { unpublishedSince: new Date(Date.now() - 40_000) } });
  onTestFinished(async () => {
    await RideModel.updateOne({ _id: ride.id }, { $unset: { unpublishedSince: 1 } });
  });
  await measureBacklogs();

  expect(await measured('outbox_oldest_change_seconds')).toBeGreaterThanOrEqual(40);
});

test('failed relays do not reset the measured age of an unpublished ride change', async () => {
  const { id } = await buildRide({ unpublishedSince: new Date(Date.now() - 40_000), publishedVersion: 0 });
  const publish = vi.spyOn(redis, 'publish').mockRejectedValue(new Error('OOM'));
  onTestFinished(async () => {
    publish.mockRestore();
    await RideModel.deleteOne({ _id: id });
  });

  await relayOutbox();
  await relayOutbox();
  await measureBacklogs();

  expect(publish).toHaveBeenCalled();
  expect(await measured('outbox_oldest_change_seconds')).toBeGreaterThanOrEqual(40);
});

const DAY_MS = 86_400_000;

test('unpublished alerts and messages count in the measured age of the outbox', async () => {
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
