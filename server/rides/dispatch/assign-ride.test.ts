import { expect, test } from 'vitest';
import { riderRideSchema } from '#common/rides/ride.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { setDuty, suspendDriver } from '../../drivers/edit-driver.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildAdmin, buildDriver, buildRider } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { assign, buildStaff, codeOf, note, rideIn, unassign, undo } from '../../testing/dispatch-by-hand.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { setVehicleState } from '../../vehicles/edit-vehicle.ts';
import { expireUnacceptedRide } from '../cancel/expire-unaccepted-ride.ts';
import { RideModel } from '../ride-model.ts';
import { acceptRide } from './accept-ride.ts';

setUpTestApp();

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

test('a dispatcher gives a ride to a driver, who has it at once; history and audit log say who did it', async () => {
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

test('a driver who has just gone off duty, or has another ride then, is assigned only when that is said', async () => {
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

test.each([
  ['suspended', 'DOES_NOT_FIT', 'This driver is suspended.'],
  ['out of papers', 'DOCUMENT_EXPIRED', 'Their license is valid until 2020-01-01, before this ride.'],
  ['without a vehicle on the road', 'DOES_NOT_FIT', 'None of their vehicles on the road serves'],
  ['with twelve rides', 'TOO_MANY_RIDES', 'They have 12 rides ahead.'],
] as const)('nobody %s is assigned, whatever is said', async (what, code, says) => {
  const staff = await buildStaff();
  const driver = await buildDriver({
    driver:
      what === 'out of papers'
        ? { documents: [{ kind: 'license', number: '1', expiresOn: '2020-01-01' }] }
        : {},
    vehicle: what === 'without a vehicle on the road' ? { state: 'out-of-service' } : {},
  });
  if (what === 'suspended') await suspendDriver(driver.id, 'Complaints');
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

test('only what is paid and has not begun is assigned, and not to who has it', async () => {
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

test('a ride is reassigned: it leaves the list of one driver, and comes onto that of the other', async () => {
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

test('its driver may be given another vehicle for it', async () => {
  const staff = await buildStaff();
  const driver = await buildDriver({ vehicle: null });
  const [first, second] = [
    await buildVehicle({ driverIds: [driver.id], seats: 20 }),
    await buildVehicle({ driverIds: [driver.id], label: 'White Lucid Air' }),
  ];
  const accepted = await acceptRide((await buildRide()).id, driver.id);
  await setVehicleState(first.id, 'out-of-service');

  const given = rideIn(await assign(staff, accepted, driver, { vehicleId: second.id }));

  expect(accepted.vehicleId).toBe(first.id);
  expect(given).toMatchObject({ driverId: driver.id, vehicleId: second.id });
  expect(given.driver?.vehicle).toMatch(/^White Lucid Air/);
});

test('in another vehicle its driver is as far as they were; another driver has yet to set off', async () => {
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

test('a ride taken from its driver is offered again, and its rider waits for one again', async () => {
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

test('a ride that nobody else could accept in time is not taken from its driver', async () => {
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

test('riders and drivers may do none of this', async () => {
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
