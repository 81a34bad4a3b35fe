import { expect, test } from 'vitest';
import { driverRatingSchema, ownRatingSchema } from '#common/rides/rating.ts';
import { riderRideSchema } from '#common/rides/ride.ts';
import { dateInVegas } from '#common/time.ts';
import { jobQueue } from '../../infra/queues.ts';
import { composeAnswerEmail } from '../../messages/message-emails.ts';
import { MessageModel } from '../../messages/message-model.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { deleteOwn } from '../../testing/delete-own.ts';
import { moveAddress } from '../../testing/move-address.ts';
import { newId } from '../../testing/new-id.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { Reply } from '../../testing/test-client.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { reportRating } from './report-rating.ts';

setUpTestApp();

const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms);

async function complete(overrides: Partial<RideDoc> = {}) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const owners = { riderId: rider.id, driverId: driver.id };
  const ride = await buildRide({ status: 'completed', ...owners, ...overrides });
  return { rider, driver, ride };
}

const rate = (rider: UserRecord, rideId: string, stars: number, text?: string) =>
  as(rider).post(`/api/rides/${rideId}/rating`, { stars, ...(text !== undefined && { text }) });

const ratingOf = async (driver: UserRecord) =>
  ownRatingSchema.parse((await as(driver).get('/api/driver/rating')).body);

const staffsRatingOf = async (driver: UserRecord) =>
  driverRatingSchema.parse(
    ((await as(await buildDispatcher()).get(`/api/ops/drivers/${driver.id}/rating`)) as Reply).body,
  );

/** Builds rated rides of a driver; the first was completed last. */
async function rated(driver: UserRecord, stars: readonly number[]): Promise<void> {
  for (const [index, each] of stars.entries()) {
    await buildRide({
      status: 'completed',
      driverId: driver.id,
      completedAt: ago((1 + index) * 60_000),
      rating: { stars: each, text: null, at: new Date() },
    });
  }
}

test('only the rider of a completed ride can rate it, and the rating reaches their open pages at once', async () => {
  const { rider, driver, ride } = await complete();
  const page = await connectSocket(rider);

  expect((await rate(await buildRider(), ride.id, 5)).status).toBe(404);
  expect((await rate(driver, ride.id, 5)).status).toBe(403);
  const reply = await rate(rider, ride.id, 4, '  Quiet and quick. ');

  expect(riderRideSchema.parse(reply.body).rating).toMatchObject({ stars: 4, text: 'Quiet and quick.' });
  expect(await page.next('ride:changed')).toMatchObject([{ id: ride.id, rating: { stars: 4 } }]);
  expect((await findRide(ride.id)).history.at(-1)).toMatchObject({
    change: 'rated',
    by: { role: 'rider', id: rider.id },
    text: '4 of 5, Very good',
  });
  expect((await ratingOf(driver)).latest).toMatchObject([{ stars: 4, text: 'Quiet and quick.' }]);
});

test.each([0, 6, 4.5, '4', null])('%s is rejected as a number of stars', async (stars) => {
  const { rider, ride } = await complete();
  const reply = await as(rider).post(`/api/rides/${ride.id}/rating`, { stars });
  expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: 'stars' }] } });
});

test.each([
  ['in progress', { status: 'in_progress', completedAt: null }],
  ['cancelled', { status: 'cancelled', completedAt: null }],
  ['30 days over', { completedAt: ago(30 * DAY_MS + 60_000) }],
] as const)('a ride that is %s cannot be rated', async (_what, overrides) => {
  const { rider, ride } = await complete(overrides);
  expect(await rate(rider, ride.id, 5)).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
  expect((await findRide(ride.id)).rating).toBeNull();
});

