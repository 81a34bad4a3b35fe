import { expect, test } from 'vitest';
import { riderRideSchema } from '#common/rides/ride.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { buildStaff, codeOf, note, rideIn, unassign } from '../../testing/dispatch-by-hand.ts';
import { inHours } from '../../testing/in-hours.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { expireUnacceptedRide } from '../cancel/expire-unaccepted-ride.ts';
import { RideModel } from '../ride-model.ts';
import { acceptRide } from './accept-ride.ts';

setUpTestApp();

test('an unassigned ride is offered again, and its rider sees it without a driver', async () => {
  const [staff, rider, sam, kim] = [
    await buildStaff(),
    await buildRider(),
    await buildDriver({ name: 'Sam Ortiz' }),
    await buildDriver(),
  ];
  const ride = await buildRide({ riderId: rider.id });
  const [samsPhone, kimsPhone, ridersPhone] = [
    await connectSocket(sam),
    await connectSocket(kim),
    await connectSocket(rider),
  ];
  await samsPhone.socket.timeout(5_000).emitWithAck('offers:watch');
  await kimsPhone.socket.timeout(5_000).emitWithAck('offers:watch');
  const accepted = await acceptRide(ride.id, sam.id);
  await kimsPhone.next('offer:removed');
  await ridersPhone.next('ride:changed');

  const open = rideIn(await unassign(staff, accepted));

  expect(open).toMatchObject({ status: 'requested', driverId: null, driver: null, vehicleId: null });
  expect(open.history.at(-1)).toMatchObject({
    change: 'unassigned',
    text: 'Flat tire',
    former: { name: 'Sam Ortiz' },
  });
  expect(await kimsPhone.next('offer:added')).toMatchObject([{ id: ride.id, version: open.version }]);
  expect(await samsPhone.next('ride:removed')).toEqual([
    { id: ride.id, version: open.version, reason: 'unassigned' },
  ]);
  const [shown] = await ridersPhone.next('ride:changed');
  expect(riderRideSchema.parse(shown)).toMatchObject({ status: 'requested', driver: null });
  expect(JSON.stringify(shown)).not.toMatch(/Flat tire|Dana/);
  expect(await acceptRide(ride.id, kim.id)).toMatchObject({ driverId: kim.id });
});

test('a ride that is too late, flagged, started or without a driver cannot be unassigned', async () => {
  const [staff, driver] = [await buildStaff(), await buildDriver()];
  const own = { status: 'accepted', driverId: driver.id } as const;
  const late = await buildRide({ ...own, scheduledAt: inHours(-0.51) });
  const inTime = await buildRide({ ...own, scheduledAt: inHours(-0.45) });
  const flagged = await buildRide({ ...own, paymentStatus: 'flagged' });
  const begun = await buildRide({ ...own, status: 'in_progress' });

  for (const ride of [late, flagged, begun, await buildRide()]) {
    expect(codeOf(await unassign(staff, ride)), ride.status).toEqual([409, 'RIDE_STATE_CONFLICT']);
  }
  const open = rideIn(await unassign(staff, inTime));
  await expireUnacceptedRide(open.id);
  expect(await RideModel.findById(open.id)).toMatchObject({ status: 'requested' });
});

test('unassigning that is sent again counts as made, but not for another person or reason', async () => {
  const [staff, eli, sam] = [await buildStaff(), await buildStaff('Eli Stone'), await buildDriver()];
  const accepted = await acceptRide((await buildRide()).id, sam.id);

  const [first, second] = await Promise.all([unassign(staff, accepted), unassign(staff, accepted)]);
  const third = await unassign(staff, accepted);

  const open = rideIn(first);
  expect([second, third].map(rideIn)).toEqual([open, open]);
  expect(open).toMatchObject({ status: 'requested', version: accepted.version + 1 });
  expect(codeOf(await unassign(eli, accepted))).toEqual([409, 'RIDE_CHANGED']);
  expect(codeOf(await unassign(staff, accepted, 'Ill'))).toEqual([409, 'RIDE_CHANGED']);
  expect(codeOf(await unassign(staff, open))).toEqual([409, 'RIDE_STATE_CONFLICT']);
  expect(await RideModel.findById(open.id)).toMatchObject({ version: open.version });
  expect(await AuditModel.countDocuments({ action: 'ride unassigned', 'subject.id': open.id })).toBe(1);
});

test('unassigning that is sent again counts as made after a colleague’s note', async () => {
  const [staff, sam] = [await buildStaff(), await buildDriver()];
  const accepted = await acceptRide((await buildRide()).id, sam.id);
  rideIn(await unassign(staff, accepted));
  const { version } = rideIn(await note(await buildStaff('Eli Stone'), accepted, 'He is ill'));

  expect(rideIn(await unassign(staff, accepted))).toMatchObject({ version, status: 'requested' });
});

test('unassigning does not take the ride from a driver who has accepted it since', async () => {
  const [staff, sam] = [await buildStaff(), await buildDriver()];
  const kim = await buildDriver({ name: 'Kim Park' });
  const accepted = await acceptRide((await buildRide()).id, sam.id);
  const open = rideIn(await unassign(staff, accepted));
  await acceptRide(open.id, kim.id);

  expect(await unassign(staff, accepted)).toMatchObject({
    status: 409,
    body: { message: 'Accepted by Kim Park a moment ago; the board is up to date.' },
  });
  expect(await RideModel.findById(open.id)).toMatchObject({ status: 'accepted', driverId: kim.id });
});
