import { expect, test } from 'vitest';
import { MINUTE_MS } from '#common/durations.ts';
import { extend, HALF_HOUR, startExtendable } from '../../testing/extend-by-rider.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { completeRide } from './complete-ride.ts';

setUpTestApp();

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
  const { id, rider } = await startExtendable();
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
    const { id, rider } = await startExtendable();
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
  const { id, rider } = await startExtendable();
  const paymentIntentId = await openCharge(rider, id, await extend(rider, id));
  const ride = await findRide(id);

  const completed = await completeRide(ride, ride.fare.fareCents);

  expect(completed).toMatchObject({ hours: 3, pendingEdit: null, charges: [{ status: 'void' }] });
  await expect(payAtStripe(paymentIntentId)).rejects.toThrow('status of canceled');
  expect(await findRideDifferences()).toEqual([]);
});

test('completing a ride while its extension is confirmed at the same time applies the extension once', async () => {
  const { id, rider } = await startExtendable();
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
