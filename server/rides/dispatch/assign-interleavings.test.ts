import { expect, test } from 'vitest';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildAdmin, buildDriver } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { assign, buildStaff, codeOf } from '../../testing/dispatch-by-hand.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

test('when a dispatcher assigns a ride while a driver accepts it, one wins and the other gets a conflict', async () => {
  const staff = await buildStaff();
  for (let time = 0; time < 6; time += 1) {
    const [sam, kim] = [await buildDriver({ name: 'Sam Ortiz' }), await buildDriver({ name: 'Kim Park' })];
    const ride = await buildRide();
    await as(kim).signIn();

    const [assigned, accepted] = await Promise.all([
      assign(staff, ride, sam),
      as(kim).patch(`/api/rides/${ride.id}/status`, { status: 'accepted', driverId: kim.id }),
    ]);

    const { driverId } = await RideModel.findById(ride.id).lean().orFail();
    if (assigned.status === 200) {
      expect(driverId).toBe(sam.id);
      expect(codeOf(accepted)).toEqual([409, 'RIDE_TAKEN']);
    } else {
      expect(driverId).toBe(kim.id);
      expect(accepted.status).toBe(200);
      expect(assigned).toMatchObject({
        status: 409,
        body: {
          code: 'RIDE_CHANGED',
          message: 'Accepted by Kim Park a moment ago; the board is up to date.',
        },
      });
    }
  }
});

test('when two dispatchers assign a ride at the same time, the second gets a conflict that says what the first did', async () => {
  const [dana, eli] = [await buildStaff(), await buildStaff('Eli Stone')];
  const [sam, kim] = [await buildDriver({ name: 'Sam Ortiz' }), await buildDriver({ name: 'Kim Park' })];
  const ride = await buildRide();

  const replies = await Promise.all([assign(dana, ride, sam), assign(eli, ride, kim)]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const isDana = replies[0]?.status === 200;
  expect(replies[isDana ? 1 : 0]?.body).toEqual({
    code: 'RIDE_CHANGED',
    message: isDana
      ? 'Assigned to Sam Ortiz by Dana Reyes a moment ago; the board is up to date.'
      : 'Assigned to Kim Park by Eli Stone a moment ago; the board is up to date.',
  });
});

test('of concurrent assigns and accepts of overlapping rides for a driver exactly one succeeds without confirmation', async () => {
  const staff = await buildStaff();
  for (let time = 0; time < 5; time += 1) {
    const driver = await buildDriver();
    await as(driver).signIn();
    const rides = [await buildRide(), await buildRide(), await buildRide()] as const;

    const replies = await Promise.all([
      assign(staff, rides[0], driver),
      assign(staff, rides[1], driver),
      as(driver).patch(`/api/rides/${rides[2].id}/status`, { status: 'accepted', driverId: driver.id }),
    ]);

    expect(replies.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [409, 'RIDE_OVERLAPS'],
      [409, 'RIDE_OVERLAPS'],
    ]);
    expect(await RideModel.countDocuments({ driverId: driver.id })).toBe(1);
  }
});

test('if a driver is suspended while being assigned, staff are shown the ride or the assign is refused', async () => {
  const [staff, admin] = [await buildStaff(), await buildAdmin()];
  await as(admin).signIn();
  for (let time = 0; time < 5; time += 1) {
    const [driver, ride] = [await buildDriver(), await buildRide()];

    const [assigned, suspended] = await Promise.all([
      assign(staff, ride, driver),
      as(admin).post(`/api/ops/drivers/${driver.id}/suspend`, { reason: 'Complaints' }),
    ]);

    const shownRideIds = Object(suspended.body).rides.map(({ id }: { id: string }) => id);
    expect(shownRideIds).toEqual(assigned.status === 200 ? [ride.id] : []);
    if (assigned.status !== 200) expect(codeOf(assigned)).toEqual([409, 'DOES_NOT_FIT']);
  }
});

test('if a vehicle goes out of service during an assign, staff are shown the ride or the assign is refused', async () => {
  const staff = await buildStaff();
  for (let time = 0; time < 5; time += 1) {
    const driver = await buildDriver({ vehicle: null });
    const vehicle = await buildVehicle({ driverIds: [driver.id] });
    const ride = await buildRide();

    const [assigned, retired] = await Promise.all([
      assign(staff, ride, driver),
      as(staff).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, { state: 'out-of-service' }),
    ]);

    const shownRideIds = Object(retired.body).rides.map(({ id }: { id: string }) => id);
    expect(shownRideIds).toEqual(assigned.status === 200 ? [ride.id] : []);
    if (assigned.status !== 200) expect(codeOf(assigned)).toEqual([409, 'DOES_NOT_FIT']);
  }
});
