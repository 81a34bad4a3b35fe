import { expect, onTestFinished, test } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { addDays, toInstant } from '#common/time.ts';
import { CapacityDayModel } from '../../capacity/capacity-model.ts';
import { changeCapacitySetting } from '../../capacity/capacity-setting.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { comingDay } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { chargeIn, edit, FOUR_HOURS, quote, THREE_HOURS } from '../../testing/edit-by-rider.ts';
import { changeCharges, openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { bookPaidRide, findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { travelTo } from '../../testing/travel-to.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { adjustRide } from '../by-staff/adjust-ride.ts';
import { cancelByRider } from '../cancel/cancel-by-rider.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { expireCharge } from '../charges/expire-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

test('an edit that raises the fare applies only once the difference is paid', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider);

  const { dueCents, toCardCents } = await quote(rider, id, { hours: 4 });
  expect([dueCents, toCardCents]).toEqual([FOUR_HOURS - THREE_HOURS, 0]);
  const chargeId = chargeIn(await edit(rider, id, { hours: 4 }));
  expect(await findRide(id)).toMatchObject({ hours: 3, revision: 0, fare: { fareCents: THREE_HOURS } });
  expect((await as(rider).get(`/api/rides/${id}`)).body).toMatchObject({
    hours: 3,
    charges: [{ id: chargeId, kind: 'difference', amountCents: 7_393, status: 'open', reason: '4 hours' }],
  });

  await payAtStripe(await openCharge(rider, id, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await confirmCharge(chargeId)).toBe('settled');

  const ride = await findRide(id);
  expect(ride).toMatchObject({
    hours: 4,
    revision: 1,
    pendingEdit: null,
    placeId: chargeId,
    fare: { fareCents: FOUR_HOURS, totalCents: FOUR_HOURS },
    bookedFare: { fareCents: THREE_HOURS },
    charges: [{ status: 'paid' }],
  });
  expect(ride.history.at(-1)).toMatchObject({ change: 'edited', text: '4 hours' });
  expect(await findRideDifferences()).toEqual([]);
});

/** Half an hour before and half an hour after a ride, for which its vehicle is reserved too. */
const MARGINS = 60;

/** The reservations under these keys, each with its length in minutes. */
async function spansOf(...keys: string[]): Promise<[string, number][]> {
  const days = await CapacityDayModel.find({ 'places.rideId': { $in: keys } }).lean();
  return days
    .flatMap(({ places }) => places)
    .filter(({ rideId }) => keys.includes(rideId))
    .map(({ rideId, from, to }) => [rideId, (to.getTime() - from.getTime()) / 60_000]);
}

test('an added stop is charged its fee, and its ride reserves a vehicle for fifteen minutes longer', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider, { bookingType: 'point-to-point', hours: null });
  expect(await spansOf(id)).toEqual([[id, 45 + MARGINS]]);

  const chargeId = chargeIn(await edit(rider, id, { stops: ['Sphere, 255 Sands Ave'] }));
  await payAtStripe(await openCharge(rider, id, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');

  expect(await findRide(id)).toMatchObject({
    stops: ['Sphere, 255 Sands Ave'],
    placeId: chargeId,
    fare: { stopCents: 1_500 },
    charges: [{ status: 'paid' }],
  });
  expect(await spansOf(id, chargeId)).toEqual([[chargeId, 60 + MARGINS]]);
  expect(await findRideDifferences()).toEqual([]);
});

test('an edit that lowers the fare refunds the latest card payment first and the gift card last', async () => {
  const [rider, card] = [await buildRider(), await buildGiftCard(15_000)];
  const { id, paymentIntentId } = await bookPaidRide(rider, { giftCardId: card.pass });
  const chargeId = chargeIn(await edit(rider, id, { hours: 4 }));
  const second = await openCharge(rider, id, chargeId);
  await payAtStripe(second);
  await confirmCharge(chargeId);

  // Two hours, in two steps: $147.82 less than four.
  expect(chargeIn(await edit(rider, id, { hours: 3.5 }))).toBeNull();
  const { toCardCents, toGiftCardCents } = await quote(rider, id, { hours: 1 });
  await edit(rider, id, { hours: 1 });
  const ride = await payBack(id);

  expect(await refundsAtStripe(second)).toHaveLength(2);
  expect((await refundsAtStripe(second)).reduce((sum, cents) => sum + cents, 0)).toBe(7_393);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([THREE_HOURS - 15_000]);
  expect((await soundCard(card.id)).balanceCents).toBe(toGiftCardCents);
  expect(toCardCents + toGiftCardCents + ride.fare.fareCents).toBe(FOUR_HOURS - 3_696);
  expect(ride.fare).toMatchObject({ giftCardCents: ride.fare.fareCents, totalCents: 0 });
  expect(await findRideDifferences()).toEqual([]);

  await cancelByRider({
    rideId: id,
    expectedFeeCents: 0,
    reason: '',
    actor: { role: 'rider', id: rider.id, name: 'Robin', address: null },
  });
  expect(await payBack(id)).toMatchObject({ paymentStatus: 'refunded' });
  expect((await soundCard(card.id)).balanceCents).toBe(15_000);
  expect(await findRideDifferences()).toEqual([]);
});

test('an edit’s payment is refunded if a driver has accepted the unedited ride meanwhile', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  const chargeId = chargeIn(await edit(rider, id, { hours: 4 }));
  const paymentIntentId = await openCharge(rider, id, chargeId);
  await acceptRide(id, driver.id);
  expect((await as(rider).get(`/api/rides/${id}`)).body).toMatchObject({ charges: [] });

  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('refunding');

  expect(await payBack(id)).toMatchObject({ hours: 3, pendingEdit: null, status: 'accepted' });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([7_393]);
  expect(await findRideDifferences()).toEqual([]);
});

