import { expect, test } from 'vitest';
import { addDays, dateInVegas } from '#common/time.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { suspendDriver } from '../../drivers/suspend-driver.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { withWrongClock } from '../../testing/with-wrong-clock.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

async function buildAccepted(pickup = 40) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({
    riderId: rider.id,
    driverId: driver.id,
    status: 'accepted',
    scheduledAt: minutes(pickup),
  });
  const move = (status: string, more: object = {}) =>
    as(driver).patch(`/api/rides/${ride.id}/status`, { status, ...more });
  return { ride, rider, driver, move };
}

test('setting off, arriving and starting are stored in the ride’s history, and the rider sees them at once', async () => {
  const { ride, rider, move } = await buildAccepted();
  const page = await connectSocket(rider);

  expect(await move('en_route')).toMatchObject({
    status: 200,
    body: { status: 'accepted', arrivedAt: null },
  });
  expect(await page.next('ride:changed')).toMatchObject([
    { status: 'accepted', enRouteAt: expect.any(String), arrivedAt: null },
  ]);
  expect((await move('arrived')).status).toBe(200);
  expect(await page.next('ride:changed')).toMatchObject([{ arrivedAt: expect.any(String) }]);
  expect((await move('in_progress')).body).toMatchObject({ status: 'in_progress' });

  const { history, enRouteAt, arrivedAt } = await findRide(ride.id);
  expect(history.slice(-3).map(({ change }) => change)).toEqual(['en_route', 'arrived', 'in_progress']);
  expect([enRouteAt, arrivedAt].every((at) => at !== null)).toBe(true);
});

test('milestones use the database clock, so that a server clock that is ahead charges no waiting', async () => {
  const { ride, move } = await buildAccepted(0);
  await move('en_route');
  await move('arrived');
  const started = await withWrongClock(30 * 60_000, () => move('in_progress'));
  const now = new Date().toISOString();

  expect(started.body).toMatchObject({ status: 'in_progress', waiting: null });
  const { history } = await findRide(ride.id);
  expect(history.filter(({ at }) => at > now)).toEqual([]);
});

test('concurrent requests set a milestone once', async () => {
  const { ride, move } = await buildAccepted();
  const replies = await Promise.all([move('en_route'), move('en_route'), move('en_route')]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { history } = await findRide(ride.id);
  expect(history.filter(({ change }) => change === 'en_route')).toHaveLength(1);
});

test('repeating a milestone returns the ride, but no longer once the rider has cancelled it', async () => {
  const { ride, rider, move } = await buildAccepted();
  await move('arrived');
  expect(await move('arrived')).toMatchObject({ status: 200, body: { status: 'accepted' } });
  const cancelled = await as(rider).post(`/api/rides/${ride.id}/cancel`, { expectedFeeCents: 2_000 });
  expect(cancelled.status).toBe(200);

  const reply = await move('arrived');

  expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
});

test('a driver can skip milestones, but cannot set one after a later one', async () => {
  const passed = await buildAccepted();
  expect((await passed.move('arrived')).status).toBe(200);
  expect(await passed.move('en_route')).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });

  const plain = await buildAccepted();
  expect((await plain.move('in_progress')).body).toMatchObject({ status: 'in_progress', enRouteAt: null });
  expect((await plain.move('arrived')).status).toBe(409);
});

test('setting off more than four hours before the pickup needs confirmation', async () => {
  const { ride, move } = await buildAccepted(241);
  const asked = await move('en_route');
  expect(asked).toMatchObject({ status: 409, body: { code: 'TOO_EARLY' } });
  expect((await move('en_route', { confirmEarly: true })).status).toBe(200);
  expect((await findRide(ride.id)).history.at(-1)).toMatchObject({ change: 'en_route', note: 'early' });
});

test.each(['requested', 'in_progress', 'completed', 'cancelled'] as const)(
  'a driver cannot set off for a ride that is %s',
  async (status) => {
    const driver = await buildDriver();
    const ride = await buildRide({ status, driverId: driver.id });
    const reply = await as(driver).patch(`/api/rides/${ride.id}/status`, { status: 'en_route' });
    expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
    expect(await RideModel.findById(ride.id)).toMatchObject({ status, enRouteAt: null });
  },
);

test('a suspended driver cannot set off (even too early) or arrive, but can complete a ride in progress', async () => {
  const { ride, driver, move } = await buildAccepted(40);
  const early = await buildRide({ status: 'accepted', driverId: driver.id, scheduledAt: minutes(6 * 60) });
  await suspendDriver(driver.id, 'Complaints', 'Dana Reyes');

  const refused = [
    await move('en_route'),
    await move('arrived'),
    await as(driver).patch(`/api/rides/${early.id}/status`, { status: 'en_route' }),
  ];
  await RideModel.updateOne({ _id: ride.id }, { status: 'in_progress' });
  const completed = await as(driver).patch(`/api/rides/${ride.id}/complete`, { actualFare: '$233.58' });

  const refusal = { code: 'FORBIDDEN', message: 'Your driver account is suspended. Please call dispatch.' };
  expect(refused.map(({ status, body }) => [status, body])).toEqual(refused.map(() => [403, refusal]));
  expect(await findRide(ride.id)).toMatchObject({
    enRouteAt: null,
    arrivedAt: null,
    version: ride.version + 1,
  });
  expect(await MailModel.exists({ template: 'ride-on-the-way', aboutId: ride.id })).toBeNull();
  expect(completed.body).toMatchObject({ status: 'completed' });
});

test('with an expired document a driver cannot arrive; repeating an earlier milestone still succeeds', async () => {
  const { ride, driver, move } = await buildAccepted();
  expect((await move('en_route')).status).toBe(200);
  const documents = [{ kind: 'license', number: '1', expiresOn: addDays(dateInVegas(new Date()), -1) }];
  await DriverModel.updateOne({ _id: driver.id }, { documents });

  const [again, arrived] = [await move('en_route'), await move('arrived')];

  expect(again.status).toBe(200);
  expect(arrived).toMatchObject({
    status: 409,
    body: { code: 'DOCUMENT_EXPIRED', message: 'Your license has expired.' },
  });
  expect(await findRide(ride.id)).toMatchObject({ arrivedAt: null });
});
