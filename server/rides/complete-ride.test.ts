import { expect, test } from 'vitest';
import { driverRideSchema } from '#common/rides/ride.ts';
import { jobQueue } from '../infra/queues.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildDriver } from '../testing/build-user.ts';
import { recordRideMessages } from '../testing/record-ride-messages.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { RideModel } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';

setUpTestApp();

const start = (driver: UserRecord, ride: RideRecord) =>
  as(driver).patch(`/api/rides/${ride.id}/status`, { status: 'in_progress' });

const complete = (driver: UserRecord, ride: RideRecord, actualFare: unknown = '$233.58') =>
  as(driver).patch(`/api/rides/${ride.id}/complete`, { actualFare });

async function refundJobs(rideId: string) {
  const jobs = await jobQueue().getWaiting();
  return jobs
    .filter((job) => job.name === 'refund-ride' && job.data.rideId === rideId)
    .map((job) => job.data);
}

test('a driver starts its ride, and completes it for what was paid', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'accepted', driverId: driver.id });
  const heard = await recordRideMessages();

  const started = await start(driver, ride);
  const completed = await complete(driver, ride);

  expect(driverRideSchema.parse(started.body)).toMatchObject({ status: 'in_progress', actualFare: null });
  expect(driverRideSchema.parse(completed.body)).toMatchObject({
    status: 'completed',
    actualFare: '$233.58',
    version: ride.version + 2,
  });
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored).toMatchObject({ status: 'completed', actualFareCents: 23_358, refunds: [] });
  expect(stored?.completedAt).toBeInstanceOf(Date);
  expect(stored).not.toHaveProperty('refundOwed');
  const announced = await heard.all(ride.id);
  expect(announced.map(({ status }) => status)).toEqual(['in_progress', 'completed']);
  expect(await refundJobs(ride.id)).toEqual([]);
});

test('what a ride cost less than was paid is owed back', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'in_progress', driverId: driver.id });

  const reply = await complete(driver, ride, '$200.00');

  expect(driverRideSchema.parse(reply.body).actualFare).toBe('$200.00');
  expect(await RideModel.findById(ride.id).lean()).toMatchObject({
    actualFareCents: 20_000,
    refundOwed: { reason: 'completed-for-less', since: expect.any(Date) },
  });
  expect(await refundJobs(ride.id)).toEqual([{ rideId: ride.id, reason: 'completed-for-less' }]);
});

test('nothing is owed back of a ride that no card paid', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'in_progress', driverId: driver.id, paymentStatus: 'waived' });

  await complete(driver, ride, '$0.00');

  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('refundOwed');
  expect(await refundJobs(ride.id)).toEqual([]);
});

test.each(['$233.59', '$2335.80', '$9999999.99', '-1', '$-1.00', '$1e5', '1e5', '$NaN', '', 200, null])(
  'a fare of %j is refused',
  async (actualFare) => {
    const driver = await buildDriver();
    const ride = await buildRide({ status: 'in_progress', driverId: driver.id });

    const reply = await complete(driver, ride, actualFare);

    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: 'actualFare' }] });
    expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'in_progress', actualFareCents: null });
  },
);

test('starting and completing twice, even at once, is starting and completing once', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'accepted', driverId: driver.id });
  await as(driver).signIn();

  const starts = await Promise.all([start(driver, ride), start(driver, ride)]);
  const completions = await Promise.all([complete(driver, ride), complete(driver, ride, '$1.00')]);

  expect([...starts, ...completions].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const fares = completions.map(({ body }) => driverRideSchema.parse(body).actualFare);
  expect(new Set(fares).size).toBe(1);
  expect(await RideModel.findById(ride.id)).toMatchObject({ version: ride.version + 2 });
});

test('another driver’s ride does not exist', async () => {
  const ride = await buildRide({ status: 'accepted' });
  const other = await buildDriver();

  expect((await start(other, ride)).status).toBe(404);
  await RideModel.updateOne({ _id: ride.id }, { status: 'in_progress' });
  expect((await complete(other, ride)).status).toBe(404);
  expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'in_progress', version: ride.version });
});
