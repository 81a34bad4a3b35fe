import { expect, onTestFinished, test, vi } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { addDays, toInstant } from '#common/time.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { buildReturnRequest, buildRide, comingDay } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { changeCharges, openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { auditRides, bookPaidRide, payBack, refundsAtStripe, settleRide } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { adjustRide } from '../by-staff/adjust-ride.ts';
import { cancelByRider } from '../cancel/cancel-by-rider.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { expireCharge } from '../charges/expire-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { editRide } from './edit-ride.ts';

setUpTestApp();

/** Three hours in a Lux Sedan on a Tuesday, and four. */
const THREE_HOURS = 23_358;
const FOUR_HOURS = THREE_HOURS + 7_393;

async function quote(rider: UserRecord, rideId: string, changes: EditChanges): Promise<EditQuote> {
  const { status, body } = await as(rider).post(`/api/rides/${rideId}/edit-quote`, { changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as EditQuote;
}

/** Edits as the dialog does: for the fare that was quoted. */
async function edit(rider: UserRecord, rideId: string, changes: EditChanges) {
  const { version, fare } = await quote(rider, rideId, changes);
  const expectedFareCents = fare.fareCents;
  return as(rider).post(`/api/rides/${rideId}/edit`, { version, changes, expectedFareCents });
}

const chargeIn = ({ status, body }: { status: number; body: unknown }): string => {
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { chargeId: string }).chargeId;
};

test('more is paid before the change holds: the ride stays as it was until then', async () => {
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
  expect(await auditRides()).toEqual([]);
});

test('a stop that is added costs its fee, and takes the vehicle for longer', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider, { bookingType: 'point-to-point', hours: null });

  const chargeId = chargeIn(await edit(rider, id, { stops: ['Sphere, 255 Sands Ave'] }));
  await payAtStripe(await openCharge(rider, id, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');

  expect(await findRide(id)).toMatchObject({
    stops: ['Sphere, 255 Sands Ave'],
    placeId: chargeId,
    fare: { stopCents: 1_500 },
    charges: [{ status: 'paid' }],
  });
  expect(await auditRides()).toEqual([]);
});

test('less goes back, what was paid last first, the gift card last', async () => {
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
  expect(await auditRides()).toEqual([]);

  await cancelByRider({
    rideId: id,
    expectedFeeCents: 0,
    reason: '',
    actor: { role: 'rider', id: rider.id, name: 'Robin', address: null },
  });
  expect(await payBack(id)).toMatchObject({ paymentStatus: 'refunded' });
  expect((await soundCard(card.id)).balanceCents).toBe(15_000);
  expect(await auditRides()).toEqual([]);
});

test('a driver who accepts meanwhile gets the ride as it was; the payment goes back', async () => {
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
  expect(await auditRides()).toEqual([]);
});

test('paid after the pickup time that was asked for, an edit is not made: the payment goes back', async () => {
  const rider = await buildRider();
  const { id, scheduledAt } = await bookPaidRide(rider);
  const chargeId = chargeIn(await edit(rider, id, { hours: 4, scheduledTime: '17:00' }));
  const paymentIntentId = await openCharge(rider, id, chargeId);
  await payAtStripe(paymentIntentId);
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.useFakeTimers({ now: toInstant(comingDay(2), '17:01') ?? 0, toFake: ['Date'] });

  expect(await confirmCharge(chargeId)).toBe('refunding');

  expect(await payBack(id)).toMatchObject({ hours: 3, scheduledAt, pendingEdit: null });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([7_393]);
  expect(await auditRides()).toEqual([]);
});

test('an edit that does not move the pickup is made whenever it is paid', async () => {
  const rider = await buildRider();
  const { id } = await bookPaidRide(rider);
  const chargeId = chargeIn(await edit(rider, id, { hours: 4 }));
  await payAtStripe(await openCharge(rider, id, chargeId));
  await RideModel.updateOne({ _id: id }, { scheduledDate: '2020-01-07' });

  expect(await confirmCharge(chargeId)).toBe('settled');
});

test('who accepts takes the ride as they saw it', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  await edit(rider, id, { scheduledTime: '19:00' });
  const path = `/api/rides/${id}/status`;
  const seen = { status: 'accepted', driverId: driver.id, revision: 0 };
  expect(await as(driver).patch(path, seen)).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await as(driver).patch(path, { ...seen, revision: 1 })).toMatchObject({ status: 200 });
});

test('not paid in time the ride stays as it was; another edit takes the place of one that waits', async () => {
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
  expect(await auditRides()).toEqual([]);
});

