import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { driverRideSchema, offerSchema } from '#common/rides/ride.ts';
import { rideStatusSchema } from '#common/rides/ride-states.ts';
import { jobQueue } from '../../infra/queues.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { completeRide } from './complete-ride.ts';
import { reachMilestone } from './drive-ride.ts';

setUpTestApp();

test('the offers are the paid rides without a driver, soonest pickup first', async () => {
  const driver = await buildDriver();
  const [later, sooner] = [
    await buildRide({ scheduledAt: new Date(Date.now() + 7_200_000) }),
    await buildRide({ scheduledAt: new Date(Date.now() + 3_600_000), paymentStatus: 'waived' }),
  ];
  const hidden = await Promise.all([
    buildRide({ paymentStatus: 'pending' }),
    buildRide({ paymentStatus: 'flagged' }),
    buildRide({ status: 'cancelled' }),
    buildRide({ status: 'accepted' }),
    buildRide({ status: 'completed' }),
  ]);

  const reply = await as(driver).get('/api/rides/available/all');

  const ids = z
    .array(offerSchema)
    .parse(reply.body)
    .map(({ id }) => id);
  expect(ids.filter((id) => id === later.id || id === sooner.id)).toEqual([sooner.id, later.id]);
  for (const ride of hidden) expect(ids).not.toContain(ride.id);
});

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

test('a driver starts a ride and completes it for the amount paid, which owes no refund', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'accepted', driverId: driver.id, scheduledAt: new Date() });
  const recorded = await recordRideMessages();

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
  expect(stored).toMatchObject({ refundOwed: null });
  const published = await recorded.all(ride.id);
  expect(published.map(({ status }) => status)).toEqual(['in_progress', 'completed']);
  expect(await refundJobs(ride.id)).toEqual([]);
});

test('completing a ride for less than was paid owes the difference as a refund', async () => {
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

test('completing a ride that no bank card paid for owes no refund', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'in_progress', driverId: driver.id, paymentStatus: 'waived' });

  await complete(driver, ride, '$0.00');

  expect(await RideModel.findById(ride.id).lean()).toMatchObject({ refundOwed: null });
  expect(await refundJobs(ride.id)).toEqual([]);
});

test.each(['$233.59', '$2335.80', '$9999999.99', '-1', '$-1.00', '$1e5', '1e5', '$NaN', '', 200, null])(
  'completing a ride with a fare of %j is refused',
  async (actualFare) => {
    const driver = await buildDriver();
    const ride = await buildRide({ status: 'in_progress', driverId: driver.id });

    const reply = await complete(driver, ride, actualFare);

    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: 'actualFare' }] });
    expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'in_progress', actualFareCents: null });
  },
);

test('concurrent starts and concurrent completions of a ride each take effect once', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'accepted', driverId: driver.id, scheduledAt: new Date() });
  await as(driver).signIn();

  const starts = await Promise.all([start(driver, ride), start(driver, ride)]);
  const completions = await Promise.all([complete(driver, ride), complete(driver, ride, '$1.00')]);

  expect([...starts, ...completions].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const fares = completions.map(({ body }) => driverRideSchema.parse(body).actualFare);
  expect(new Set(fares).size).toBe(1);
  expect(await RideModel.findById(ride.id)).toMatchObject({ version: ride.version + 2 });
});

test('starting or completing another driver’s ride returns 404', async () => {
  const ride = await buildRide({ status: 'accepted' });
  const other = await buildDriver();

  expect((await start(other, ride)).status).toBe(404);
  await RideModel.updateOne({ _id: ride.id }, { status: 'in_progress' });
  expect((await complete(other, ride)).status).toBe(404);
  expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'in_progress', version: ride.version });
});

