import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, dateInVegas } from '#common/time.ts';
import { CapacityDayModel } from '../../capacity/capacity-model.ts';
import { changeCapacitySetting } from '../../capacity/capacity-setting.ts';
import { redis } from '../../infra/redis.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { bookRide, buildRequest, buildReturnRequest, pay } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { payAndConfirm } from '../../testing/pay-ride.ts';
import { book as bookByPhone, phoneRequest } from '../../testing/phone-booking.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { RideModel } from '../ride-model.ts';
import { MAX_UNPAID_ORDERS } from './unpaid-limit.ts';

setUpTestApp();

const SUV = {
  rideType: 'lux-suv',
  scheduledDate: addDays(dateInVegas(new Date()), 30),
  scheduledTime: '19:00',
} as const;

const send = (rider: UserRecord, key?: string) =>
  as(rider).post(
    '/api/rides',
    buildRequest({ riderId: rider.id, ...SUV }),
    key ? { 'idempotency-key': key } : {},
  );

const countHeld = ({ id: riderId }: UserRecord) =>
  RideModel.countDocuments({ riderId, status: 'requested', paymentStatus: 'pending' });

beforeEach(() => changeCapacitySetting({ isEnforced: true }));
afterEach(async () => {
  await Promise.all([VehicleModel.deleteMany({}), CapacityDayModel.deleteMany({})]);
});

const buildSuvs = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildVehicle({ rideType: 'lux-suv', alsoServes: [] })));

test('a rider with five unpaid bookings is refused another; the last vehicle goes to another rider', async () => {
  await buildSuvs(MAX_UNPAID_ORDERS + 1);
  const [rider, other] = [await buildRider(), await buildRider()];
  for (let booked = 0; booked < MAX_UNPAID_ORDERS; booked += 1) await bookRide(rider, SUV);

  expect(await send(rider)).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_UNPAID', message: 'Pay for or cancel one of your unpaid rides first.' },
  });
  expect((await send(other)).status).toBe(201);
});

test('paying for a booking or cancelling it makes room for another', async () => {
  await buildSuvs(MAX_UNPAID_ORDERS + 2);
  const rider = await buildRider();
  const booked = [];
  for (let made = 0; made < MAX_UNPAID_ORDERS; made += 1) booked.push(await bookRide(rider, SUV));
  const [paid, cancelled] = booked;
  if (!paid || !cancelled) throw new Error('nothing booked');

  await payAndConfirm(paid);
  expect((await send(rider)).status).toBe(201);
  expect((await send(rider)).status).toBe(409);
  const cancel = { expectedFeeCents: 0, expectsUnpaid: true };
  await as(rider).post(`/api/rides/${cancelled.ride.id}/cancel`, cancel);
  expect((await send(rider)).status).toBe(201);
});

test('bookings count as paid when Stripe has the money, even if no worker has recorded it', async () => {
  await buildSuvs(MAX_UNPAID_ORDERS + 1);
  const rider = await buildRider();
  for (let made = 0; made < MAX_UNPAID_ORDERS; made += 1) await pay(await bookRide(rider, SUV));
  expect(await countHeld(rider)).toBe(MAX_UNPAID_ORDERS);

  expect((await send(rider)).status).toBe(201);
  expect(await countHeld(rider)).toBe(1);
});

test('a rider at the limit is refused while Stripe cannot be asked', async () => {
  await buildSuvs(MAX_UNPAID_ORDERS + 1);
  const rider = await buildRider();
  for (let made = 0; made < MAX_UNPAID_ORDERS; made += 1) await bookRide(rider, SUV);
  vi.spyOn(stripe.paymentIntents, 'retrieve').mockRejectedValue(new Error('Stripe is away'));

  expect(await send(rider)).toMatchObject({ status: 409, body: { code: 'TOO_MANY_UNPAID' } });
});

test.each([
  { redisIs: 'in place', isThere: true },
  { redisIs: 'away', isThere: false },
])(
  'of ten concurrent bookings of a rider at most five are held, with Redis $redisIs',
  async ({ isThere }) => {
    await buildSuvs(10);
    const rider = await buildRider();
    await as(rider).signIn();
    if (!isThere) vi.spyOn(redis, 'set').mockRejectedValue(new Error('Redis is away'));

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(rider, `concurrent-${index}`)),
    );

    const made = replies.filter(({ status }) => status === 201).length;
    if (isThere) expect(made).toBe(MAX_UNPAID_ORDERS);
    expect(made).toBeLessThanOrEqual(MAX_UNPAID_ORDERS);
    expect(await countHeld(rider)).toBe(made);
  },
);

test('at the limit, repeating a booking with its idempotency key returns its ride', async () => {
  await buildSuvs(MAX_UNPAID_ORDERS + 1);
  const rider = await buildRider();
  const first = await send(rider, 'the-first-key');
  for (let booked = 1; booked < MAX_UNPAID_ORDERS; booked += 1) await bookRide(rider, SUV);

  const again = await send(rider, 'the-first-key');

  expect(again).toMatchObject({ status: 201, body: first.body });
});

test('a return trip counts as one booking, and bookings by staff do not count', async () => {
  await changeCapacitySetting({ isEnforced: false });
  const rider = await buildRider();
  for (let booked = 1; booked < MAX_UNPAID_ORDERS; booked += 1) {
    const reply = await as(rider).post('/api/rides', buildReturnRequest({ riderId: rider.id }));
    expect(reply.status).toBe(201);
  }
  const request = phoneRequest();
  for (let booked = 0; booked <= MAX_UNPAID_ORDERS; booked += 1) {
    expect((await bookByPhone(request)).status).toBe(201);
  }
  await RideModel.updateMany({ 'charges.kind': 'booking' }, { riderId: rider.id });

  expect((await send(rider)).status).toBe(201);
  expect((await send(rider)).status).toBe(409);
});