test('a promo code takes off what it does by its rule, where it still fits', async () => {
  const rider = await buildRider();
  const promo = await buildPromo({ percent: 10, amountCents: null, minimumHours: 3 });
  const { id, fare } = await bookPaidRide(rider, { promoCodeId: promo.id });
  expect(fare.promoCents).toBe(2_336);
  expect((await quote(rider, id, { hours: 4 })).fare.promoCents).toBe(3_075);
  expect((await quote(rider, id, { hours: 2 })).fare.promoCents).toBe(0);
});

test('once a driver has accepted only passenger, flight and requests change; what changed is said', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  const { version } = await findRide(id);
  await acceptRide(id, driver.id);

  const late = { version, changes: { flightNumber: 'WN 1482' }, expectedFareCents: THREE_HOURS };
  const reply = await as(rider).post(`/api/rides/${id}/edit`, late);
  expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect((reply.body as { message: string }).message).toMatch(/Accepted, a moment ago/);

  expect(await as(rider).post(`/api/rides/${id}/edit-quote`, { changes: { hours: 2 } })).toMatchObject({
    status: 409,
    body: { code: 'RIDE_STATE_CONFLICT' },
  });
  const passenger = { name: 'Jordan Lee', phone: '(702) 555-0199' };
  await edit(rider, id, { passenger, flightNumber: 'WN 1482', specialRequests: 'Child seat' });
  expect((await as(driver).get(`/api/rides/${id}`)).body).toMatchObject({
    customer: { name: 'Jordan Lee', phone: null },
    flightNumber: 'WN 1482',
    specialRequests: 'Child seat',
  });
});

test.each(['in_progress', 'completed', 'cancelled'] as const)(
  'a ride that is %s is not edited any more, not even who rides',
  async (status) => {
    const rider = await buildRider();
    const { id, version } = await buildRide({ riderId: rider.id, status, paymentStatus: 'paid' });
    const changes = { flightNumber: 'WN 1482' };

    const replies = [
      await as(rider).post(`/api/rides/${id}/edit-quote`, { changes }),
      await as(rider).post(`/api/rides/${id}/edit`, { version, changes, expectedFareCents: THREE_HOURS }),
    ];

    const refused = { status: 409, body: { code: 'RIDE_STATE_CONFLICT' } };
    expect(replies).toMatchObject([refused, refused]);
    expect(await findRide(id)).toMatchObject({ flightNumber: null, version });
  },
);

test('of edits of one reading that are made at the same instant, one is', async () => {
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

test('another day has its own rate; a time that is past, a stranger and a fare that was not shown are refused', async () => {
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

test('what an edit gives back is what is left after earlier refunds by hand, in the quote too', async () => {
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
  expect(await auditRides()).toEqual([]);
});

/** A paid return trip: on a Tuesday at 6:30 PM, and back on the Saturday after it at 11 AM. */
async function bookPaidReturnTrip(rider: UserRecord) {
  const request = buildReturnRequest({ riderId: rider.id });
  const { ride, returnRide, clientSecret } = requestedRideSchema.parse(
    (await as(rider).post('/api/rides', request)).body,
  );
  await settleRide({ ride, clientSecret });
  return { request, there: ride.id, back: returnRide?.id ?? '' };
}

const refusal = async (rider: UserRecord, rideId: string, changes: EditChanges) =>
  (await as(rider).post(`/api/rides/${rideId}/edit-quote`, { changes })).body;

test('of a return trip neither ride is moved past the other', async () => {
  const rider = await buildRider();
  const { request, there, back } = await bookPaidReturnTrip(rider);

  const late = { scheduledDate: addDays(request.scheduledDate, 5) };
  expect(await refusal(rider, there, late)).toMatchObject({
    issues: [{ path: 'scheduledTime', message: expect.stringMatching(/^The way back is at 11:00 AM/) }],
  });
  const early = { scheduledDate: request.scheduledDate, scheduledTime: '18:35' };
  expect(await refusal(rider, back, early)).toMatchObject({
    issues: [{ path: 'scheduledTime', message: expect.stringMatching(/^The first ride takes until about/) }],
  });
  expect(await quote(rider, back, { scheduledTime: '12:00' })).toMatchObject({ dueCents: 0 });
});

test('a way back is not moved into a first ride that has become one by the hour', async () => {
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
        message: expect.stringMatching(/^The first ride takes until about 10:30 PM/),
      },
    ],
  });
});

test('a first ride is not moved past a way back that was moved before the edit was paid', async () => {
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
  expect(await auditRides()).toEqual([]);
});