/** For each driver action and ride status: the resulting ride status, or the HTTP status of the refusal. */
const OUTCOMES = {
  accept: {
    requested: 'accepted',
    accepted: 'accepted',
    in_progress: 'in_progress',
    completed: 'completed',
    cancelled: 409,
  },
  start: {
    requested: 404,
    accepted: 'in_progress',
    in_progress: 'in_progress',
    completed: 409,
    cancelled: 404,
  },
  complete: {
    requested: 404,
    accepted: 409,
    in_progress: 'completed',
    completed: 'completed',
    cancelled: 404,
  },
} as const;

type Action = keyof typeof OUTCOMES;

const ACTIONS: Action[] = ['accept', 'start', 'complete'];
const cases = ACTIONS.flatMap((action) =>
  rideStatusSchema.options.map((status) => ({ action, status, outcome: OUTCOMES[action][status] })),
);

test.each(cases)('$action a ride that is $status: $outcome', async ({ action, status, outcome }) => {
  const driver = await buildDriver();
  const hasDriver = !['requested', 'cancelled'].includes(status);
  const ride = await buildRide({
    status,
    scheduledAt: new Date(),
    ...(hasDriver && { driverId: driver.id }),
  });
  const path = `/api/rides/${ride.id}`;
  const send = {
    accept: () => as(driver).patch(`${path}/status`, { status: 'accepted', driverId: driver.id }),
    start: () => as(driver).patch(`${path}/status`, { status: 'in_progress' }),
    complete: () => as(driver).patch(`${path}/complete`, { actualFare: '$233.58' }),
  };

  const reply = await send[action]();

  const stored = await RideModel.findById(ride.id);
  if (typeof outcome === 'number') {
    expect(reply.status).toBe(outcome);
    expect(stored).toMatchObject({ status, version: ride.version });
  } else {
    expect(reply.body).toMatchObject({ status: outcome });
    expect(stored).toMatchObject({ status: outcome, version: ride.version + (outcome === status ? 0 : 1) });
  }
  expect(stored?.history).toHaveLength(stored?.version ?? 0);
});

test.each(['requested', 'completed', 'cancelled', 'flying', null])(
  'a driver cannot set the status of a ride to %j',
  async (status) => {
    const driver = await buildDriver();
    const ride = await buildRide({ status: 'accepted', driverId: driver.id, scheduledAt: new Date() });

    const reply = await as(driver).patch(`/api/rides/${ride.id}/status`, { status, driverId: driver.id });

    expect(reply.status).toBe(400);
    expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'accepted' });
  },
);

test.each(['paid', 'flagged', 'refunded', 'expired'] as const)(
  'the checkout of a ride whose payment is %s is refused',
  async (paymentStatus) => {
    const rider = await buildRider();
    const ride = await buildRide({ riderId: rider.id, paymentStatus });

    const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ code: 'RIDE_STATE_CONFLICT' });
  },
);

test('the checkout of a ride with nothing to pay returns no_payment_required', async () => {
  const rider = await buildRider();
  const ride = await buildRide({ riderId: rider.id, paymentStatus: 'waived' });

  const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect(reply.body).toEqual({ clientSecret: 'no_payment_required' });
});

test('a former driver’s late request neither changes nor reveals a ride that now has another driver', async () => {
  const [former, next] = [await buildDriver(), await buildDriver()];
  const stale = await buildRide({ driverId: former.id, status: 'accepted', scheduledAt: new Date() });
  const given = (changes: object) =>
    RideModel.updateOne({ _id: stale.id }, { driverId: next.id, ...changes });

  await given({});
  await expect(reachMilestone(stale, 'en_route')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await findRide(stale.id)).toMatchObject({ enRouteAt: null });
  await given({ enRouteAt: new Date() });
  await expect(reachMilestone(stale, 'en_route')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(reachMilestone(stale, 'in_progress')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await findRide(stale.id)).toMatchObject({ status: 'accepted', driverId: next.id });
  await given({ status: 'in_progress' });
  await expect(reachMilestone(stale, 'in_progress')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(completeRide(stale, 20_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  expect(await findRide(stale.id)).toMatchObject({ status: 'in_progress', completedAt: null });
});
