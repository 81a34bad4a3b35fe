import { expect, test } from 'vitest';
import { type FleetVehicle, fleetVehicleSchema, formatVehicle } from '#common/vehicles/vehicle.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { findPerson } from '../personal-data/find-person.ts';
import { RideModel } from '../rides/ride-model.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { vehiclesData } from './vehicles-data.ts';

setUpTestApp();

const FIELDS = {
  label: 'White Lucid Air',
  rideType: 'ev-lux-sedan',
  alsoServes: ['lux-sedan'],
  seats: 4,
  paint: 'white',
  plate: 'nv 640-eva',
  year: 2024,
  wheelchairLift: false,
  driverIds: [],
  documents: [],
};

const add = (admin: UserRecord, fields: object = {}) =>
  as(admin).post('/api/ops/vehicles', { ...FIELDS, ...fields });

const vehicleIn = (body: unknown): FleetVehicle => fleetVehicleSchema.parse(Object(body).vehicle);

test('an admin can add a vehicle, which is active, has its plate in capitals, and is audited', async () => {
  const admin = await buildAdmin();

  const reply = await add(admin);

  expect(reply.status).toBe(201);
  const vehicle = vehicleIn(reply.body);
  expect(vehicle).toMatchObject({ plate: 'NV 640-EVA', state: 'active', version: 1 });
  expect(await AuditModel.findOne({ 'subject.id': vehicle.id }).lean()).toMatchObject({
    action: 'vehicle added',
    subject: { name: 'White Lucid Air, NV 640-EVA' },
    actor: { role: 'admin' },
  });
});

test('a second vehicle with the same plate is refused', async () => {
  const [admin, vehicle] = [await buildAdmin(), await buildVehicle()];

  const reply = await add(admin, { plate: vehicle.plate });

  expect([reply.status, Object(reply.body).code]).toEqual([409, 'PLATE_TAKEN']);
});

test.each([
  [{ year: 2017 }, 'year', 'Vehicles must be 2018 or newer.'],
  [{ seats: 2 }, 'seats', 'The EV Lux Sedan seats 3; this vehicle seats 2.'],
  [{ alsoServes: ['lux-suv'] }, 'alsoServes', 'The Lux SUV seats 6; this vehicle seats 4.'],
  [{ label: '' }, 'label', 'Please enter what the vehicle is, such as Black Cadillac Escalade.'],
  [{ paint: 'plaid' }, 'paint', 'Please choose a color.'],
])('a vehicle with %o is refused in plain words', async (part, path, message) => {
  const reply = await add(await buildAdmin(), { plate: 'NV 000-BAD', ...part });

  expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ issues: [{ path, message }] })]);
});

test('a new plate and label of a vehicle reach the riders whose rides have it, also in open windows', async () => {
  const [admin, rider, driver] = [await buildAdmin(), await buildRider(), await buildDriver()];
  const vehicle = await buildVehicle({ driverIds: [driver.id] });
  const plate = `${vehicle.plate.slice(0, -1)}Z`;
  const named = { firstName: 'Dee', vehicle: formatVehicle(vehicle) };
  const of = { riderId: rider.id, driverId: driver.id, vehicleId: vehicle.id, driver: named };
  const [accepted, started, over] = [
    await buildRide({ ...of, status: 'accepted' }),
    await buildRide({ ...of, status: 'in_progress' }),
    await buildRide({ ...of, status: 'completed' }),
  ];
  const phone = await connectSocket(rider);

  const reply = await as(admin).patch(`/api/ops/vehicles/${vehicle.id}`, {
    version: vehicle.version,
    label: 'Gray Lucid Air',
    plate,
  });

  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const seen = async ({ id }: { id: string }) => {
    const { driver: shown, history } = Object((await as(rider).get(`/api/rides/${id}`)).body);
    return [shown.vehicle, history.map(({ change }: { change: string }) => change).includes('noted')];
  };
  const renamed = `Gray Lucid Air, ${plate}`;
  expect(await seen(accepted)).toEqual([renamed, false]);
  expect(await seen(started)).toEqual([renamed, false]);
  expect(await seen(over)).toEqual([named.vehicle, false]);
  expect(await phone.next('ride:changed')).toMatchObject([
    { driver: { firstName: 'Dee', vehicle: renamed } },
  ]);
  const { history } = Object(await RideModel.findById(accepted.id).lean());
  expect(history.at(-1)).toMatchObject({
    change: 'noted',
    by: { id: admin.id },
    text: `The vehicle is now named ${renamed}.`,
  });
});

