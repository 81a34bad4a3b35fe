import { expect, test } from 'vitest';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { setDuty } from '../../drivers/edit-driver.ts';
import { suspendDriver } from '../../drivers/suspend-driver.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { assign, buildStaff, codeOf, note, rideIn, unassign, undo } from '../../testing/dispatch-by-hand.ts';
import { inHours } from '../../testing/in-hours.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { setVehicleState } from '../../vehicles/edit-vehicle.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { acceptRide } from './accept-ride.ts';
import { reachMilestone } from './drive-ride.ts';

setUpTestApp();

test('an assigned driver sees the ride at once, and history and audit log name the dispatcher', async () => {
  const [staff, sam, other] = [
    await buildStaff(),
    await buildDriver({ name: 'Sam Ortiz' }),
    await buildDriver(),
  ];
  const ride = await buildRide();
  const [phone, others, board] = [
    await connectSocket(sam),
    await connectSocket(other),
    await connectSocket(staff),
  ];
  await others.socket.timeout(5_000).emitWithAck('offers:watch');
  await board.socket.timeout(5_000).emitWithAck('ops:watch');

  const given = rideIn(await assign(staff, ride, sam));

  expect(given).toMatchObject({ status: 'accepted', driverId: sam.id, driver: { firstName: 'Sam' } });
  expect(given.history.at(-1)).toMatchObject({
    change: 'accepted',
    by: { role: 'dispatcher', id: staff.id, name: 'Dana Reyes', address: expect.any(String) },
    assigned: { driverId: sam.id, name: 'Sam Ortiz', vehicleId: given.vehicleId },
  });
  expect(await phone.next('ride:changed')).toMatchObject([{ id: ride.id, status: 'accepted' }]);
  expect(await others.next('offer:removed')).toMatchObject([{ id: ride.id, reason: 'accepted' }]);
  expect(await board.next('board:changed')).toMatchObject([{ id: ride.id, driverId: sam.id }]);
  expect(await AuditModel.findOne({ action: 'ride assigned', 'subject.id': ride.id }).lean()).toMatchObject({
    actor: { id: staff.id },
    before: { status: 'requested', driverId: null, vehicle: null },
    after: { status: 'accepted', driverId: sam.id, driver: 'Sam', vehicle: given.driver?.vehicle },
  });
  expect(await DriverModel.findById(sam.id)).toMatchObject({ claims: [] });
});

test('assigning a driver who is off duty or has an overlapping ride needs the dispatcher’s confirmation', async () => {
  const staff = await buildStaff();
  const driver = await buildDriver();
  const ride = await buildRide();
  await setDuty(driver.id, false);

  expect(await assign(staff, ride, driver)).toMatchObject({
    status: 409,
    body: { code: 'OFF_DUTY', message: 'Off duty.' },
  });
  rideIn(await assign(staff, ride, driver, { allowNearly: true }));

  const second = await buildRide();
  const refused = await assign(staff, second, driver);
  expect(codeOf(refused)).toEqual([409, 'RIDE_OVERLAPS']);
  expect(Object(refused.body).message).toMatch(/^Overlaps Bellagio to Allegiant Stadium at .+\. Off duty\.$/);
  const given = rideIn(await assign(staff, second, driver, { allowNearly: true }));
  expect(given.history.at(-1)).toMatchObject({ note: 'overlap' });
});

test('a confirmation does not cover what has arisen since, such as an overlap with a ride assigned meanwhile', async () => {
  const [staff, driver] = [await buildStaff(), await buildDriver()];
  const [ride, other] = [await buildRide(), await buildRide()];
  await setDuty(driver.id, false);
  const confirmed = { allowNearly: true, confirmedReason: 'Off duty.' };
  rideIn(await assign(staff, other, driver, confirmed));

  const refused = await assign(staff, ride, driver, confirmed);

  const reason = expect.stringMatching(/^Overlaps .+ Off duty\.$/);
  expect(refused).toMatchObject({ status: 409, body: { code: 'RIDE_OVERLAPS', message: reason } });
  await setDuty(driver.id, true);
  const confirmedReason = Object(refused.body).message;
  rideIn(await assign(staff, ride, driver, { allowNearly: true, confirmedReason }));
});

