import { expect, test } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { EditChanges } from '#common/rides/edit-api.ts';
import { addDays } from '#common/time.ts';
import { as } from '../../testing/as.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { scheduleRatesAs } from '../../testing/build-rates.ts';
import { buildRide, comingDay } from '../../testing/build-ride.ts';
import { buildAdmin, buildDriver, buildRider } from '../../testing/build-user.ts';
import { chargeIn, edit, FOUR_HOURS, quote, THREE_HOURS } from '../../testing/edit-by-rider.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { bookPaidRide, findRideDifferences, payBack } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { travelTo } from '../../testing/travel-to.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { findRide } from '../ride-queries.ts';
import { editRide } from './edit-ride.ts';

setUpTestApp();

test('a driver can accept an edited ride only at its current revision', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  await edit(rider, id, { scheduledTime: '19:00' });
  const path = `/api/rides/${id}/status`;
  const seen = { status: 'accepted', driverId: driver.id, revision: 0 };
  expect(await as(driver).patch(path, seen)).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await as(driver).patch(path, { ...seen, revision: 1 })).toMatchObject({ status: 200 });
});

test('an edit recalculates the promo discount, and drops it below the minimum hours of the promo', async () => {
  const rider = await buildRider();
  const promo = await buildPromo({ percent: 10, amountCents: null, minimumHours: 3 });
  const { id, fare } = await bookPaidRide(rider, { promoCodeId: promo.id });
  expect(fare.promoCents).toBe(2_336);
  expect((await quote(rider, id, { hours: 4 })).fare.promoCents).toBe(3_075);
  expect((await quote(rider, id, { hours: 2 })).fare.promoCents).toBe(0);
});

test('a weekday promo code gives no discount while a ride is on another day, and applies again once moved back', async () => {
  const rider = await buildRider();
  const promo = await buildPromo({ amountCents: 2_500, weekdays: [2] });
  const { id, fare } = await bookPaidRide(rider, { promoCodeId: promo.id });
  const [tuesday, wednesday, thursday] = [0, 1, 2].map((days) => addDays(comingDay(2), days));
  expect(fare.promoCents).toBe(2_500);

  const moved = await quote(rider, id, { scheduledDate: wednesday });
  expect(moved).toMatchObject({ dueCents: 2_500, fare: { promoCents: 0, fareCents: THREE_HOURS } });
  const chargeId = chargeIn(await edit(rider, id, { scheduledDate: wednesday }));
  await payAtStripe(await openCharge(rider, id, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');

  expect(await quote(rider, id, { scheduledDate: thursday })).toMatchObject({ dueCents: 0, toCardCents: 0 });
  await edit(rider, id, { scheduledDate: tuesday });
  expect((await findRide(id)).fare).toMatchObject({ promoCents: 2_500, fareCents: THREE_HOURS - 2_500 });
  await payBack(id);
  expect(await findRideDifferences()).toEqual([]);
});

test('after a driver has accepted, a rider can edit passenger, flight and requests; a stale edit is refused', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  const { version } = await findRide(id);
  await acceptRide(id, driver.id);

  const late = { version, changes: { flightNumber: 'WN 1482' }, expectedFareCents: THREE_HOURS };
  const reply = await as(rider).post(`/api/rides/${id}/edit`, late);
  expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect((reply.body as { message: string }).message).toMatch(/Accepted, a moment ago/);

  const passenger = { name: 'Jordan Lee', phone: '(702) 555-0199' };
  await edit(rider, id, { passenger, flightNumber: 'WN 1482', specialRequests: 'Child seat' });
  expect((await as(driver).get(`/api/rides/${id}`)).body).toMatchObject({
    customer: { name: 'Jordan Lee', phone: null },
    flightNumber: 'WN 1482',
    specialRequests: 'Child seat',
  });
});

test('after a driver has accepted, a rider can edit neither hours, places, time nor vehicle', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  const before = await findRide(id);
  const forbidden: EditChanges[] = [
    { hours: 2 },
    { bookingType: 'point-to-point', hours: null },
    { pickupLocation: 'Wynn Las Vegas' },
    { stops: ['Sphere, 255 Sands Ave'] },
    { dropoffLocation: 'Wynn Las Vegas' },
    { scheduledDate: comingDay(3) },
    { scheduledTime: '19:00' },
    { rideType: 'lux-suv' },
  ];

  for (const changes of forbidden) {
    const refused = { status: 409, body: { code: 'RIDE_STATE_CONFLICT' } };
    const path = `/api/rides/${id}/edit`;
    expect(await as(rider).post(`${path}-quote`, { changes })).toMatchObject(refused);
    const sent = { version: before.version, changes, expectedFareCents: THREE_HOURS };
    expect(await as(rider).post(path, sent)).toMatchObject(refused);
  }
  expect(await findRide(id)).toEqual(before);
});

