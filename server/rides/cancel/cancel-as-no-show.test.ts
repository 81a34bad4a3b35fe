import { expect, onTestFinished, test, vi } from 'vitest';
import { suspendDriver } from '../../drivers/suspend-driver.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as } from '../../testing/as.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { bookPaidRide, findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { composeCancelledEmail } from '../emails/cancelled-emails.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

const FARE_CENTS = 23_358;
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** An accepted ride with its pickup `pickup` minutes from now and its driver there since `arrived`. */
async function bookWaiting({ pickup, arrived }: { pickup: number; arrived: number | null }) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id, paymentIntentId } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  await RideModel.updateOne(
    { _id: id },
    { scheduledAt: minutes(pickup), arrivedAt: arrived === null ? null : minutes(arrived) },
  );
  return { rideId: id, paymentIntentId, rider, driver };
}

const refundOf = (amountCents: number) =>
  ({ reason: 'adjustment', amountCents, refundId: 're_hand', giftCardCents: 0 }) as const;

test('a driver can note a no-show after 15 minutes; a fee of $15 is kept, of which the driver earns $12', async () => {
  const { rideId, paymentIntentId, rider, driver } = await bookWaiting({ pickup: -16, arrived: -20 });
  const ridersPage = await connectSocket(rider);
  const note = () => as(driver).post(`/api/rides/${rideId}/no-show`);

  expect(await note()).toMatchObject({ status: 200, body: { status: 'cancelled', driverShare: '$12.00' } });
  expect((await note()).status).toBe(200);

  expect(await ridersPage.next('ride:changed')).toMatchObject([
    { status: 'cancelled', cancelledBy: 'no_show', cancellationFee: '$15.00' },
  ]);
  await payBack(rideId);
  await payBack(rideId);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([FARE_CENTS - 1_500]);
  expect(await MailModel.countDocuments({ template: 'ride-cancelled', aboutId: rideId })).toBe(1);
  expect(JSON.stringify(await composeCancelledEmail(rideId))).toContain('Nobody was at the pickup');
  expect(await findRideDifferences()).toEqual([]);
});

test('noting a no-show fails with 404 if the ride has just been given to another driver', async () => {
  const { rideId, driver } = await bookWaiting({ pickup: -16, arrived: -20 });
  const another = await buildDriver();
  const find = RideModel.findById.bind(RideModel);
  let reads = 0;
  const spy = vi.spyOn(RideModel, 'findById').mockImplementation(((...of: Parameters<typeof find>) => {
    reads += 1;
    // Between the reads of the route and of the change, an undo gives the ride back to its former driver.
    if (reads !== 2) return find(...of);
    const query = RideModel.findOneAndUpdate(
      { _id: rideId },
      { $set: { driverId: another.id }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    );
    return query;
  }) as never);
  onTestFinished(() => spy.mockRestore());

  const reply = await as(driver).post(`/api/rides/${rideId}/no-show`);

  expect([reply.status, reply.body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  expect(await find(rideId).lean()).toMatchObject({ status: 'accepted', driverId: another.id });
});

test('only the ride’s driver can read the no-show fee, which is limited to what staff refunds left', async () => {
  const { rideId, rider, driver } = await bookWaiting({ pickup: -16, arrived: -20 });
  const path = `/api/rides/${rideId}/no-show`;
  const read = async () => (await as(driver).get(path)).body;

  expect(await read()).toEqual({ feeCents: 1_500, backCents: FARE_CENTS - 1_500 });
  // Staff refunded all but $10 by hand, so at most $10 can be kept.
  await RideModel.updateOne({ _id: rideId }, { refunds: [refundOf(FARE_CENTS - 1_000)] });
  expect(await read()).toEqual({ feeCents: 1_000, backCents: 0 });

  expect((await as(rider).get(path)).status).toBe(403);
  expect((await as(await buildDriver()).get(path)).status).toBe(404);
});

test('the quote for a no-show of a ride on account says that nothing goes back', async () => {
  const { rideId, driver } = await bookWaiting({ pickup: -16, arrived: -20 });
  await RideModel.updateOne({ _id: rideId }, { paymentStatus: 'on_account', paymentIntentId: null });

  const { body } = await as(driver).get(`/api/rides/${rideId}/no-show`);

  expect(body).toEqual({ feeCents: 1_500, backCents: 0 });
});

test.each([
  ['has not arrived', { pickup: -30, arrived: null }],
  ['has waited for 14 minutes since the pickup time', { pickup: -14, arrived: -40 }],
  ['has waited for 14 minutes since they came late', { pickup: -40, arrived: -14 }],
])('a driver who %s cannot note a no-show', async (_which, when) => {
  const { rideId, driver } = await bookWaiting(when);
  const reply = await as(driver).post(`/api/rides/${rideId}/no-show`);
  expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
});

test('a driver who notes a no-show just after the rider cancelled reads that the ride was cancelled', async () => {
  const { rideId, rider, driver } = await bookWaiting({ pickup: -16, arrived: -20 });
  const path = `/api/rides/${rideId}/no-show`;
  const { feeCents } = (await as(rider).get(`/api/rides/${rideId}/cancellation`)).body as {
    feeCents: number;
  };
  const cancelled = await as(rider).post(`/api/rides/${rideId}/cancel`, { expectedFeeCents: feeCents });
  expect(cancelled.status).toBe(200);

  const replies = [await as(driver).get(path), await as(driver).post(path)];

  const message = 'This ride has been cancelled meanwhile.';
  const refused = { status: 409, body: { code: 'RIDE_STATE_CONFLICT', message } };
  expect(replies).toMatchObject([refused, refused]);
});

test('only the driver of the ride can note a no-show', async () => {
  const { rideId, rider } = await bookWaiting({ pickup: -30, arrived: -30 });
  expect((await as(rider).post(`/api/rides/${rideId}/no-show`)).status).toBe(403);
  expect((await as(await buildDriver()).post(`/api/rides/${rideId}/no-show`)).status).toBe(404);
});

test('a suspended driver cannot note a no-show; repeating one noted before the suspension succeeds', async () => {
  const [noted, waiting] = [
    await bookWaiting({ pickup: -16, arrived: -20 }),
    await bookWaiting({ pickup: -16, arrived: -20 }),
  ];
  const note = ({ driver, rideId }: typeof noted) => as(driver).post(`/api/rides/${rideId}/no-show`);
  expect((await note(noted)).status).toBe(200);
  for (const { driver } of [noted, waiting]) await suspendDriver(driver.id, 'Complaints', 'Dana Reyes');

  const [again, refused] = [await note(noted), await note(waiting)];

  expect(again).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await RideModel.findById(waiting.rideId).lean()).toMatchObject({
    status: 'accepted',
    cancellation: null,
  });
});
