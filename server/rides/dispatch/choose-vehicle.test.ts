import { beforeEach, expect, test } from 'vitest';
import { listCandidates as listCall } from '#common/rides/dispatch-api.ts';
import { driverRideSchema } from '#common/rides/ride.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { assign, buildStaff, codeOf, rideIn, unassign, undo } from '../../testing/dispatch-by-hand.ts';
import { newId } from '../../testing/new-id.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';

setUpTestApp();

beforeEach(async () => {
  await Promise.all([DriverModel.deleteMany({}), VehicleModel.deleteMany({})]);
});

const HOUR_MS = 3_600_000;
/** 7:00 PM in Las Vegas. */
const AT = new Date('2031-01-16T03:00:00Z');
const laterBy = (hours: number) => new Date(AT.getTime() + hours * HOUR_MS);
const build = (overrides: Partial<RideDoc> = {}) => buildRide({ scheduledAt: AT, hours: 3, ...overrides });

const accept = (driver: UserRecord, ride: RideRecord, options: object = {}) =>
  as(driver).patch(`/api/rides/${ride.id}/status`, {
    status: 'accepted',
    driverId: driver.id,
    ...options,
  });

/** Two drivers who share one vehicle. */
async function buildSharers() {
  const [nora, luis] = [
    await buildDriver({ name: 'Nora Whitfield', vehicle: null }),
    await buildDriver({ name: 'Luis Romero', vehicle: null }),
  ];
  const vehicle = await buildVehicle({ driverIds: [nora.id, luis.id] });
  await Promise.all([as(nora).signIn(), as(luis).signIn()]);
  return { nora, luis, vehicle };
}

const expectNoClaims = async () => {
  expect(await DriverModel.countDocuments({ 'claims.0': { $exists: true } })).toBe(0);
  expect(await VehicleModel.countDocuments({ 'claims.0': { $exists: true } })).toBe(0);
};

test('accepting in a vehicle in use needs confirmation, and the refusal does not name the other rider', async () => {
  const { nora, luis, vehicle } = await buildSharers();
  const [first, second] = [await build(), await build({ scheduledAt: laterBy(1) })];
  expect((await accept(luis, first)).status).toBe(200);

  const refused = await accept(nora, second);
  const accepted = await accept(nora, second, { allowOverlap: true });

  expect(codeOf(refused)).toEqual([409, 'VEHICLE_IN_USE']);
  expect(Object(refused.body).message).toBe(
    `Black Cadillac Escalade, ${vehicle.plate} is with Luis from 7:00 PM until 10:00 PM.`,
  );
  expect(driverRideSchema.parse(accepted.body).history.at(-1)).toMatchObject({
    change: 'accepted',
    note: 'overlap',
  });
  expect(await RideModel.findById(second.id)).toMatchObject({ vehicleId: vehicle.id });
  await expectNoClaims();
});

test.each([
  ['overlap', 3.2, 409],
  ['leave a quarter of an hour between them', 3.25, 200],
])(
  'rides of two drivers in one vehicle need 15 minutes between them: two rides that %s',
  async (_what, hours, status) => {
    const { nora, luis } = await buildSharers();
    await accept(luis, await build());

    expect((await accept(nora, await build({ scheduledAt: laterBy(hours) }))).status).toBe(status);
  },
);

test('an overlap with the driver’s own ride and one with the vehicle’s ride are reported together', async () => {
  const { nora, luis } = await buildSharers();
  await accept(luis, await build());
  await accept(nora, await build(), { allowOverlap: true });

  const refused = await accept(nora, await build());

  expect(codeOf(refused)).toEqual([409, 'RIDE_OVERLAPS']);
  expect(Object(refused.body).message).toMatch(/^This overlaps Bellagio .+ is with Luis from 7:00 PM/);
});

/**
 * Stores claims on a vehicle, as if these drivers were being given the ride at this moment, in this order.
 */
async function claimFor(vehicleId: string, ride: RideRecord, drivers: readonly UserRecord[]) {
  const claims = drivers.map(({ id: driverId }) => ({
    id: newId(),
    driverId,
    rideId: ride.id,
    at: new Date(),
  }));
  await VehicleModel.updateOne({ _id: vehicleId }, { $set: { claims } });
}

