import { expect, test } from 'vitest';
import { riderRideSchema } from '#common/rides/ride.ts';
import { as } from '../../testing/as.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { changeCharges, openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { bookPaidRide, findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The price of half an hour in a Lux Sedan at the standard rate. */
const HALF_HOUR = 3_697;

/** A paid three-hour ride that has just begun. */
async function start() {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(id), 'in_progress');
  return { id, rider, driver };
}

async function extend(rider: UserRecord, id: string): Promise<string> {
  const { body, status } = await as(rider).get(`/api/rides/${id}/extension`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { dueCents } = body as { dueCents: number };
  const reply = await as(rider).post(`/api/rides/${id}/extend`, { expectedDueCents: dueCents });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return (reply.body as { chargeId: string }).chargeId;
}

test('a rider extends a ride by paying for 30 more minutes, and its driver sees the new duration', async () => {
  const { id, rider, driver } = await start();
  const chargeId = await extend(rider, id);
  await payAtStripe(await openCharge(rider, id, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');

  expect((await as(driver).get(`/api/rides/${id}`)).body).toMatchObject({ hours: 3.5 });
  const ride = await findRide(id);
  expect(ride.charges).toMatchObject([{ kind: 'extension', amountCents: HALF_HOUR, status: 'paid' }]);
  expect(ride.history.at(-1)?.change).toBe('extended');

  // Completed for $40 less: the extension is refunded first, the rest to the booking's card.
  await completeRide(ride, ride.fare.fareCents - 4_000);
  const { paymentIntentId, charges } = await payBack(id);
  expect(await refundsAtStripe(charges[0]?.paymentIntentId ?? null)).toEqual([HALF_HOUR]);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([4_000 - HALF_HOUR]);
  expect(await findRideDifferences()).toEqual([]);
});

test('the end quoted for an extension counts from the actual start of a ride that began late', async () => {
  const { id, rider } = await start();
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date(Date.now() - HOUR_MS) });

  const { endsAt } = (await as(rider).get(`/api/rides/${id}/extension`)).body as { endsAt: string };

  const { history } = await findRide(id);
  const begun = history.findLast(({ change }) => change === 'in_progress');
  expect(Date.parse(endsAt) - Date.parse(begun?.at ?? '')).toBe(3.5 * HOUR_MS);
});

test('a driver proposes an extension, and the rider accepts it by paying', async () => {
  const { id, rider, driver } = await start();
  expect((await as(driver).post(`/api/rides/${id}/propose-extension`)).status).toBe(200);
  const { body } = await as(rider).get(`/api/rides/${id}`);
  const { history, charges } = riderRideSchema.parse(body);
  expect(history.at(-1)?.change).toBe('extension_proposed');
  const [charge] = charges;
  expect(charge?.reason).toMatch(/ proposes 30 more minutes, 3.5 hours in all$/);
  const chargeId = charge?.id ?? '';
  await payAtStripe(await openCharge(rider, id, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await findRide(id)).toMatchObject({ hours: 3.5 });
});

test('proposing or requesting an extension again keeps its open charge, which can still be paid', async () => {
  const { id, rider, driver } = await start();
  const propose = () => as(driver).post(`/api/rides/${id}/propose-extension`);
  expect((await propose()).status).toBe(200);
  const chargeId = (await findRide(id)).charges[0]?.id ?? '';
  const paymentIntentId = await openCharge(rider, id, chargeId);

  expect((await Promise.all([propose(), propose()])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await extend(rider, id)).toBe(chargeId);

  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await findRide(id)).toMatchObject({ hours: 3.5, charges: [{ id: chargeId, status: 'paid' }] });
  // Once it is paid, another proposal opens a new charge.
  expect((await propose()).status).toBe(200);
  expect((await findRide(id)).charges).toMatchObject([{ status: 'paid' }, { status: 'open' }]);
});

test('requesting an extension whose proposal is about to expire replaces its charge with a new one', async () => {
  const { id, rider, driver } = await start();
  await as(driver).post(`/api/rides/${id}/propose-extension`);
  await changeCharges(id, { payBy: new Date(Date.now() + 60_000) });

  const chargeId = await extend(rider, id);

  expect((await findRide(id)).charges).toMatchObject([{ status: 'void' }, { id: chargeId, status: 'open' }]);
});

/** Requests an extension of a ride that began this many minutes ago, and pays it, which nobody reports. */
async function payUnreported(rider: UserRecord, id: string, minutesAgo: number) {
  const { history } = await RideModel.findById(id).lean().orFail();
  const at = new Date(Date.now() - minutesAgo * MINUTE_MS);
  await RideModel.updateOne({ _id: id }, { history: history.map((entry) => ({ ...entry, at })) });
  const chargeId = await extend(rider, id);
  const paymentIntentId = await openCharge(rider, id, chargeId);
  await payAtStripe(paymentIntentId);
  return { chargeId, paymentIntentId };
}

test('completing a ride confirms an extension that was paid unnoticed, and bills it if it was used', async () => {
  const { id, rider } = await start();
  const { chargeId, paymentIntentId } = await payUnreported(rider, id, 185);
  const ride = await findRide(id);

  const completed = await completeRide(ride, ride.fare.fareCents);

  expect(completed).toMatchObject({
    ...{ status: 'completed', hours: 3.5, pendingEdit: null, refundOwed: null },
    actualFareCents: ride.fare.fareCents + HALF_HOUR,
    charges: [{ id: chargeId, status: 'paid' }],
  });
  expect(completed.history.slice(-2).map(({ change }) => change)).toEqual(['extended', 'completed']);
  expect(await confirmCharge(chargeId)).toBe('settled');
  await payBack(id);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([]);
  expect((await completeRide(ride, ride.fare.fareCents)).version).toBe((await findRide(id)).version);
  expect(await findRideDifferences()).toEqual([]);
});

test('an extension that was paid unnoticed is refunded if its ride did not last into it or costs less', async () => {
  for (const [minutesAgo, lessCents] of [
    [170, 0],
    [185, 1_000],
  ] as const) {
    const { id, rider } = await start();
    const { chargeId, paymentIntentId } = await payUnreported(rider, id, minutesAgo);
    const ride = await findRide(id);

    const completed = await completeRide(ride, ride.fare.fareCents - lessCents);

    expect(completed).toMatchObject({
      ...{ hours: 3.5, actualFareCents: ride.fare.fareCents - lessCents },
      charges: [{ id: chargeId, status: 'paid' }],
    });
    const { paymentIntentId: booked } = await payBack(id);
    expect(await refundsAtStripe(paymentIntentId)).toEqual([HALF_HOUR]);
    expect(await refundsAtStripe(booked)).toEqual(lessCents ? [lessCents] : []);
  }
  expect(await findRideDifferences()).toEqual([]);
});

test('completing a ride closes the payment of an unpaid extension', async () => {
  const { id, rider } = await start();
  const paymentIntentId = await openCharge(rider, id, await extend(rider, id));
  const ride = await findRide(id);

  const completed = await completeRide(ride, ride.fare.fareCents);

  expect(completed).toMatchObject({ hours: 3, pendingEdit: null, charges: [{ status: 'void' }] });
  await expect(payAtStripe(paymentIntentId)).rejects.toThrow('status of canceled');
  expect(await findRideDifferences()).toEqual([]);
});

test('completing a ride while its extension is confirmed at the same time applies the extension once', async () => {
  const { id, rider } = await start();
  const { chargeId } = await payUnreported(rider, id, 185);
  const ride = await findRide(id);
  const complete = () => completeRide(ride, ride.fare.fareCents);

  const [first, second] = await Promise.all([
    complete(),
    complete(),
    confirmCharge(chargeId).catch(() => {}),
  ]);

  expect(first.version).toBe(second.version);
  const { history } = await findRide(id);
  const ends = history.map(({ change }) => change).slice(-2);
  expect(ends).toEqual(['extended', 'completed']);
  await payBack(id);
  expect(await findRideDifferences()).toEqual([]);
});

test('an extension that overlaps the driver’s next ride is refused, or refunded if it was paid meanwhile', async () => {
  const { id, rider, driver } = await start();
  const chargeId = await extend(rider, id);
  const paymentIntentId = await openCharge(rider, id, chargeId);
  const next = await bookPaidRide(await buildRider());
  await acceptRide(next.id, driver.id);
  await RideModel.updateOne({ _id: next.id }, { scheduledAt: new Date(Date.now() + 3.5 * HOUR_MS) });

  expect(await as(rider).get(`/api/rides/${id}/extension`)).toMatchObject({
    status: 409,
    body: { code: 'RIDE_OVERLAPS' },
  });
  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('refunding');
  expect(await payBack(id)).toMatchObject({ hours: 3, pendingEdit: null });
});

const OVERLAPS = { status: 409, body: { code: 'RIDE_OVERLAPS' } };

test('a ride that began late is not extended over the next ride, counted from its actual start', async () => {
  const { id, rider, driver } = await start();
  const plannedEnd = Date.now() + 3 * HOUR_MS - 50 * MINUTE_MS;
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date(plannedEnd - 3 * HOUR_MS) });
  const next = await bookPaidRide(await buildRider());
  await acceptRide(next.id, driver.id);
  const beginNext = (ms: number) => RideModel.updateOne({ _id: next.id }, { scheduledAt: new Date(ms) });

  await beginNext(plannedEnd + 60 * MINUTE_MS);
  expect(await as(rider).get(`/api/rides/${id}/extension`)).toMatchObject(OVERLAPS);
  expect(await as(driver).post(`/api/rides/${id}/propose-extension`)).toMatchObject(OVERLAPS);

  await beginNext(plannedEnd + 100 * MINUTE_MS);
  expect(await as(rider).get(`/api/rides/${id}/extension`)).toMatchObject({ status: 200 });
});

