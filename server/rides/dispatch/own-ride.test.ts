import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listCandidates as listCall } from '#common/rides/dispatch-api.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { env } from '../../env.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver, buildRider, TEST_PASSWORD } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';

setUpTestApp();

beforeEach(async () => {
  await DriverModel.deleteMany({});
});

const accept = (driver: UserRecord, ride: RideRecord) =>
  as(driver).patch(`/api/rides/${ride.id}/status`, { status: 'accepted', driverId: driver.id });

const PHONE = '(702) 555-0144';

test.each([
  [
    'the customer’s email is another alias of the driver’s mailbox',
    { customerEmail: 'casey.both+rides@gmail.com' },
  ],
  ['the customer’s phone number is the driver’s', { customerPhone: '+1 702 555 0144' }],
  ['the passenger’s phone number is the driver’s', { passenger: { name: 'Casey', phone: '702.555.0144' } }],
])('a driver can neither accept nor be assigned a ride if %s', async (_which, booked) => {
  const driver = await buildDriver({ phone: PHONE, email: `casey.both+${randomUUID()}@gmail.com` });
  const ride = await buildRide(booked);

  const reply = await accept(driver, ride);

  expect(reply.status).toBe(409);
  expect(reply.body).toEqual({
    code: 'OWN_RIDE',
    message: 'You cannot drive a ride booked by you or for you.',
  });
  const dispatcher = as(await buildDispatcher());
  const { body } = await dispatcher.get(`/api/ops/rides/${ride.id}/candidates`);
  expect(listCall.reply.parse(body).candidates).toMatchObject([
    { driverId: driver.id, fit: 'no', reason: 'Booked this ride, or it is booked for them.' },
  ]);
  const assigned = await dispatcher.post(`/api/ops/rides/${ride.id}/assign`, {
    version: ride.version,
    driverId: driver.id,
    allowNearly: true,
  });
  expect([assigned.status, Object(assigned.body).code]).toEqual([409, 'OWN_RIDE']);
  expect(await RideModel.findById(ride.id)).toMatchObject({ driverId: null, version: ride.version });
});

test('a driver cannot accept a ride whose rider’s account has their phone or mailbox', async () => {
  const alias = () => `casey.both+${randomUUID()}@gmail.com`;
  const typed = { customerPhone: '(702) 555-0177', customerEmail: 'somebody@example.com' };
  const byPhone = await buildRide({ riderId: (await buildRider({ phone: PHONE })).id, ...typed });
  const byMailbox = await buildRide({ riderId: (await buildRider({ email: alias() })).id, ...typed });

  const replies = [
    await accept(await buildDriver({ phone: PHONE }), byPhone),
    await accept(await buildDriver({ email: alias() }), byMailbox),
  ];

  expect(replies.map(({ body }) => Object(body).code)).toEqual(['OWN_RIDE', 'OWN_RIDE']);
});

test.each([
  ['is refused outside demo mode', false, 409],
  ['succeeds in demo mode, so that one person can try both roles', true, 200],
])('accepting a ride in a session in which its rider is signed in too %s', async (_what, isDemo, status) => {
  const { DEMO_MODE } = env;
  onTestFinished(() => {
    env.DEMO_MODE = DEMO_MODE;
  });
  env.DEMO_MODE = isDemo;
  const rider = await buildRider();
  const driver = await buildDriver();
  const ride = await buildRide({ riderId: rider.id });
  const both = as(rider);
  await both.signIn();
  await both.post('/api/session', { email: driver.email, password: TEST_PASSWORD, beside: true });

  const reply = await both.patch(`/api/rides/${ride.id}/status`, {
    status: 'accepted',
    driverId: driver.id,
  });

  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
});
