import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import type { RequestRide } from '#common/rides/ride-request.ts';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { CapacityDayModel } from '../../capacity/capacity-model.ts';
import { changeCapacitySetting } from '../../capacity/capacity-setting.ts';
import { addReservation } from '../../capacity/reservations.ts';
import { as } from '../../testing/as.ts';
import { buildRequest, buildReturnRequest } from '../../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildRider } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { edit } from '../../testing/edit-by-rider.ts';
import { newId } from '../../testing/new-id.ts';
import { payAndConfirm } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { prepareWithHolds } from './request-ride.ts';
import { reserveVehicleTime } from './reserve-vehicle-time.ts';

setUpTestApp();

const DATE = addDays(dateInVegas(new Date()), 30);
const TRIP = {
  rideType: 'lux-suv',
  bookingType: 'hourly',
  hours: 2,
  scheduledDate: DATE,
  scheduledTime: '19:00',
} as const;

async function book(overrides: Partial<RequestRide> = {}) {
  const rider = await buildRider();
  const reply = await as(rider).post(
    '/api/rides',
    buildRequest({ riderId: rider.id, ...TRIP, ...overrides }),
  );
  const { code, alternatives } = reply.body as ErrorBody;
  return { status: reply.status, code, alternatives, body: reply.body as { ride: { id: string } } };
}

const buildSuvs = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildVehicle({ rideType: 'lux-suv', alsoServes: [] })));

beforeEach(() => changeCapacitySetting({ isEnforced: true }));
afterEach(async () => {
  await Promise.all([VehicleModel.deleteMany({}), CapacityDayModel.deleteMany({})]);
});

test('of ten concurrent bookings two get the two vehicles; the others get free times and vehicle kinds', async () => {
  await buildSuvs(2);
  await buildVehicle({ rideType: 'limousine-10', alsoServes: [], seats: 10 });

  const replies = await Promise.all(Array.from({ length: 10 }, () => book()));

  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(8).fill(409)]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused?.code).toBe('FULLY_BOOKED');
  // Each ride takes two hours plus a half-hour margin on both sides, so rides are at least three hours apart.
  expect(refused?.alternatives).toEqual({
    times: ['15:30', '16:00', '22:00', '22:30'],
    rideTypes: ['limousine-10'],
  });
});

/** A return trip on one day: there at 6 PM, back at 11 PM. */
const RETURN = {
  rideType: 'lux-suv',
  scheduledDate: DATE,
  scheduledTime: '18:00',
  returnTrip: { scheduledDate: DATE, scheduledTime: '23:00' },
} as const;

/** Two SUVs, both reserved from 8 PM until 10 PM. */
async function buildTakenSuvs() {
  await buildSuvs(2);
  const startMs = Date.parse(`${DATE}T20:00:00-08:00`);
  const span = { startMs, endMs: startMs + 2 * 3_600_000 };
  const booking = { city: 'las-vegas', rideType: 'lux-suv', span, vehicles: 2 } as const;
  for (const key of [newId(), newId()]) expect(await addReservation({ ...booking, key })).toBe(true);
}

test('moving either ride of a return trip suggests only free times that fit the other ride', async () => {
  await buildTakenSuvs();
  const rider = await buildRider();
  const request = buildReturnRequest({ riderId: rider.id, ...RETURN });
  const booked = requestedRideSchema.parse((await as(rider).post('/api/rides', request)).body);
  await payAndConfirm(booked);
  const timesFor = async (id: string | undefined, scheduledTime: string) =>
    ((await edit(rider, id ?? '', { scheduledTime })).body as ErrorBody).alternatives?.times;

  expect(await timesFor(booked.ride.id, '20:00')).toEqual(['16:30', '17:00', '17:30', '18:00']);
  expect(await timesFor(booked.returnRide?.id, '20:30')).toEqual(['23:00', '23:30']);
});

test('a fully booked return trip suggests only free times that fit its other ride', async () => {
  await buildTakenSuvs();
  const rider = await buildRider();
  const prepare = async (scheduledTime: string, backAt: string) => {
    const returnTrip = { scheduledDate: DATE, scheduledTime: backAt };
    const request = buildReturnRequest({ riderId: rider.id, ...RETURN, scheduledTime, returnTrip });
    const { firstRide, returnRide } = await prepareWithHolds(request, null);
    if (!returnRide) throw new Error('no return ride');
    return { firstRide, returnRide };
  };

  const early = await prepare('18:00', '20:30');
  await expect(reserveVehicleTime(early.returnRide, early.firstRide)).rejects.toMatchObject({
    alternatives: { times: ['23:00', '23:30'], isReturn: true },
  });
  const late = await prepare('20:00', '23:00');
  await expect(reserveVehicleTime(late.firstRide, late.returnRide)).rejects.toMatchObject({
    alternatives: { times: ['16:30', '17:00', '17:30', '18:00'] },
  });
});

test('cancelling an unpaid booking releases its vehicle time', async () => {
  await buildSuvs(1);
  const first = await book();
  expect((await book()).status).toBe(409);

  await cancelUnpaidRide(first.body.ride.id);

  expect((await book()).status).toBe(201);
});

test('capacity counts a vehicle that also serves the booked kind, but not a vehicle out of service', async () => {
  await buildVehicle({ rideType: 'limousine-10', alsoServes: ['lux-suv'], seats: 10 });
  await buildVehicle({ rideType: 'lux-suv', alsoServes: [], state: 'out-of-service' });

  expect((await book()).status).toBe(201);
  expect((await book()).status).toBe(409);
});

test('without a capacity limit no booking is refused; enforcing the limit takes effect at once', async () => {
  await buildSuvs(1);
  await changeCapacitySetting({ isEnforced: false });
  expect((await book()).status).toBe(201);
  expect((await book()).status).toBe(201);

  await changeCapacitySetting({ isEnforced: true });
  expect((await book()).status).toBe(409);
});

test('only an admin can change the capacity limit, and the audit log records who did', async () => {
  const [admin, dispatcher] = [await buildAdmin(), await buildDispatcher()];
  const change = (staff: UserRecord, isEnforced: boolean) =>
    as(staff).send('PUT', '/api/ops/capacity', { isEnforced });

  expect((await change(dispatcher, false)).status).toBe(403);
  expect((await as(dispatcher).get('/api/ops/capacity')).body).toEqual({ isEnforced: true });
  expect(await change(admin, false)).toMatchObject({ status: 200, body: { isEnforced: false } });
  expect((await as(dispatcher).get('/api/ops/capacity')).body).toEqual({ isEnforced: false });
  expect(await change(admin, true)).toMatchObject({ status: 200, body: { isEnforced: true } });

  const entries = await AuditModel.find({ 'subject.id': 'capacity' }).sort({ _id: 1 }).lean();
  expect(entries).toMatchObject([
    {
      action: 'bookings no longer limited',
      actor: { role: 'admin', id: admin.id },
      before: { isEnforced: true },
      after: { isEnforced: false },
    },
    {
      action: 'bookings limited',
      actor: { role: 'admin', id: admin.id },
      before: { isEnforced: false },
      after: { isEnforced: true },
    },
  ]);
});
