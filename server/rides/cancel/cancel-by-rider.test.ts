import { expect, test } from 'vitest';
import { cancellationSchema } from '#common/rides/cancel-api.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { stripe } from '../../infra/stripe.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { bookRide, buildRide, pay } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { bookPaidRide, findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { noteRide } from '../note-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

setUpTestApp();

const FARE_CENTS = 23_358;
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** An accepted ride, paid ten minutes ago, with its pickup in half an hour. */
async function bookLate() {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id, paymentIntentId } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  const { history } = await RideModel.findById(id).lean().orFail();
  await RideModel.updateOne(
    { _id: id },
    { scheduledAt: minutes(30), history: history.map((entry) => ({ ...entry, at: minutes(-10) })) },
  );
  return { rideId: id, paymentIntentId, rider, driver };
}

test('only the rider can cancel; in time everything is refunded, and the driver sees it at once', async () => {
  const [rider, driver, other] = [await buildRider(), await buildDriver(), await buildRider()];
  const ride = await bookPaidRide(rider);
  await acceptRide(ride.id, driver.id);
  const driversPage = await connectSocket(driver);
  const path = `/api/rides/${ride.id}/cancel`;

  expect((await as(other).post(path, { expectedFeeCents: 0 })).status).toBe(404);
  expect((await as(driver).post(path, { expectedFeeCents: 0 })).status).toBe(403);
  const reply = await as(rider).post(path, { expectedFeeCents: 0, reason: '  Flight cancelled ' });

  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'cancelled', cancelledBy: 'rider', cancellationFee: null },
  });
  expect(await driversPage.next('ride:changed')).toMatchObject([{ id: ride.id, status: 'cancelled' }]);
  await payBack(ride.id);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS]);
  expect(await findRide(ride.id)).toMatchObject({
    paymentStatus: 'refunded',
    cancellation: { by: 'rider', feeCents: 0, reason: 'Flight cancelled' },
  });
  expect(await MailModel.countDocuments({ template: 'ride-cancelled', aboutId: ride.id })).toBe(1);
  expect(await AuditModel.findOne({ action: 'ride cancelled', 'subject.id': ride.id }).lean()).toMatchObject({
    actor: { role: 'rider', id: rider.id },
  });
  expect(await findRideDifferences()).toEqual([]);
});

test('the cancellation fee is quoted, rises when the driver arrives, and an outdated fee is refused', async () => {
  const { rideId, paymentIntentId, rider, driver } = await bookLate();
  const read = async () =>
    cancellationSchema.parse((await as(rider).get(`/api/rides/${rideId}/cancellation`)).body);
  expect(await read()).toEqual({
    feeCents: 500,
    toCardCents: FARE_CENTS - 500,
    toGiftCardCents: 0,
    freeUntil: null,
    fees: { accepted: 500, arrived: 1_000, noShow: 1_500 },
    noShowFrom: null,
  });
  expect((await as(driver).get(`/api/rides/${rideId}/cancellation`)).status).toBe(403);
  expect((await as(await buildRider()).get(`/api/rides/${rideId}/cancellation`)).status).toBe(404);

  await reachMilestone(await findRide(rideId), 'arrived');
  const refused = await as(rider).post(`/api/rides/${rideId}/cancel`, { expectedFeeCents: 500 });
  expect(refused).toMatchObject({ status: 409, body: { code: 'FEE_CHANGED' } });

  const { feeCents } = await read();
  const reply = await as(rider).post(`/api/rides/${rideId}/cancel`, { expectedFeeCents: feeCents });
  expect(reply.body).toMatchObject({ status: 'cancelled', cancellationFee: '$10.00' });
  await payBack(rideId);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([FARE_CENTS - 1_000]);
  expect(await findRideDifferences()).toEqual([]);
});

test('concurrent cancellations by the rider, also beside a staff note, cancel and refund the ride once', async () => {
  const { rideId, paymentIntentId, rider } = await bookLate();
  const cancel = () => as(rider).post(`/api/rides/${rideId}/cancel`, { expectedFeeCents: 500 });
  const note = noteRide({
    rideId,
    text: 'They called.',
    actor: { role: 'dispatcher', id: (await buildDispatcher()).id, name: 'Dana Reyes', address: null },
    idempotencyKey: null,
  });
  const replies = await Promise.all([cancel(), cancel(), cancel(), note.then(() => cancel())]);

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await payBack(rideId);
  await payBack(rideId);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([FARE_CENTS - 500]);
  const { history } = await findRide(rideId);
  expect(history.filter(({ change }) => change === 'cancelled')).toHaveLength(1);
  expect(await findRideDifferences()).toEqual([]);
});