test('a later rating replaces the earlier one, and repeating the same rating changes nothing', async () => {
  const { rider, driver, ride } = await complete({ completedAt: ago(29 * DAY_MS) });

  await rate(rider, ride.id, 1);
  await rate(rider, ride.id, 5, 'On second thoughts');
  await rate(rider, ride.id, 5, 'On second thoughts');

  const { history, rating } = await findRide(ride.id);
  expect(rating).toMatchObject({ stars: 5, text: 'On second thoughts' });
  expect(history.filter(({ change }) => change === 'rated')).toHaveLength(2);
  expect(await ratingOf(driver)).toMatchObject({ count: 1, counts: [0, 0, 0, 0, 1] });
});

test('concurrent ratings leave one rating and a history without repeats that ends with that rating', async () => {
  const { rider, driver, ride } = await complete();

  const replies = await Promise.all([5, 3, 5, 3].map((stars) => rate(rider, ride.id, stars)));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { history, rating } = await findRide(ride.id);
  const written = history.filter(({ change }) => change === 'rated').map(({ text }) => text?.[0]);
  expect(written.at(-1)).toBe(`${rating?.stars}`);
  // No history line repeats the one before it.
  expect(written.every((stars, index) => stars !== written[index - 1])).toBe(true);
  expect((await ratingOf(driver)).count).toBe(1);
});

test('the comment of a poor rating reaches the staff inbox once and is never shown to the driver', async () => {
  const { rider, driver, ride } = await complete();

  await rate(rider, ride.id, 2, 'Twelve minutes late, and no call.');
  await Promise.all([reportRating(ride.id), reportRating(ride.id)]);
  await reportRating(ride.id);

  const messages = await MessageModel.find({ 'content.rideId': ride.id }).lean();
  expect(messages).toMatchObject([
    { form: 'rating', state: 'open', content: { message: 'Twelve minutes late, and no call.' } },
  ]);
  const thread = await as(await buildDispatcher()).get(`/api/ops/inbox/${messages[0]?._id}`);
  expect(thread.body).toMatchObject({ kind: 'rating', ride: { id: ride.id } });
  expect(JSON.stringify(await ratingOf(driver))).not.toContain('Twelve');
  expect((await staffsRatingOf(driver)).latest).toMatchObject([
    { stars: 2, text: 'Twelve minutes late, and no call.' },
  ]);
  const shown = await as(driver).get(`/api/rides/${ride.id}`);
  expect(JSON.stringify(shown.body)).not.toMatch(/Twelve|2 of 5/);
});

test('the answer to a poor rating goes to the address that the rider has when it is sent', async () => {
  const { rider, ride } = await complete();
  await rate(rider, ride.id, 2, 'Twelve minutes late, and no call.');
  await reportRating(ride.id);
  const message = await MessageModel.findOne({ 'content.rideId': ride.id }).orFail();
  const moved = `moved-${newId()}@example.com`;
  await moveAddress(rider, moved);

  const reply = await as(await buildDispatcher()).post(`/api/ops/inbox/${message.id}/answers`, {
    version: 1,
    text: 'We are sorry.',
    state: 'done',
  });

  expect([reply.status, Object(reply.body).email]).toEqual([201, moved]);
  const answer = (await MessageModel.findById(message.id).orFail()).entries?.[0]?._id.toHexString() ?? '';
  expect(await composeAnswerEmail(answer)).toMatchObject({ to: moved });

  expect((await deleteOwn(rider)).status).toBe(202);
  expect(await composeAnswerEmail(answer)).toBeNull();
});

test('the comment of a poor rating is not reported once the rider’s deletion is decided', async () => {
  const { rider, ride } = await complete();
  await rate(rider, ride.id, 2, 'Twelve minutes late, and no call.');
  expect((await deleteOwn(rider)).status).toBe(202);

  await reportRating(ride.id);

  expect(await MessageModel.countDocuments({ 'content.rideId': ride.id })).toBe(0);
  expect(await RideModel.exists({ _id: ride.id, ratingReportOwedSince: { $exists: true } })).toBeNull();
});