test('an edit paid after its new pickup time is not applied, and its payment is refunded', async () => {
  const rider = await buildRider();
  const { id, scheduledAt } = await bookPaidRide(rider);
  const chargeId = chargeIn(await edit(rider, id, { hours: 4, scheduledTime: '17:00' }));
  const paymentIntentId = await openCharge(rider, id, chargeId);
  await payAtStripe(paymentIntentId);
  travelTo(toInstant(comingDay(2), '17:01')?.getTime() ?? 0);

  expect(await confirmCharge(chargeId)).toBe('refunding');

  expect(await payBack(id)).toMatchObject({ hours: 3, scheduledAt, pendingEdit: null });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([7_393]);
  expect(await findRideDifferences()).toEqual([]);
});

test('an edit that keeps the pickup time is applied however late it is paid', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider);
  const chargeId = chargeIn(await edit(rider, id, { hours: 4 }));
  await payAtStripe(await openCharge(rider, id, chargeId));
  await RideModel.updateOne({ _id: id }, { scheduledDate: '2020-01-07' });

  expect(await confirmCharge(chargeId)).toBe('settled');
});

test('a newer edit replaces an unpaid one, and an edit that expires or is dropped leaves the ride unchanged', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider);
  const first = chargeIn(await edit(rider, id, { hours: 4 }));
  const firstPayment = await openCharge(rider, id, first);
  const second = chargeIn(await edit(rider, id, { hours: 5 }));
  expect((await stripe.paymentIntents.retrieve(firstPayment)).status).toBe('canceled');
  const secondPayment = await openCharge(rider, id, second);

  await changeCharges(id, { payBy: new Date(0) });
  await expireCharge(second);

  expect(await findRide(id)).toMatchObject({
    hours: 3,
    pendingEdit: null,
    charges: [{ status: 'void' }, { status: 'void' }],
  });
  expect((await stripe.paymentIntents.retrieve(secondPayment)).status).toBe('canceled');
  const third = chargeIn(await edit(rider, id, { hours: 4 }));
  expect((await as(rider).post(`/api/rides/${id}/edit/drop`)).body).toMatchObject({ charges: [], hours: 3 });
  expect((await findRide(id)).charges.find((charge) => charge.id === third)?.status).toBe('void');
  expect(await findRideDifferences()).toEqual([]);
});

test('an edit sent again after a lost reply returns its charge, until it is replaced, dropped or expired', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider);
  const prepare = async (hours: number) => {
    const { version, fare } = await quote(rider, id, { hours });
    const body = { version, changes: { hours }, expectedFareCents: fare.fareCents };
    return () => as(rider).post(`/api/rides/${id}/edit`, body);
  };
  const refused = { status: 409, body: { code: 'RIDE_CHANGED' } };
  const sendFirst = await prepare(4);
  const first = chargeIn(await sendFirst());
  const paymentIntentId = await openCharge(rider, id, first);
  const before = await findRide(id);

  const again = await sendFirst();

  expect(chargeIn(again)).toBe(first);
  expect(again.body).toMatchObject({ ride: { version: before.version, hours: 3 } });
  expect(await findRide(id)).toEqual(before);
  expect(await openCharge(rider, id, first)).toBe(paymentIntentId);
  const { version } = before;
  const other = { version: version - 1, changes: { hours: 5 }, expectedFareCents: THREE_HOURS };
  expect(await as(rider).post(`/api/rides/${id}/edit`, other)).toMatchObject(refused);

  // A second edit first drops the former one.
  const sendSecond = await prepare(5);
  const second = chargeIn(await sendSecond());
  expect(chargeIn(await sendSecond())).toBe(second);
  expect(await sendFirst()).toMatchObject(refused);
  await changeCharges(id, { payBy: new Date(0) });
  expect(await sendSecond()).toMatchObject(refused);
  await as(rider).post(`/api/rides/${id}/edit/drop`);
  expect(await sendSecond()).toMatchObject(refused);
  expect((await findRide(id)).charges.map(({ status }) => status)).toEqual(['void', 'void']);
});

