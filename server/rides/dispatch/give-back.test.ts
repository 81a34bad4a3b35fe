import { expect, test } from 'vitest';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { assign, buildStaff, note, rideIn, unassign } from '../../testing/dispatch-by-hand.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { driverOf } from '../ride-actors.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { acceptRide } from './accept-ride.ts';
import { reachMilestone } from './drive-ride.ts';
import { giveRideBack } from './give-back.ts';

setUpTestApp();

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** A ride accepted `ago` minutes ago, with its pickup in `pickup` minutes. */
async function buildAccepted({ pickup, ago = 30 }: { pickup: number; ago?: number }) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await buildRide({ riderId: rider.id, scheduledAt: minutes(pickup) });
  await acceptRide(id, driver.id);
  const { history } = await RideModel.findById(id).lean().orFail();
  await RideModel.updateOne(
    { _id: id },
    { history: history.map((entry) => ({ ...entry, at: minutes(-ago) })) },
  );
  return { ride: await findRide(id), rider, driver };
}

const giveBack = (ride: RideRecord, driver: Parameters<typeof as>[0], reason = 'Flat tire') =>
  as(driver).post(`/api/rides/${ride.id}/give-back`, { reason });

test('giving a ride back in time removes it from its driver, informs the rider and offers it again', async () => {
  const { ride, rider, driver } = await buildAccepted({ pickup: 300 });
  await reachMilestone(ride, 'en_route', { confirmEarly: true });
  const other = await buildDriver();
  const [ridersPage, driversPage, board] = [
    await connectSocket(rider),
    await connectSocket(driver),
    await connectSocket(other),
  ];
  await board.socket.timeout(5_000).emitWithAck('offers:watch');

  const reply = await giveBack(ride, driver);

  const { version } = await findRide(ride.id);
  expect(reply).toMatchObject({ status: 200, body: { id: ride.id, version, reason: 'given_back' } });
  expect(await ridersPage.next('ride:changed')).toMatchObject([
    {
      status: 'requested',
      driver: null,
      enRouteAt: null,
      history: expect.arrayContaining([expect.objectContaining({ change: 'given_back' })]),
    },
  ]);
  expect(await driversPage.next('ride:removed')).toEqual([{ id: ride.id, version, reason: 'given_back' }]);
  expect(await board.next('offer:added')).toMatchObject([{ id: ride.id }]);
  expect((await findRide(ride.id)).history.at(-1)).toMatchObject({
    change: 'given_back',
    text: 'Flat tire',
    by: { role: 'driver', id: driver.id },
    former: { driverId: driver.id },
  });
  expect(await acceptRide(ride.id, other.id)).toMatchObject({ status: 'accepted', driverId: other.id });
});

test('giving a ride back within two hours of its pickup is refused, except right after accepting it', async () => {
  const late = await buildAccepted({ pickup: 119 });
  const refused = await giveBack(late.ride, late.driver);
  expect(refused).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
  expect(await findRide(late.ride.id)).toMatchObject({ status: 'accepted', driverId: late.driver.id });

  const undone = await buildAccepted({ pickup: 20, ago: 0 });
  expect((await giveBack(undone.ride, undone.driver)).status).toBe(200);
  expect(await findRide(undone.ride.id)).toMatchObject({ status: 'requested', driverId: null });
});

test('a just accepted ride can be given back despite later writes; a just assigned ride cannot', async () => {
  const undone = await buildAccepted({ pickup: 20, ago: 0 });
  expect((await as(undone.rider).post(`/api/rides/${undone.ride.id}/share`, {})).status).toBe(200);
  const staff = await buildStaff();
  rideIn(await note(staff, undone.ride, 'Called'));
  expect((await giveBack(undone.ride, undone.driver)).status).toBe(200);

  const driver = await buildDriver();
  const assigned = rideIn(await assign(staff, await buildRide({ scheduledAt: minutes(20) }), driver));
  expect((await giveBack(await findRide(assigned.id), driver)).status).toBe(409);
});