test('of two concurrent changes to a vehicle one is refused, and a stale change names who changed it', async () => {
  const [admin, vehicle] = [await buildAdmin(), await buildVehicle()];
  const edit = (label: string) =>
    as(admin).patch(`/api/ops/vehicles/${vehicle.id}`, { version: vehicle.version, label });

  const replies = await Promise.all([edit('One'), edit('Other')]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const late = await edit('Third');
  expect(late.body).toEqual({
    code: 'VERSION_CONFLICT',
    message: 'Ada Admin changed this vehicle just now. Please look at it again, then save.',
  });
});

test('a conflict over a vehicle names who last changed it, or nobody once a deleted driver was removed from it', async () => {
  const [ada, dana] = [await buildAdmin(), await buildDispatcher({ name: 'Dana Reyes' })];
  const [driver, colleague] = [await buildDriver({ vehicle: null }), await buildDriver({ vehicle: null })];
  const { id } = await buildVehicle({ driverIds: [driver.id, colleague.id] });
  const edit = async (version: number) => {
    const { body } = await as(ada).patch(`/api/ops/vehicles/${id}`, { version, label: 'One' });
    return Object(body).message;
  };
  expect(await edit(1)).toBeUndefined();

  await as(dana).send('PUT', `/api/ops/vehicles/${id}/state`, { state: 'out-of-service' });
  expect(await edit(2)).toContain('Dana Reyes changed this vehicle just now.');
  await vehiclesData.erase(await findPerson(driver.id));
  expect(await edit(3)).toBe('Someone has since changed this vehicle. Please look at it again, then save.');
});

test('taking a vehicle out of service lists its rides ahead, and putting it back lists none', async () => {
  const [dispatcher, driver] = [await buildDispatcher(), await buildDriver()];
  const vehicle = await buildVehicle({ driverIds: [driver.id] });
  const ride = await buildRide({ status: 'accepted', driverId: driver.id, vehicleId: vehicle.id });
  await buildRide({ status: 'completed', driverId: driver.id, vehicleId: vehicle.id });
  const put = (state: string) =>
    as(dispatcher).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, { state });

  const ahead = await as(dispatcher).get(`/api/ops/vehicles/${vehicle.id}/rides`);
  expect(ahead.body).toMatchObject([{ id: ride.id }]);

  const out = await put('out-of-service');
  const back = await put('active');

  expect(out.body).toMatchObject({
    vehicle: { state: 'out-of-service', version: 2 },
    rides: [{ id: ride.id, driverId: driver.id, vehicleId: vehicle.id }],
  });
  expect(back.body).toMatchObject({ vehicle: { state: 'active', version: 3 }, rides: [] });
});

test('of two staff who take a vehicle out of service at the same moment, the audit log names one', async () => {
  const [staff, vehicle] = [[await buildDispatcher(), await buildDispatcher()], await buildVehicle()];

  const replies = await Promise.all(
    staff.map((each) =>
      as(each).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, { state: 'out-of-service' }),
    ),
  );

  expect(replies.map(({ body }) => vehicleIn(body).version)).toEqual([2, 2]);
  expect(await AuditModel.find({ 'subject.id': vehicle.id }).lean()).toMatchObject([
    { action: 'vehicle taken out of service' },
  ]);
});

test('a dispatcher can see the fleet but not change it', async () => {
  const [dispatcher, vehicle] = [await buildDispatcher(), await buildVehicle()];

  const list = await as(dispatcher).get('/api/ops/vehicles');
  const edit = await as(dispatcher).patch(`/api/ops/vehicles/${vehicle.id}`, { version: 1, seats: 50 });

  expect(JSON.stringify(list.body)).toContain(vehicle.id);
  expect(edit.status).toBe(403);
});