test('an edit sent again after somebody else has changed the ride is refused, although it is still pending', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider);
  const { version, fare } = await quote(rider, id, { hours: 4 });
  const body = { version, changes: { hours: 4 }, expectedFareCents: fare.fareCents };
  const send = () => as(rider).post(`/api/rides/${id}/edit`, body);
  chargeIn(await send());

  await acceptRide(id, (await buildDriver()).id);

  expect(await send()).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
});

test('an edit quotes and refunds only what earlier staff refunds have left of the payment', async () => {
  const rider = await buildRider();
  const { id, version } = await bookPaidRide(rider);
  const admin: AuditActor = { role: 'admin', id: 'f'.repeat(24), name: 'Ada Admin', address: null };
  const refund = { rideId: id, version, kind: 'refund', amountCents: 20_000, reason: 'x' } as const;
  await adjustRide({ ...refund, actor: admin, idempotencyKey: null });
  await payBack(id);

  const { toCardCents } = await quote(rider, id, { hours: 1 });
  expect(toCardCents).toBe(THREE_HOURS - 20_000);
  expect((await edit(rider, id, { hours: 1 })).status).toBe(200);

  const ride = await payBack(id);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([20_000, toCardCents]);
  expect(await findRideDifferences()).toEqual([]);
});

/** A day that no other test uses. */
const QUIET_DAY = addDays(comingDay(2), 21);

/** The rides that have a vehicle reserved on that day. */
async function listReserved(): Promise<string[]> {
  const day = await CapacityDayModel.findById(`las-vegas ${QUIET_DAY} lux-sedan`).lean().orFail();
  return day.places.map(({ rideId }) => rideId);
}

/**
 * One vehicle, and a three-hour ride from ten. Its rider has requested a fourth hour and begun to pay for it.
 */
async function buildWaiting() {
  await Promise.all([CapacityDayModel, VehicleModel].map((model) => Object(model).deleteMany({})));
  await changeCapacitySetting({ isEnforced: true });
  await buildVehicle({ rideType: 'lux-sedan', alsoServes: [] });
  onTestFinished(async () => {
    await Promise.all([changeCapacitySetting({ isEnforced: false }), VehicleModel.deleteMany({})]);
  });
  const rider = await buildRider();
  const morning = { scheduledDate: QUIET_DAY, scheduledTime: '10:00' };
  const { id } = await bookPaidRide(rider, morning);
  const chargeId = chargeIn(await edit(rider, id, { hours: 4 }));
  const paymentIntentId = await openCharge(rider, id, chargeId);
  return { rider, id, chargeId, paymentIntentId };
}

test('an edit refused for lack of vehicles keeps the earlier unpaid edit, which can still be paid', async () => {
  const { rider, id, chargeId, paymentIntentId } = await buildWaiting();
  const evening = { scheduledDate: QUIET_DAY, scheduledTime: '19:00' };
  const other = await bookPaidRide(await buildRider(), evening);
  const before = await findRide(id);

  const refused = await edit(rider, id, { hours: 4, scheduledTime: '17:00' });

  // Neither the ride's own vehicle time nor that of its pending edit blocks these times.
  const times = ['12:30', '13:00', '13:30', '14:00'];
  expect(refused).toMatchObject({
    ...{ status: 409, body: { code: 'FULLY_BOOKED', alternatives: { times } } },
  });
  expect(await findRide(id)).toEqual(before);
  expect(before.pendingEdit?.id).toBe(chargeId);
  expect((await listReserved()).toSorted()).toEqual([id, chargeId, other.id].toSorted());
  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await findRide(id)).toMatchObject({ hours: 4, scheduledTime: '10:00', placeId: chargeId });
  expect((await listReserved()).toSorted()).toEqual([chargeId, other.id].toSorted());
  expect(await findRideDifferences()).toEqual([]);
});

test('an edit made while an earlier one is being paid is refused, and its vehicle reservation is released', async () => {
  const { rider, id, chargeId, paymentIntentId } = await buildWaiting();
  await payAtStripe(paymentIntentId);

  const refused = await edit(rider, id, { hours: 5 });

  expect(refused).toMatchObject({ status: 409, body: { code: 'PAYMENT_IN_PROGRESS' } });
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await listReserved()).toEqual([chargeId]);
});

test('an edit that replaces an unpaid one needs no additional vehicle', async () => {
  const { rider, id, chargeId } = await buildWaiting();

  const second = chargeIn(await edit(rider, id, { hours: 5 }));

  expect(await findRide(id)).toMatchObject({
    pendingEdit: { id: second, hours: 5 },
    charges: [
      { id: chargeId, status: 'void' },
      { id: second, status: 'open' },
    ],
  });
  expect((await listReserved()).toSorted()).toEqual([id, second].toSorted());
});
