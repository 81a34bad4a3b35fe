import { expect, test } from 'vitest';
import { type FleetVehicle, fleetVehicleSchema } from '#common/vehicles/vehicle.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { findPerson } from '../personal-data/find-person.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
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

test('an admin records a vehicle: its plate in capitals, on the road, written to the log', async () => {
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

test('a plate is recorded once', async () => {
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

test('of two who change one vehicle the second is told', async () => {
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

test('a conflict over a vehicle names who changed it last, and nobody where a deleted account was taken out of it', async () => {
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

test('a vehicle out of service names the rides that now need another; back, it needs none', async () => {
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

test('a dispatcher sees the fleet, and changes nothing of it', async () => {
  const [dispatcher, vehicle] = [await buildDispatcher(), await buildVehicle()];

  const list = await as(dispatcher).get('/api/ops/vehicles');
  const edit = await as(dispatcher).patch(`/api/ops/vehicles/${vehicle.id}`, { version: 1, seats: 50 });

  expect(JSON.stringify(list.body)).toContain(vehicle.id);
  expect(edit.status).toBe(403);
});
