import { expect, onTestFinished, test } from 'vitest';
import { metrics } from './infra/metrics.ts';
import { enqueue, jobQueue } from './infra/queues.ts';
import { measureBacklogs } from './measure-backlogs.ts';
import { RideModel } from './rides/ride-model.ts';
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
