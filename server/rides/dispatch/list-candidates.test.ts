import { Types } from 'mongoose';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Candidate } from '#common/rides/dispatch-api.ts';
import {
  ASSIGNED_AHEAD_HOURS,
  dispatchDaySchema,
  listAssignedRides,
  listCandidates as listCall,
} from '#common/rides/dispatch-api.ts';
import { toInstant } from '#common/time.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { suspendDriver } from '../../drivers/suspend-driver.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver } from '../../testing/build-user.ts';
import { inHours } from '../../testing/in-hours.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { UserModel } from '../../users/user-model.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { listCandidates } from './list-candidates.ts';

setUpTestApp();

beforeEach(async () => {
  await Promise.all([DriverModel.deleteMany({}), RideModel.deleteMany({}), VehicleModel.deleteMany({})]);
});

const HOUR_MS = 3_600_000;

async function candidatesFor({ id }: RideRecord): Promise<Candidate[]> {
  const { status, body } = await as(await buildDispatcher()).get(`/api/ops/rides/${id}/candidates`);
  expect(status, JSON.stringify(body)).toBe(200);
  return listCall.reply.parse(body).candidates;
}

test('candidates who fit come first, then those who nearly fit, then the others, with their reasons', async () => {
  const at = new Date('2031-01-15T20:00:00Z');
  const ride = await buildRide({ scheduledAt: at, scheduledDate: '2031-01-15', preferredColor: 'black' });
  const later = (hours: number) => new Date(at.getTime() + hours * HOUR_MS);

  await buildDriver({ name: 'Zoe Fits' });
  await buildDriver({ name: 'Amy Fits' });
  await buildDriver({ name: 'Olaf Off', driver: { isOnDuty: false } });
  const busy = await buildDriver({ name: 'Bea Busy' });
  const near = { status: 'accepted', driverId: busy.id, hours: 1 } as const;
  const overlapping = await buildRide({ ...near, scheduledAt: later(2) });
  const soonAfter = await buildRide({ ...near, scheduledAt: later(4.5) });
  await buildRide({ ...near, scheduledAt: later(5.5) });
  await buildDriver({ name: 'Walt White', vehicle: { paint: 'white' } });
  await buildDriver({ name: 'Nick None', vehicle: null });
  await buildDriver({
    name: 'Pat Paper',
    driver: { documents: [{ kind: 'license', number: '1', expiresOn: '2031-01-14' }] },
  });
  const suspended = await buildDriver({ name: 'Sue Suspended' });
  await suspendDriver(suspended.id, 'Complaints', 'Dana Reyes');
  await buildDriver({ name: 'Viv Van', vehicle: { state: 'out-of-service' } });
  const full = await buildDriver({ name: 'Fay Full' });
  for (let index = 0; index < 12; index += 1) {
    await buildRide({ status: 'accepted', driverId: full.id, scheduledAt: later(100 + 10 * index) });
  }

  const candidates = await candidatesFor(ride);

  expect(candidates.map(({ name, fit, reason }) => [name, fit, reason])).toEqual([
    ['Amy Fits', 'fits', null],
    ['Zoe Fits', 'fits', null],
    ['Bea Busy', 'nearly', 'Overlaps Bellagio to Allegiant Stadium at 2:00 PM.'],
    ['Olaf Off', 'nearly', 'Off duty.'],
    ['Walt White', 'nearly', 'Comes in white, not in black.'],
    ['Fay Full', 'no', 'They have 12 rides ahead.'],
    ['Nick None', 'no', 'None of their vehicles on the road serves Lux Sedan rides.'],
    ['Pat Paper', 'no', 'Their license is valid until Tue 14 Jan 2031, before this ride.'],
    ['Sue Suspended', 'no', 'This driver is suspended.'],
    ['Viv Van', 'no', 'None of their vehicles on the road serves Lux Sedan rides.'],
  ]);
  const bea = candidates.find(({ name }) => name === 'Bea Busy');
  expect(bea).toMatchObject({ driverId: busy.id, isOnDuty: true, phone: '(702) 555-0102' });
  expect(bea?.vehicle?.name).toMatch(/^Black Cadillac Escalade, NV /);
  expect(bea?.rides).toEqual([
    {
      id: overlapping.id,
      from: later(2).toISOString(),
      until: later(3).toISOString(),
      place: 'Bellagio',
    },
    expect.objectContaining({ id: soonAfter.id }),
  ]);
});

test('the ride’s current driver does not fit as a candidate, and the ride does not overlap itself', async () => {
  const driver = await buildDriver();
  const ride = await buildRide({ status: 'accepted', driverId: driver.id });

  expect(await candidatesFor(ride)).toMatchObject([{ fit: 'no', reason: 'Has this ride.', rides: [] }]);
});

