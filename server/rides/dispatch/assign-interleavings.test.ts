import { expect, test } from 'vitest';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildAdmin, buildDriver } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { assign, buildStaff, codeOf } from '../../testing/dispatch-by-hand.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

test('of a dispatcher and a driver at the same instant one wins, and the other is told who', async () => {
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

test('of two dispatchers the second is told what the first did', async () => {
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

test('a ride assigned and another accepted at the same instant never overlap unasked', async () => {
  const staff = await buildStaff();
  for (let time = 0; time < 5; time += 1) {
    const driver = await buildDriver();
    await as(driver).signIn();
    const rides = [await buildRide(), await buildRide(), await buildRide()] as const;

    await Promise.all([
      assign(staff, rides[0], driver),
      assign(staff, rides[1], driver),
      as(driver).patch(`/api/rides/${rides[2].id}/status`, { status: 'accepted', driverId: driver.id }),
    ]);

    expect(await RideModel.countDocuments({ driverId: driver.id })).toBeLessThanOrEqual(1);
  }
});

test('a driver suspended while being assigned has no ride, or one that staff are told of', async () => {
  const [staff, admin] = [await buildStaff(), await buildAdmin()];
  await as(admin).signIn();
  for (let time = 0; time < 5; time += 1) {
    const [driver, ride] = [await buildDriver(), await buildRide()];

    const [assigned, suspended] = await Promise.all([
      assign(staff, ride, driver),
      as(admin).post(`/api/ops/drivers/${driver.id}/suspend`, { reason: 'Complaints' }),
    ]);

    const told = Object(suspended.body).rides.map(({ id }: { id: string }) => id);
    expect(told).toEqual(assigned.status === 200 ? [ride.id] : []);
    if (assigned.status !== 200) expect(codeOf(assigned)).toEqual([409, 'DOES_NOT_FIT']);
  }
});

test('a vehicle taken out of service while it is assigned is told of, or not assigned', async () => {
  const staff = await buildStaff();
  for (let time = 0; time < 5; time += 1) {
    const driver = await buildDriver({ vehicle: null });
    const vehicle = await buildVehicle({ driverIds: [driver.id] });
    const ride = await buildRide();

    const [assigned, retired] = await Promise.all([
      assign(staff, ride, driver),
      as(staff).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, { state: 'out-of-service' }),
    ]);

    const told = Object(retired.body).rides.map(({ id }: { id: string }) => id);
    expect(told).toEqual(assigned.status === 200 ? [ride.id] : []);
    if (assigned.status !== 200) expect(codeOf(assigned)).toEqual([409, 'DOES_NOT_FIT']);
  }
});