test('a driver cannot accept in a vehicle that is claimed for another ride, even if also claimed for themselves', async () => {
  const { nora, luis, vehicle } = await buildSharers();
  await claimFor(vehicle.id, await build(), [luis, nora]);

  expect(codeOf(await accept(nora, await build()))).toEqual([409, 'VEHICLE_IN_USE']);
});

test('a vehicle stays in use by its ride’s driver while the ride is being given to another driver', async () => {
  const { nora, luis, vehicle } = await buildSharers();
  const ride = await build({ status: 'accepted', driverId: luis.id, vehicleId: vehicle.id });
  await claimFor(vehicle.id, ride, [nora]);

  expect(codeOf(await accept(nora, await build()))).toEqual([409, 'VEHICLE_IN_USE']);
});

test.each(['completed', 'cancelled'] as const)(
  'a ride that is %s does not block its vehicle',
  async (status) => {
    const { nora, luis, vehicle } = await buildSharers();
    await build({ status, driverId: luis.id, vehicleId: vehicle.id });

    expect((await accept(nora, await build())).status).toBe(200);
  },
);

test('unassigning a ride frees its vehicle', async () => {
  const { nora, luis } = await buildSharers();
  const [first, second] = [await build(), await build()];
  const staff = await buildStaff();
  const given = rideIn(await assign(staff, first, luis));

  expect((await accept(nora, second)).status).toBe(409);
  rideIn(await unassign(staff, given));
  expect((await accept(nora, second)).status).toBe(200);
});

test('a driver gets the best free vehicle by default; a named vehicle in use is refused, not replaced', async () => {
  const { nora, luis, vehicle } = await buildSharers();
  const larger = await buildVehicle({ seats: 90, driverIds: [nora.id] });
  const large = await buildVehicle({ seats: 60, driverIds: [nora.id] });
  await accept(luis, await build());
  const [best, named] = [await build(), await build()];

  expect(codeOf(await accept(nora, named, { vehicleId: vehicle.id }))).toEqual([409, 'VEHICLE_IN_USE']);
  expect((await accept(nora, best)).status).toBe(200);

  expect(await RideModel.findById(best.id)).toMatchObject({ vehicleId: large.id });
  expect(larger.id).not.toBe(large.id);
});

test('an overlap with the driver’s own ride in the same vehicle is reported only as the driver’s overlap', async () => {
  const { nora } = await buildSharers();
  await accept(nora, await build());

  expect(codeOf(await accept(nora, await build()))).toEqual([409, 'RIDE_OVERLAPS']);
});

/** Races may end either way, so each runs thirty times, ten per test. */
const TENS = ['first', 'second', 'third'];

test.each(TENS)(
  'of two drivers who accept concurrently in one vehicle, one gets VEHICLE_IN_USE: the %s ten times',
  async () => {
    const { nora, luis } = await buildSharers();
    for (let time = 0; time < 10; time += 1) {
      await RideModel.deleteMany({});
      const rides = [await build(), await build()] as const;

      const replies = await Promise.all([accept(nora, rides[0]), accept(luis, rides[1])]);

      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(codeOf(replies.find(({ status }) => status === 409) ?? replies[0])).toEqual([
        409,
        'VEHICLE_IN_USE',
      ]);
      await expectNoClaims();
    }
  },
);

test.each(TENS)(
  'two drivers who accept concurrently and share two vehicles get one vehicle each: the %s ten times',
  async () => {
    const { nora, luis } = await buildSharers();
    await buildVehicle({ driverIds: [nora.id, luis.id] });
    for (let time = 0; time < 10; time += 1) {
      await RideModel.deleteMany({});
      const rides = [await build(), await build()] as const;

      const replies = await Promise.all([accept(nora, rides[0]), accept(luis, rides[1])]);

      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const taken = await RideModel.find({ status: 'accepted' }).lean();
      expect(new Set(taken.map(({ vehicleId }) => vehicleId)).size).toBe(2);
    }
  },
);