test.each(['in_progress', 'completed', 'cancelled'] as const)(
  'a rider cannot edit a ride that is %s, not even its passenger, flight number or requests',
  async (status) => {
    const rider = await buildRider();
    const before = await buildRide({ riderId: rider.id, status, paymentStatus: 'paid' });
    const { id, version } = before;
    const details: EditChanges[] = [
      { passenger: { name: 'Jordan Lee', phone: '(702) 555-0199' } },
      { flightNumber: 'WN 1482' },
      { specialRequests: 'Child seat' },
    ];

    const replies = [];
    for (const changes of details) {
      replies.push(
        await as(rider).post(`/api/rides/${id}/edit-quote`, { changes }),
        await as(rider).post(`/api/rides/${id}/edit`, { version, changes, expectedFareCents: THREE_HOURS }),
      );
    }

    const refused = { status: 409, body: { code: 'RIDE_STATE_CONFLICT' } };
    expect(replies).toMatchObject(Array.from({ length: 6 }, () => refused));
    expect(await findRide(id)).toEqual(before);
  },
);

test('of five concurrent edits based on the same version, only one is applied', async () => {
  const rider = await buildRider();
  const { id: rideId, version } = await bookPaidRide(rider);
  const changes = { hours: 2 };
  const { fare } = await quote(rider, rideId, changes);
  const actor: AuditActor = { role: 'rider', id: rider.id, name: rider.name, address: null };
  const once = () => editRide({ rideId, version, changes, expectedFareCents: fare.fareCents, actor });

  const made = await Promise.allSettled(Array.from({ length: 5 }, once));

  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await findRide(rideId)).toMatchObject({ revision: 1, adjustments: [{ cause: 'edit' }] });
});

test('an edit uses the new day’s rate; a past date, wrong fare, other rider or too many passengers is refused', async () => {
  const rider = await buildRider();
  const { id, version } = await bookPaidRide(rider);
  const { fare, dueCents } = await quote(rider, id, { scheduledDate: comingDay(6) });
  expect(fare.surgeMultiplier).toBe(1.25);
  expect(dueCents).toBe(fare.fareCents - THREE_HOURS);

  const path = `/api/rides/${id}/edit`;
  const past = { version, changes: { scheduledDate: '2020-01-01' }, expectedFareCents: THREE_HOURS };
  expect((await as(rider).post(path, past)).status).toBe(400);
  const cheap = { version, changes: { hours: 4 }, expectedFareCents: THREE_HOURS };
  expect(await as(rider).post(path, cheap)).toMatchObject({ status: 409, body: { code: 'FEE_CHANGED' } });
  expect((await as(await buildRider()).post(path, cheap)).status).toBe(404);
  const crowd = { version, changes: { passengers: 9 }, expectedFareCents: THREE_HOURS };
  expect((await as(rider).post(path, crowd)).status).toBe(400);
});

test('moving a ride between two days of its weekday promo code keeps the rates of its booking', async () => {
  const rider = await buildRider();
  const promo = await buildPromo({ amountCents: 2_500, weekdays: [2, 3] });
  const { id, scheduledDate } = await bookPaidRide(rider, { promoCodeId: promo.id });
  await scheduleRatesAs(await buildAdmin());
  travelTo(Date.now() + 2 * 86_400_000);

  const moved = await quote(rider, id, { scheduledDate: addDays(scheduledDate, 1) });

  expect(moved).toMatchObject({ dueCents: 0, toCardCents: 0, fare: { fareCents: THREE_HOURS - 2_500 } });
  expect((await quote(rider, id, { hours: 4 })).fare.fareCents).toBeGreaterThan(FOUR_HOURS - 2_500);
});
