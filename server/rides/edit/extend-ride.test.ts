import { expect, test } from 'vitest';
import { riderRideSchema } from '#common/rides/ride.ts';
import { as } from '../../testing/as.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { extend, HALF_HOUR, startExtendable } from '../../testing/extend-by-rider.ts';
import { changeCharges, openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { bookPaidRide, findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

test('a rider extends a ride by paying for 30 more minutes, and its driver sees the new duration', async () => {
  const { id, rider, driver } = await startExtendable();
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
  const { id, rider } = await startExtendable();
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date(Date.now() - HOUR_MS) });

  const { endsAt } = (await as(rider).get(`/api/rides/${id}/extension`)).body as { endsAt: string };

  const { history } = await findRide(id);
  const begun = history.findLast(({ change }) => change === 'in_progress');
  expect(Date.parse(endsAt) - Date.parse(begun?.at ?? '')).toBe(3.5 * HOUR_MS);
});

test('a driver proposes an extension, and the rider accepts it by paying', async () => {
  const { id, rider, driver } = await startExtendable();
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
  const { id, rider, driver } = await startExtendable();
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
  const { id, rider, driver } = await startExtendable();
  await as(driver).post(`/api/rides/${id}/propose-extension`);
  await changeCharges(id, { payBy: new Date(Date.now() + 60_000) });

  const chargeId = await extend(rider, id);

  expect((await findRide(id)).charges).toMatchObject([{ status: 'void' }, { id: chargeId, status: 'open' }]);
});

test('an extension that overlaps the driver’s next ride is refused, or refunded if it was paid meanwhile', async () => {
  const { id, rider, driver } = await startExtendable();
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
  const { id, rider, driver } = await startExtendable();
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
  const { id, rider, driver } = await startExtendable();
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