test.each([
  ['suspended', 'DOES_NOT_FIT', 'This driver is suspended.'],
  ['out of papers', 'DOCUMENT_EXPIRED', 'Their license is valid until Wed 1 Jan 2020, before this ride.'],
  ['without a vehicle on the road', 'DOES_NOT_FIT', 'None of their vehicles on the road serves'],
  ['with twelve rides', 'TOO_MANY_RIDES', 'They have 12 rides ahead.'],
] as const)('a driver %s cannot be assigned, even with confirmation', async (what, code, says) => {
  const staff = await buildStaff();
  const driver = await buildDriver({
    driver:
      what === 'out of papers'
        ? { documents: [{ kind: 'license', number: '1', expiresOn: '2020-01-01' }] }
        : {},
    vehicle: what === 'without a vehicle on the road' ? { state: 'out-of-service' } : {},
  });
  if (what === 'suspended') await suspendDriver(driver.id, 'Complaints', 'Dana Reyes');
  const taken = what === 'with twelve rides' ? 12 : 0;
  for (let index = 0; index < taken; index += 1) {
    await buildRide({ status: 'accepted', driverId: driver.id, scheduledAt: inHours(300 + index * 10) });
  }
  const ride = await buildRide();

  const reply = await assign(staff, ride, driver, { allowNearly: true });

  expect(codeOf(reply)).toEqual([409, code]);
  expect(Object(reply.body).message).toContain(says);
  expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'requested', version: ride.version });
});

test('only a paid ride that has not started can be assigned, and not to its current driver', async () => {
  const [staff, driver] = [await buildStaff(), await buildDriver()];
  const refused = [
    await buildRide({ paymentStatus: 'pending' }),
    await buildRide({ status: 'in_progress' }),
    await buildRide({ status: 'completed' }),
    await buildRide({ status: 'accepted', driverId: driver.id }),
  ];

  for (const ride of refused) {
    expect(codeOf(await assign(staff, ride, driver)), ride.status).toEqual([409, 'RIDE_STATE_CONFLICT']);
  }
});

test('reassigning a ride removes it from the former driver’s list and adds it to the new driver’s', async () => {
  const staff = await buildStaff();
  const [sam, kim] = [await buildDriver({ name: 'Sam Ortiz' }), await buildDriver({ name: 'Kim Park' })];
  const [samsPhone, kimsPhone] = [await connectSocket(sam), await connectSocket(kim)];
  const ride = await buildRide();
  const accepted = await acceptRide(ride.id, sam.id);
  await samsPhone.next('ride:changed');

  const given = rideIn(await assign(staff, accepted, kim));

  expect(given).toMatchObject({ status: 'accepted', driverId: kim.id, driver: { firstName: 'Kim' } });
  expect(given.history.at(-1)).toMatchObject({
    change: 'reassigned',
    assigned: { name: 'Kim Park' },
    former: { driverId: sam.id, name: 'Sam Ortiz', vehicleId: accepted.vehicleId },
  });
  expect(await samsPhone.next('ride:removed')).toEqual([
    { id: ride.id, version: given.version, reason: 'reassigned' },
  ]);
  expect(await kimsPhone.next('ride:changed')).toMatchObject([{ id: ride.id, driverId: kim.id }]);
  expect([samsPhone.unheard('ride:changed'), kimsPhone.unheard('ride:removed')]).toEqual([0, 0]);
  expect((await as(sam).get(`/api/rides/${ride.id}`)).status).toBe(404);
});

test('a dispatcher can give the ride’s current driver another vehicle', async () => {
  const staff = await buildStaff();
  const driver = await buildDriver({ vehicle: null });
  const [first, second] = [
    await buildVehicle({ driverIds: [driver.id], seats: 20 }),
    await buildVehicle({ driverIds: [driver.id], label: 'White Lucid Air' }),
  ];
  const accepted = await acceptRide((await buildRide()).id, driver.id);
  await setVehicleState(first.id, 'out-of-service', 'Dana Reyes');

  const given = rideIn(await assign(staff, accepted, driver, { vehicleId: second.id }));

  expect(accepted.vehicleId).toBe(first.id);
  expect(given).toMatchObject({ driverId: driver.id, vehicleId: second.id });
  expect(given.driver?.vehicle).toMatch(/^White Lucid Air/);
});

test('changing the vehicle keeps the driver’s milestones; assigning another driver clears them', async () => {
  const [staff, other] = [await buildStaff(), await buildDriver()];
  const driver = await buildDriver({ vehicle: null });
  const [first, second] = [
    await buildVehicle({ driverIds: [driver.id] }),
    await buildVehicle({ driverIds: [driver.id] }),
  ];
  const [enRouteAt, arrivedAt] = [inHours(-0.5), inHours(-0.1)];
  const ride = await buildRide({
    status: 'accepted',
    driverId: driver.id,
    vehicleId: first.id,
    scheduledAt: new Date(),
    enRouteAt,
    arrivedAt,
  });

  const given = rideIn(await assign(staff, ride, driver, { vehicleId: second.id }));

  expect(given).toMatchObject({
    vehicleId: second.id,
    enRouteAt: enRouteAt.toISOString(),
    arrivedAt: arrivedAt.toISOString(),
  });
  const others = rideIn(await assign(staff, given, other));
  expect(others).toMatchObject({ enRouteAt: null, arrivedAt: null });
});