test('reconciling enqueues a lost report of a poor rating; a rating that was raised since is not reported', async () => {
  const [late, raised] = [await complete(), await complete()];
  await rate(late.rider, late.ride.id, 1, 'Never came');
  await rate(raised.rider, raised.ride.id, 1, 'A slip of the finger');
  await rate(raised.rider, raised.ride.id, 5);
  const rideIds = [late.ride.id, raised.ride.id];
  await RideModel.updateMany({ _id: { $in: rideIds } }, { ratingReportOwedSince: ago(60_000) });
  // The jobs that the ratings enqueued are lost.
  await jobQueue().drain();

  await reconcileRides();

  const waiting = await jobQueue().getWaiting();
  const enqueued: string[] = waiting
    .filter(({ name }) => name === 'report-rating')
    .map(({ data }) => data.rideId);
  expect(enqueued.toSorted()).toEqual(rideIds.toSorted());
  for (const rideId of enqueued) await reportRating(rideId);
  expect(await MessageModel.countDocuments({ 'content.rideId': late.ride.id })).toBe(1);
  expect(await MessageModel.countDocuments({ 'content.rideId': raised.ride.id })).toBe(0);
  const owed = await RideModel.countDocuments({ ratingReportOwedSince: { $exists: true } });
  expect(owed).toBe(0);
});

test('a driver’s average is shown from five ratings on and covers the last hundred rated rides', async () => {
  const [fresh, busy] = [await buildDriver(), await buildDriver()];
  await rated(fresh, [5, 5, 4, 5]);
  expect(await ratingOf(fresh)).toMatchObject({ average: null, count: 4 });
  await rated(fresh, [4]);
  expect(await ratingOf(fresh)).toMatchObject({ average: 4.6, count: 5, counts: [0, 0, 0, 2, 3] });

  await rated(busy, [...Array<number>(100).fill(5), 1, 1]);
  expect(await ratingOf(busy)).toMatchObject({ average: 5, count: 100 });
  expect((await staffsRatingOf(busy)).average).toBe(5);
});

test('the weekly history of a driver’s average counts only the ratings given by the end of each week', async () => {
  const driver = await buildDriver();
  const daysAgo = (days: number) => ago(days * DAY_MS);
  const rateAt = async (completedAt: Date, at: Date, stars: readonly number[]) => {
    for (const each of stars) {
      const rating = { stars: each, text: null, at };
      await buildRide({ status: 'completed', driverId: driver.id, completedAt, rating });
    }
  };
  await rateAt(daysAgo(100), daysAgo(99), [4, 4, 4, 4]);
  await rateAt(daysAgo(30), daysAgo(30), [5]);
  // Completed before that week, rated after it.
  await rateAt(daysAgo(32), daysAgo(10), [1]);
  await buildRide({ status: 'completed', driverId: driver.id });

  const { average, completed, weeks } = await ratingOf(driver);

  expect(weeks).toHaveLength(12);
  expect(weeks.at(-1)).toEqual({ day: dateInVegas(new Date()), average });
  const [none, five, six] = [null, 4.2, 3.67];
  expect(weeks.map((week) => week.average)).toEqual([
    ...Array(7).fill(none),
    ...Array(3).fill(five),
    ...Array(2).fill(six),
  ]);
  expect(completed).toBe(7);
});

test('a rider sees the driver’s average rating as it was when the driver accepted the ride', async () => {
  const [driver, rider] = [await buildDriver(), await buildRider()];
  await rated(driver, [5, 5, 4, 5, 5]);
  const ride = await buildRide({ riderId: rider.id });

  await acceptRide(ride.id, driver.id);
  await rated(driver, [1, 1, 1, 1, 1]);

  expect((await ratingOf(driver)).average).toBe(2.9);
  const { body } = await as(rider).get(`/api/rides/${ride.id}`);
  expect(riderRideSchema.parse(body).driver?.rating).toBe(4.8);
});