test('a rider’s cancellation of an unpaid ride releases holds, cancels the payment and sends no email', async () => {
  const rider = await buildRider();
  const card = await buildGiftCard(10_000);
  const booked = await bookRide(rider, { giftCardId: card.pass });
  const { id: rideId } = booked.ride;
  const cancelUnpaid = () =>
    as(rider).post(`/api/rides/${rideId}/cancel`, { expectedFeeCents: 0, expectsUnpaid: true });

  const reply = await cancelUnpaid();

  expect((await cancelUnpaid()).status).toBe(200);
  expect(reply.body).toMatchObject({ status: 'cancelled', paymentStatus: 'expired', cancelledBy: 'rider' });
  expect(await soundCard(card.id)).toMatchObject({ balanceCents: 10_000, heldCents: 0 });
  const { paymentIntentId } = await findRide(rideId);
  expect((await stripe.paymentIntents.retrieve(paymentIntentId ?? '')).status).toBe('canceled');
  expect(await MailModel.countDocuments({ aboutId: rideId })).toBe(0);
  expect(await findRideDifferences()).toEqual([]);
});

test('a rider who cancels a ride whose payment does not match is emailed about their money', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  const { id: rideId } = booked.ride;
  await pay(booked);
  const patch = { paymentStatus: 'flagged' } as const;
  await transitionRide({ rideId, change: 'flagged', by: WORKER, guard: {}, patch });

  const reply = await as(rider).post(`/api/rides/${rideId}/cancel`, { expectedFeeCents: 0 });

  expect(reply.status).toBe(200);
  expect(await MailModel.countDocuments({ template: 'ride-cancelled', aboutId: rideId })).toBe(1);
});

test('cancelling an unpaid ride is refused with RIDE_CHANGED if its payment succeeded a moment ago', async () => {
  const rider = await buildRider();
  const booked = await bookRide(rider);
  await pay(booked);

  const reply = await as(rider).post(`/api/rides/${booked.ride.id}/cancel`, { expectedFeeCents: 0 });

  expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await findRide(booked.ride.id)).toMatchObject({ status: 'requested' });
});

test('a cancellation that expects an unpaid ride is refused once the ride is paid or refunded', async () => {
  const rider = await buildRider();
  const { id, paymentIntentId } = await bookPaidRide(rider);
  const path = `/api/rides/${id}/cancel`;
  const cancelUnpaid = () => as(rider).post(path, { expectedFeeCents: 0, expectsUnpaid: true });

  expect(await cancelUnpaid()).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await findRide(id)).toMatchObject({ status: 'requested', paymentStatus: 'paid' });

  await as(rider).post(path, { expectedFeeCents: 0 });
  await payBack(id);
  // Neither can a ride that was cancelled and refunded in another window.
  expect(await cancelUnpaid()).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([FARE_CENTS]);
});

test.each(['in_progress', 'completed'] as const)(
  'a rider cannot cancel a ride that is %s',
  async (status) => {
    const rider = await buildRider();
    const { id } = await buildRide({ riderId: rider.id, status });
    const reply = await as(rider).post(`/api/rides/${id}/cancel`, { expectedFeeCents: 10_000 });
    expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
    expect((await as(rider).get(`/api/rides/${id}/cancellation`)).status).toBe(409);
  },
);

test.each(['accepts', 'starts'])(
  'if a rider cancels while a driver %s, the ride is either cancelled and refunded or goes on',
  async (what) => {
    for (let round = 0; round < 6; round += 1) {
      const [rider, driver] = [await buildRider(), await buildDriver()];
      const { id } = await bookPaidRide(rider);
      await RideModel.updateOne({ _id: id }, { scheduledAt: minutes(45) });
      if (what === 'starts') await acceptRide(id, driver.id);
      const drive =
        what === 'starts'
          ? findRide(id).then((ride) => reachMilestone(ride, 'in_progress'))
          : acceptRide(id, driver.id);
      const [cancelled] = await Promise.allSettled([
        as(rider).post(`/api/rides/${id}/cancel`, { expectedFeeCents: 0 }),
        drive,
      ]);

      const ride = await findRide(id);
      const isCancelled = cancelled.status === 'fulfilled' && cancelled.value.status === 200;
      expect(ride.status === 'cancelled').toBe(isCancelled);
      await payBack(id);
      expect(await refundsAtStripe(ride.paymentIntentId)).toEqual(isCancelled ? [FARE_CENTS] : []);
    }
    expect(await findRideDifferences()).toEqual([]);
  },
);