test('a ride is not extended over a next ride that its driver accepted although the two overlap', async () => {
  const { id, rider, driver } = await start();
  const next = await bookPaidRide(await buildRider());
  await RideModel.updateOne(
    { _id: next.id },
    { scheduledAt: new Date(Date.now() + 3 * HOUR_MS + 10 * MINUTE_MS) },
  );
  await acceptRide(next.id, driver.id, { allowOverlap: true });

  expect(await as(rider).get(`/api/rides/${id}/extension`)).toMatchObject(OVERLAPS);
});

test('a ride that has not started cannot be extended', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider);
  expect(await as(rider).get(`/api/rides/${id}/extension`)).toMatchObject({ status: 409 });
});

test('a point-to-point ride cannot be extended, although it is in progress', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider, { bookingType: 'point-to-point', hours: null });
  await acceptRide(id, driver.id);
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  const begun = await reachMilestone(await findRide(id), 'in_progress');

  const replies = [
    await as(rider).get(`/api/rides/${id}/extension`),
    await as(rider).post(`/api/rides/${id}/extend`, { expectedDueCents: HALF_HOUR }),
    await as(driver).post(`/api/rides/${id}/propose-extension`),
  ];

  const message = 'Only an hourly ride can be extended.';
  const refused = { status: 409, body: { code: 'RIDE_STATE_CONFLICT', message } };
  expect(begun.status).toBe('in_progress');
  expect(replies).toMatchObject([refused, refused, refused]);
  expect(await findRide(id)).toMatchObject({ version: begun.version, charges: [] });
});
