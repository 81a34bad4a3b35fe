import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { driverRideSchema, offerSchema } from '#common/rides/ride.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildDriver } from '../testing/build-user.ts';
import { recordRideMessages } from '../testing/record-ride-messages.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { RideModel } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';

setUpTestApp();

const accept = (driver: UserRecord, ride: RideRecord) =>
  as(driver).patch(`/api/rides/${ride.id}/status`, { status: 'accepted', driverId: driver.id });

test('a driver takes an offer, and learns whom to drive', async () => {
  const ride = await buildRide();
  const driver = await buildDriver({ name: 'Dee Driver' });
  const heard = await recordRideMessages();

  const reply = await accept(driver, ride);

  expect(reply.status).toBe(200);
  expect(driverRideSchema.parse(reply.body)).toMatchObject({
    status: 'accepted',
    driverId: driver.id,
    version: ride.version + 1,
    customer: { name: 'Robin Rider', phone: '(702) 555-0101' },
    driverShare: '$167.63',
  });
  expect(await RideModel.findById(ride.id).lean()).toMatchObject({
    status: 'accepted',
    driverId: driver.id,
    driver: { firstName: 'Dee', vehicle: 'Black Cadillac Escalade, NV 123-ABC' },
    publishedVersion: ride.version + 1,
  });
  const [announced, ...others] = await heard.all(ride.id);
  expect(announced).toMatchObject({ status: 'accepted', driverId: driver.id, version: ride.version + 1 });
  expect(others).toEqual([]);
});

test('of twenty drivers at once one gets the ride, and nineteen are told so', async () => {
  const ride = await buildRide();
  const drivers = await Promise.all(Array.from({ length: 20 }, () => buildDriver()));
  await Promise.all(drivers.map((driver) => as(driver).signIn()));
  const heard = await recordRideMessages();

  const replies = await Promise.all(drivers.map((driver) => accept(driver, ride)));

  const [winner, ...others] = replies.toSorted((one, other) => one.status - other.status);
  expect(winner?.status).toBe(200);
  for (const { status, body } of others) {
    expect(status).toBe(409);
    expect(body).toEqual({
      code: 'RIDE_TAKEN',
      message: 'This ride has already been accepted by another driver',
    });
  }
  const stored = await RideModel.findById(ride.id);
  expect(stored?.driverId).toBe(driverRideSchema.parse(winner?.body).driverId);
  expect(stored?.history.map(({ change }) => change)).toEqual(['requested', 'paid', 'accepted']);
  expect(await heard.all(ride.id)).toHaveLength(1);
});

test('the same driver may ask again, even at once', async () => {
  const ride = await buildRide();
  const driver = await buildDriver();
  await as(driver).signIn();

  const replies = await Promise.all([1, 2, 3].map(() => accept(driver, ride)));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await RideModel.findById(ride.id)).toMatchObject({ version: ride.version + 1 });
});

test.each([
  ['unpaid', { paymentStatus: 'pending' }],
  ['paid wrongly', { paymentStatus: 'flagged' }],
  ['called off', { status: 'cancelled' }],
] as const)('a ride that is %s is not open', async (_what, state) => {
  const ride = await buildRide(state);
  const driver = await buildDriver();

  const reply = await accept(driver, ride);

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: 'RIDE_NOT_OPEN' });
  expect(await RideModel.findById(ride.id)).toMatchObject({ driverId: null, version: ride.version });
});

test('a ride with nothing to pay is an offer like any other', async () => {
  const ride = await buildRide({ paymentStatus: 'waived' });

  expect((await accept(await buildDriver(), ride)).status).toBe(200);
});

test('a driver cannot accept in another’s name', async () => {
  const ride = await buildRide();
  const [driver, other] = [await buildDriver(), await buildDriver()];

  const reply = await as(driver).patch(`/api/rides/${ride.id}/status`, {
    status: 'accepted',
    driverId: other.id,
  });

  expect(reply.status).toBe(403);
  expect(await RideModel.findById(ride.id)).toMatchObject({ driverId: null });
});

test('a driver without a vehicle accepts nothing', async () => {
  const ride = await buildRide();

  expect((await accept(await buildDriver({ vehicle: null }), ride)).status).toBe(403);
});

test('a ride that does not exist is not found', async () => {
  const ride = await buildRide();
  await RideModel.deleteOne({ _id: ride.id });

  expect((await accept(await buildDriver(), ride)).status).toBe(404);
});

test('the offers are the rides requested and paid, soonest pickup first', async () => {
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