test.each([
  [50, 409],
  [61, 200],
])(
  'if a crash left a claim on a vehicle %i seconds ago, an accept in it is answered with %i',
  async (seconds, status) => {
    const { nora, luis, vehicle } = await buildSharers();
    const [ride, other] = [await build(), await build()];
    const at = new Date(Date.now() - seconds * 1_000);
    const left = { id: 'f'.repeat(24), driverId: luis.id, rideId: other.id, at };
    await VehicleModel.updateOne({ _id: vehicle.id }, { $set: { claims: [left] } });

    expect((await accept(nora, ride)).status).toBe(status);
  },
);

test.each(TENS)(
  'a concurrent assign and accept never share a vehicle without confirmation: the %s ten times',
  async () => {
    const { nora, luis } = await buildSharers();
    const staff = await buildStaff();
    for (let time = 0; time < 10; time += 1) {
      await RideModel.deleteMany({});
      const rides = [await build(), await build()] as const;

      const replies = await Promise.all([assign(staff, rides[0], nora), accept(luis, rides[1])]);

      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  },
);

test('assigning a vehicle in use is refused naming its driver, until the dispatcher confirms it', async () => {
  const { nora, luis, vehicle } = await buildSharers();
  const staff = await buildStaff();
  await accept(luis, await build());
  const ride = await build();

  const refused = await assign(staff, ride, nora);
  const given = rideIn(await assign(staff, ride, nora, { allowNearly: true }));

  expect(codeOf(refused)).toEqual([409, 'VEHICLE_IN_USE']);
  expect(Object(refused.body).message).toBe(
    `Black Cadillac Escalade, ${vehicle.plate} is with Luis Romero from 7:00 PM until 10:00 PM.`,
  );
  expect(given.vehicleId).toBe(vehicle.id);
  expect(given.history.at(-1)).toMatchObject({ change: 'accepted', note: 'overlap' });
});

test('an assign without a named vehicle chooses a free one', async () => {
  const { nora, luis } = await buildSharers();
  const spare = await buildVehicle({ seats: 60, driverIds: [nora.id] });
  await accept(luis, await build());

  const given = rideIn(await assign(await buildStaff(), await build(), nora));

  expect(given.vehicleId).toBe(spare.id);
});

test('undoing an unassignment is refused once another driver has the vehicle', async () => {
  const { nora, luis } = await buildSharers();
  const staff = await buildStaff();
  const [ride, other] = [await build(), await build()];
  const given = rideIn(await assign(staff, ride, nora));
  const open = rideIn(await unassign(staff, given));
  await accept(luis, other);

  expect(codeOf(await undo(staff, open))).toEqual([409, 'VEHICLE_IN_USE']);
});

test('a candidate with a free vehicle fits; a candidate whose only vehicle is in use nearly fits', async () => {
  const { nora, luis, vehicle } = await buildSharers();
  const olaf = await buildDriver({ name: 'Olaf Spare', vehicle: null });
  await VehicleModel.updateOne({ _id: vehicle.id }, { $set: { driverIds: [nora.id, luis.id, olaf.id] } });
  const spare = await buildVehicle({ seats: 60, driverIds: [olaf.id] });
  await accept(luis, await build());
  const [ride, muchLater] = [await build(), await build({ scheduledAt: laterBy(6) })];
  const candidatesFor = async ({ id }: RideRecord) => {
    const { body } = await as(await buildDispatcher()).get(`/api/ops/rides/${id}/candidates`);
    return listCall.reply.parse(body).candidates;
  };

  expect(
    (await candidatesFor(ride)).map(({ name, fit, reason, vehicle: comes }) => [
      name,
      fit,
      reason,
      comes?.id,
    ]),
  ).toEqual([
    ['Olaf Spare', 'fits', null, spare.id],
    ['Luis Romero', 'nearly', 'Overlaps Bellagio to Allegiant Stadium at 7:00 PM.', vehicle.id],
    [
      'Nora Whitfield',
      'nearly',
      `Black Cadillac Escalade, ${vehicle.plate} is with Luis Romero from 7:00 PM until 10:00 PM.`,
      vehicle.id,
    ],
  ]);
  expect((await candidatesFor(muchLater)).map(({ fit }) => fit)).toEqual(['fits', 'fits', 'fits']);
});
