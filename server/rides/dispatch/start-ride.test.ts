import { expect, onTestFinished, test } from 'vitest';
import { driverRideSchema } from '#common/rides/ride.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { suspendDriver } from '../../drivers/suspend-driver.ts';
import { env } from '../../env.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { inHours } from '../../testing/in-hours.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { setVehicleState } from '../../vehicles/edit-vehicle.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { acceptRide } from './accept-ride.ts';

setUpTestApp();

const start = (driver: UserRecord, ride: RideRecord, options: object = {}) =>
  as(driver).patch(`/api/rides/${ride.id}/status`, { status: 'in_progress', ...options });

const fail = (): never => {
  throw new Error('there is no such driver');
};

test('a ride cannot be started in a vehicle out of service or by a suspended driver', async () => {
  const driver = await buildDriver({ vehicle: null });
  const vehicle = await buildVehicle({ driverIds: [driver.id] });
  const ride = await buildRide({ scheduledAt: inHours(0.5) });
  await acceptRide(ride.id, driver.id);

  await setVehicleState(vehicle.id, 'out-of-service', 'Dana Reyes');
  const inIt = await start(driver, ride);
  await setVehicleState(vehicle.id, 'active', 'Dana Reyes');
  await suspendDriver(driver.id, 'Complaints', 'Dana Reyes');
  const suspended = await start(driver, ride);

  expect([inIt.status, Object(inIt.body).code]).toEqual([409, 'DOES_NOT_FIT']);
  expect(suspended.status).toBe(403);
  expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'accepted' });
});

test('a ride cannot be started with an expired license', async () => {
  const driver = await buildDriver({
    driver: {
      documents: [{ kind: 'license', number: '1', expiresOn: addDays(dateInVegas(new Date()), -1) }],
    },
  });
  const ride = await buildRide({ status: 'accepted', driverId: driver.id, scheduledAt: new Date() });

  expect((await start(driver, ride)).body).toMatchObject({
    code: 'DOCUMENT_EXPIRED',
    message: 'Your license has expired.',
  });
});

test('when a driver starts two rides concurrently, one is started and the other refused as overlapping', async () => {
  const driver = await buildDriver();
  await as(driver).signIn();
  const soon = { status: 'accepted', driverId: driver.id, scheduledAt: new Date() } as const;
  const rides = [await buildRide(soon), await buildRide(soon)];

  const replies = await Promise.all(rides.map((ride) => start(driver, ride)));

  const [started, refused] = replies.toSorted((one, other) => one.status - other.status);
  expect([started?.status, refused?.status]).toEqual([200, 409]);
  expect(refused?.body).toMatchObject({ code: 'RIDE_OVERLAPS' });
  const underWay = await RideModel.countDocuments({ driverId: driver.id, status: 'in_progress' });
  expect(underWay).toBe(1);
});

test('in the demo an early start needs only a confirmation', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'accepted', driverId: driver.id, scheduledAt: inHours(2) });
  const { DEMO_MODE } = env;
  onTestFinished(() => {
    env.DEMO_MODE = DEMO_MODE;
  });

  env.DEMO_MODE = true;
  const unasked = await start(driver, ride);
  const confirmed = await start(driver, ride, { confirmEarly: true });

  expect([unasked.status, Object(unasked.body).code]).toEqual([409, 'TOO_EARLY']);
  expect(Object(unasked.body).message).toMatch(
    /^The pickup is (?:at|on .+,) \d+:\d\d [AP]M\. Start it now\?$/,
  );
  expect(driverRideSchema.parse(confirmed.body).history.at(-1)).toMatchObject({ note: 'early' });
});

test('a vehicle shared by two drivers can be on only one ride in progress at a time', async () => {
  const drivers = [await buildDriver({ vehicle: null }), await buildDriver({ vehicle: null })];
  const { id: vehicleId } = await buildVehicle({ driverIds: drivers.map(({ id }) => id) });
  const rides = await Promise.all(
    drivers.map(({ id: driverId }) =>
      buildRide({ status: 'accepted', driverId, vehicleId, scheduledAt: new Date() }),
    ),
  );
  await Promise.all(drivers.map((driver) => as(driver).signIn()));
  const startOf = (index: number) =>
    as(drivers[index] ?? fail()).patch(`/api/rides/${rides[index]?.id}/status`, { status: 'in_progress' });

  // Of two drivers who start concurrently, both may be refused. A retry of one then succeeds.
  const atOnce = await Promise.all([startOf(0), startOf(1)]);
  const under = atOnce.filter(({ status }) => status === 200).length;
  expect(under).toBeLessThanOrEqual(1);
  const first = under === 1 ? atOnce.findIndex(({ status }) => status === 200) : 0;
  expect((await startOf(first)).status).toBe(200);

  const refused = await startOf(1 - first);
  expect([refused.status, Object(refused.body).code]).toEqual([409, 'RIDE_OVERLAPS']);
  expect(Object(refused.body).message).toMatch(
    /^Black Cadillac Escalade, NV \S+ is still out with Dee\. Please call dispatch\.$/,
  );
  const driver = drivers[first] ?? fail();
  await as(driver).patch(`/api/rides/${rides[first]?.id}/complete`, { actualFare: '$233.58' });
  expect((await startOf(1 - first)).status).toBe(200);
});
