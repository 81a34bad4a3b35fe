import { expect, test } from 'vitest';
import type { EditChanges } from '#common/rides/edit-api.ts';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { addDays } from '#common/time.ts';
import { as } from '../../testing/as.ts';
import { buildReturnRequest } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { chargeIn, edit, quote } from '../../testing/edit-by-rider.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { findRideDifferences, payAndConfirm, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

/** A paid return trip: there on a Tuesday at 6:30 PM, back the following Saturday at 11 AM. */
async function bookPaidReturnTrip(rider: UserRecord) {
  const request = buildReturnRequest({ riderId: rider.id });
  const { ride, returnRide, clientSecret } = requestedRideSchema.parse(
    (await as(rider).post('/api/rides', request)).body,
  );
  await payAndConfirm({ ride, clientSecret });
  return { request, there: ride.id, back: returnRide?.id ?? '' };
}

const refusal = async (rider: UserRecord, rideId: string, changes: EditChanges) =>
  (await as(rider).post(`/api/rides/${rideId}/edit-quote`, { changes })).body;

test('neither ride of a return trip can be moved past the other', async () => {
  const rider = await buildRider();
  const { request, there, back } = await bookPaidReturnTrip(rider);

  const late = { scheduledDate: addDays(request.scheduledDate, 5) };
  expect(await refusal(rider, there, late)).toMatchObject({
    issues: [{ path: 'scheduledTime', message: expect.stringMatching(/^The return trip is at 11:00 AM/) }],
  });
  const early = { scheduledDate: request.scheduledDate, scheduledTime: '18:35' };
  expect(await refusal(rider, back, early)).toMatchObject({
    issues: [{ path: 'scheduledTime', message: expect.stringMatching(/^The first ride lasts until about/) }],
  });
  expect(await quote(rider, back, { scheduledTime: '12:00' })).toMatchObject({ dueCents: 0 });
});

test('a return ride cannot be moved into a first ride that was changed to hourly', async () => {
  const rider = await buildRider();
  const { request, there, back } = await bookPaidReturnTrip(rider);
  const chargeId = chargeIn(await edit(rider, there, { bookingType: 'hourly', hours: 4 }));
  await payAtStripe(await openCharge(rider, there, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');

  const within = { scheduledDate: request.scheduledDate, scheduledTime: '22:00' };
  expect(await refusal(rider, back, within)).toMatchObject({
    issues: [
      {
        path: 'scheduledTime',
        message: expect.stringMatching(/^The first ride lasts until about 10:30 PM/),
      },
    ],
  });
});

test('a paid edit that would move the first ride past a return ride moved meanwhile is refunded, not applied', async () => {
  const rider = await buildRider();
  const { request, there, back } = await bookPaidReturnTrip(rider);
  const saturday = addDays(request.scheduledDate, 4);
  const changes = { scheduledDate: saturday, scheduledTime: '09:00' };
  const chargeId = chargeIn(await edit(rider, there, changes));
  const paymentIntentId = await openCharge(rider, there, chargeId);
  expect(chargeIn(await edit(rider, back, { scheduledTime: '08:00' }))).toBeNull();

  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('refunding');

  const { scheduledDate, charges } = await payBack(there);
  expect(scheduledDate).toBe(request.scheduledDate);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([charges[0]?.amountCents]);
  expect(await findRideDifferences()).toEqual([]);
});

test('the first ride is not extended past its return ride, even if that was moved before the extension is paid', async () => {
  const rider = await buildRider();
  const { there, back } = await bookPaidReturnTrip(rider);
  const hourly = chargeIn(await edit(rider, there, { bookingType: 'hourly', hours: 4 }));
  await payAtStripe(await openCharge(rider, there, hourly));
  expect(await confirmCharge(hourly)).toBe('settled');
  await acceptRide(there, (await buildDriver()).id);
  await RideModel.updateOne({ _id: there }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(there), 'in_progress');
  const beginBackIn = (minutes: number) =>
    RideModel.updateOne({ _id: back }, { scheduledAt: new Date(Date.now() + minutes * 60_000) });

  await beginBackIn(5 * 60);
  const { body } = await as(rider).get(`/api/rides/${there}/extension`);
  const expectedDueCents = Number(Object(body).dueCents);
  const chargeId = chargeIn(await as(rider).post(`/api/rides/${there}/extend`, { expectedDueCents }));
  await beginBackIn(4 * 60 + 15);
  expect(await as(rider).get(`/api/rides/${there}/extension`)).toMatchObject({
    status: 409,
    body: { code: 'RIDE_OVERLAPS', message: expect.stringMatching(/^The return trip begins at /) },
  });
  const paymentIntentId = await openCharge(rider, there, chargeId);
  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('refunding');

  expect(await payBack(there)).toMatchObject({ hours: 4, pendingEdit: null });
  await RideModel.updateOne({ _id: back }, { status: 'cancelled' });
  expect(await as(rider).get(`/api/rides/${there}/extension`)).toMatchObject({ status: 200 });
});