test('a staff note does not block giving a ride back; the conflict after an unassignment names no staff', async () => {
  const [staff, { ride }] = [await buildStaff(), await buildAccepted({ pickup: 300 })];
  const by = await driverOf(ride, null);
  rideIn(await note(staff, ride, 'He is late again'));
  expect(await giveRideBack(ride, 'Flat tire', by)).toMatchObject({ status: 'requested', driverId: null });

  const taken = await buildAccepted({ pickup: 300 });
  rideIn(await unassign(staff, taken.ride));
  rideIn(await note(staff, taken.ride, 'He is late again'));
  await expect(giveRideBack(taken.ride, 'Flat tire', await driverOf(taken.ride, null))).rejects.toMatchObject(
    {
      code: 'RIDE_CHANGED',
      message: 'Your ride has since changed: Unassigned, a moment ago. Please look again.',
    },
  );
  expect(await giveBack(taken.ride, taken.driver)).toMatchObject({
    status: 409,
    body: { code: 'RIDE_CHANGED', message: expect.stringContaining('Unassigned, a moment ago') },
  });
});

test('giving a ride back again, because the first reply was lost, succeeds without another change', async () => {
  const { ride, driver } = await buildAccepted({ pickup: 300 });
  const first = await giveBack(ride, driver);
  const next = await buildDriver();
  await acceptRide(ride.id, next.id);
  const { version } = await findRide(ride.id);

  expect(await giveBack(ride, driver)).toMatchObject({ status: 200, body: Object(first.body) });

  expect(await findRide(ride.id)).toMatchObject({ version, driverId: next.id });
});

test('giving a ride back needs a reason, the ride’s driver and a ride that has not started', async () => {
  const { ride, rider, driver } = await buildAccepted({ pickup: 300 });
  expect((await giveBack(ride, driver, '  ')).status).toBe(400);
  expect((await giveBack(ride, rider)).status).toBe(403);
  expect((await giveBack(ride, await buildDriver())).status).toBe(404);

  await RideModel.updateOne({ _id: ride.id }, { scheduledAt: minutes(0) });
  await reachMilestone(await findRide(ride.id), 'in_progress');
  expect((await giveBack(ride, driver)).status).toBe(409);
});

test('two concurrent give-backs of a ride give it back once', async () => {
  const { ride, driver } = await buildAccepted({ pickup: 300 });
  const statuses = (await Promise.all([giveBack(ride, driver), giveBack(ride, driver)])).map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([200, 200]);
  const { history } = await findRide(ride.id);
  expect(history.filter(({ change }) => change === 'given_back')).toHaveLength(1);
});

test('a former driver, and nobody else, can read why a ride is no longer theirs', async () => {
  const { ride, rider, driver } = await buildAccepted({ pickup: 300 });
  const read = async (user: Parameters<typeof as>[0]) => {
    const { status, body } = await as(user).get(`/api/rides/${ride.id}/removal`);
    return [status, status === 200 ? Object(body).removed : Object(body).code];
  };
  const [next, other] = [await buildDriver(), await buildDriver()];
  expect(await read(driver)).toEqual([200, null]);

  await giveBack(ride, driver);
  const { version } = await findRide(ride.id);
  await acceptRide(ride.id, next.id);

  expect(await read(driver)).toEqual([200, { id: ride.id, version, reason: 'given_back' }]);
  expect(await read(next)).toEqual([200, null]);
  expect(await read(other)).toEqual([404, 'NOT_FOUND']);
  expect(await read(rider)).toEqual([403, 'FORBIDDEN']);
});

test('a driver whom dispatch replaced reads that the ride was reassigned, also if they once gave it back', async () => {
  const { ride, driver } = await buildAccepted({ pickup: 300 });
  const [staff, next] = [await buildStaff(), await buildDriver()];
  await giveBack(ride, driver);
  await acceptRide(ride.id, driver.id);

  await assign(staff, await findRide(ride.id), next);

  const { version } = await findRide(ride.id);
  expect((await as(driver).get(`/api/rides/${ride.id}/removal`)).body).toEqual({
    removed: { id: ride.id, version, reason: 'reassigned' },
  });
});