test('listing five hundred candidates with a thousand rides takes one query per collection', async () => {
  const ride = await buildRide();
  const user = await buildDriver();
  await buildRide({ status: 'accepted', driverId: user.id, scheduledAt: new Date('2031-01-15T20:00:00Z') });
  const ids = Array.from({ length: 499 }, () => new Types.ObjectId());
  const [account, driver, vehicle, accepted] = await Promise.all([
    UserModel.findById(user.id).lean().orFail(),
    DriverModel.findById(user.id).lean().orFail(),
    VehicleModel.findOne({ driverIds: user.id }).lean().orFail(),
    RideModel.findOne({ driverId: user.id }).lean().orFail(),
  ]);
  const rides = [1, 2].flatMap(() =>
    ids.map((id) => ({ ...accepted, _id: new Types.ObjectId(), driverId: id.toHexString() })),
  );
  await Promise.all([
    UserModel.collection.insertMany(ids.map((id) => ({ ...account, _id: id, email: `${id}@example.com` }))),
    DriverModel.collection.insertMany(ids.map((id) => ({ ...driver, _id: id }))),
    VehicleModel.collection.insertMany(
      ids.map((id) => ({ ...vehicle, _id: id, plate: `NV ${id}`, driverIds: [id.toHexString()] })),
    ),
    RideModel.collection.insertMany(rides),
  ]);
  const finds = [RideModel, DriverModel, UserModel, VehicleModel].map((model) => vi.spyOn(model, 'find'));

  const candidates = await listCandidates(ride.id);

  expect(finds.map((find) => find.mock.calls.length)).toEqual([1, 1, 1, 1]);
  expect(candidates).toHaveLength(500);
  expect(candidates.every(({ fit, vehicle }) => fit === 'fits' && vehicle !== null)).toBe(true);
});

test('the dispatch day has every ride, except cancelled ones, whose planned time touches it, and all drivers', async () => {
  const vegas = (day: string, time: string) => {
    const at = toInstant(day, time);
    if (!at) throw new Error('no such instant');
    return { scheduledDate: day, scheduledTime: time, scheduledAt: at };
  };
  const driver = await buildDriver({ name: 'Dee Driver' });
  await buildDriver({ name: 'Abe Driver', driver: { isOnDuty: false }, vehicle: null });
  const yesterday = '2031-03-08';
  // The day of the change to daylight saving time has 23 hours.
  const day = '2031-03-09';
  await buildRide({ ...vegas(yesterday, '20:00'), hours: 4 });
  const untilAfterMidnight = await buildRide({ ...vegas(yesterday, '22:00'), hours: 3 });
  const first = await buildRide({ ...vegas(day, '00:00'), status: 'completed' });
  await buildRide({ ...vegas(day, '12:00'), status: 'cancelled' });
  const last = await buildRide({ ...vegas(day, '23:30'), status: 'accepted', driverId: driver.id });
  await buildRide(vegas('2031-03-10', '00:00'));

  const { body } = await as(await buildDispatcher()).get(`/api/ops/day?date=${day}`);
  const { drivers, rides } = dispatchDaySchema.parse(body);

  expect(rides.map(({ id }) => id)).toEqual([untilAfterMidnight.id, first.id, last.id]);
  expect(drivers).toEqual([
    expect.objectContaining({ name: 'Abe Driver', isOnDuty: false, state: 'active', vehicles: [] }),
    expect.objectContaining({
      id: driver.id,
      name: 'Dee Driver',
      vehicles: [expect.stringMatching(/^Black Cadillac Escalade, NV /)],
    }),
  ]);
  expect((await as(await buildDispatcher()).get('/api/ops/day?date=2031-02-30')).status).toBe(400);
});

test('what drivers are doing is the rides in progress and those accepted for the coming hours, with their ends', async () => {
  const driver = await buildDriver();
  const own = { driverId: driver.id, hours: 3 };
  const driven = await buildRide({ ...own, status: 'in_progress', scheduledAt: inHours(-2) });
  const late = await buildRide({ ...own, status: 'accepted', scheduledAt: inHours(-0.1) });
  const last = inHours(ASSIGNED_AHEAD_HOURS - 1);
  const next = await buildRide({
    ...own,
    status: 'accepted',
    scheduledAt: last,
    hours: null,
    stops: ['Wynn'],
  });
  await buildRide({ ...own, status: 'accepted', scheduledAt: inHours(ASSIGNED_AHEAD_HOURS + 1) });
  await buildRide({ ...own, status: 'completed', scheduledAt: inHours(-4) });
  await buildRide({ scheduledAt: inHours(1) });
  const find = vi.spyOn(RideModel, 'find');

  const { body } = await as(await buildDispatcher()).get('/api/ops/assigned-rides');

  const { rides } = listAssignedRides.reply.parse(body);
  expect(rides.map(({ id }) => id)).toEqual([driven.id, late.id, next.id]);
  expect(rides.map(({ status, enRouteAt }) => [status, enRouteAt])).toEqual([
    ['in_progress', null],
    ['accepted', null],
    ['accepted', null],
  ]);
  const startedAt = driven.history.findLast(({ change }) => change === 'in_progress')?.at ?? '';
  expect(rides[0]).toMatchObject({
    driverId: driver.id,
    version: driven.version,
    endsAt: new Date(Date.parse(startedAt) + 3 * HOUR_MS).toISOString(),
  });
  expect(rides[2]?.endsAt).toBe(new Date(last.getTime() + HOUR_MS).toISOString());
  expect(find).toHaveBeenCalledTimes(1);
});