test('an assignment or reassignment that is sent again counts as made', async () => {
  const [staff, eli] = [await buildStaff(), await buildStaff('Eli Stone')];
  const [sam, kim] = [await buildDriver({ name: 'Sam Ortiz' }), await buildDriver({ name: 'Kim Park' })];
  const ride = await buildRide();

  const [first, second] = await Promise.all([assign(staff, ride, sam), assign(staff, ride, sam)]);
  const given = rideIn(first);
  expect(rideIn(second)).toEqual(given);
  const { vehicleId } = given;
  expect(rideIn(await assign(staff, ride, sam, { vehicleId }))).toEqual(given);
  expect(codeOf(await assign(eli, ride, sam))).toEqual([409, 'RIDE_CHANGED']);
  expect(codeOf(await assign(staff, ride, kim))).toEqual([409, 'RIDE_CHANGED']);
  expect(codeOf(await assign(staff, ride, sam, { vehicleId: ride.id }))).toEqual([409, 'RIDE_CHANGED']);
  expect(codeOf(await assign(staff, given, sam))).toEqual([409, 'RIDE_STATE_CONFLICT']);

  const kims = rideIn(await assign(staff, given, kim));
  // What keeps a driver from getting a ride does not matter once they have it.
  await suspendDriver(kim.id, 'Complaints', 'Eli Stone');
  expect(rideIn(await assign(staff, given, kim))).toEqual(kims);

  expect(kims.history.map(({ change }) => change)).toEqual(['requested', 'paid', 'accepted', 'reassigned']);
  expect(await findRide(ride.id)).toMatchObject({ version: kims.version, driverId: kim.id });
  for (const action of ['ride assigned', 'ride reassigned']) {
    expect(await AuditModel.countDocuments({ action, 'subject.id': ride.id })).toBe(1);
  }
});

test('an assignment that is sent again counts as made only while its driver has the ride in that vehicle', async () => {
  const [staff, eli] = [await buildStaff(), await buildStaff('Eli Stone')];
  const [sam, kim] = [
    await buildDriver({ name: 'Sam Ortiz', vehicle: null }),
    await buildDriver({ name: 'Kim Park' }),
  ];
  const [one, two] = [
    await buildVehicle({ driverIds: [sam.id] }),
    await buildVehicle({ driverIds: [sam.id] }),
  ];
  const ride = await buildRide();
  const refused = [];

  const given = rideIn(await assign(staff, ride, sam));
  const kims = rideIn(await assign(eli, given, kim));
  refused.push(await assign(staff, ride, sam));
  const samsAgain = rideIn(await undo(eli, kims));
  expect(rideIn(await assign(staff, ride, sam))).toMatchObject({ version: samsAgain.version });
  const vehicleId = given.vehicleId === one.id ? two.id : one.id;
  const inOther = rideIn(await assign(eli, samsAgain, sam, { vehicleId }));
  refused.push(await assign(staff, ride, sam));
  const free = rideIn(await unassign(eli, inOther));
  refused.push(await assign(staff, ride, sam));

  expect(refused.map((reply) => Object(reply.body).message)).toEqual([
    'Reassigned to Kim Park by Eli Stone a moment ago; the board is up to date.',
    expect.stringMatching(/ by Eli Stone a moment ago; the board is up to date\.$/),
    'Unassigned by Eli Stone a moment ago; the board is up to date.',
  ]);
  expect(await findRide(ride.id)).toMatchObject({ version: free.version, status: 'requested' });
});

test('an assignment that is sent again counts as made after a note and after the driver has set off', async () => {
  const [staff, eli, sam] = [await buildStaff(), await buildStaff('Eli Stone'), await buildDriver()];
  const ride = await buildRide({ scheduledAt: inHours(0.2) });
  rideIn(await assign(staff, ride, sam));
  rideIn(await note(eli, ride, 'Call him first'));
  const { version } = await reachMilestone(await findRide(ride.id), 'en_route');

  expect(rideIn(await assign(staff, ride, sam))).toMatchObject({ version, driverId: sam.id });
  expect(await findRide(ride.id)).toMatchObject({ version });
});

test('an assignment that its sender has undone does not count as made', async () => {
  const [staff, sam] = [await buildStaff(), await buildDriver()];
  const ride = await buildRide();
  const open = rideIn(await undo(staff, rideIn(await assign(staff, ride, sam))));

  expect(codeOf(await assign(staff, ride, sam))).toEqual([409, 'RIDE_CHANGED']);
  expect(codeOf(await unassign(staff, { ...open, version: open.version - 1 }))).toEqual([
    409,
    'RIDE_CHANGED',
  ]);
});

test('riders and drivers cannot use the dispatch endpoints', async () => {
  const ride = await buildRide();
  for (const user of [await buildRider(), await buildDriver()]) {
    const replies = [
      await assign(user, ride, user),
      await unassign(user, ride),
      await undo(user, ride),
      await note(user, ride, 'Hello'),
      await as(user).get(`/api/ops/rides/${ride.id}/candidates`),
      await as(user).get('/api/ops/day?date=2030-01-15'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  }
  expect(await RideModel.findById(ride.id)).toMatchObject({ version: ride.version });
});
