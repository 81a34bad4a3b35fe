import { expect, test, vi } from 'vitest';
import { plannedSpan } from '#common/rides/overlap.ts';
import { formatStars, isPoor, ownRatingSchema } from '#common/rides/rating.ts';
import { listDriverFigures } from '#common/rides/rating-api.ts';
import { findLedgerDifferences } from '../find-money-differences.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { stripe } from '../infra/stripe.ts';
import { MessageModel } from '../messages/message-model.ts';
import { PromoModel } from '../promos/promo-model.ts';
import { as } from '../testing/as.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { buildDispatcher, buildDriver, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { listDrivenVehicles } from '../vehicles/vehicle-queries.ts';
import { type City, randomFrom } from './plan-city-rides.ts';
import { RideModel } from './ride-model.ts';
import { seedCityRides } from './seed-city-rides.ts';

setUpTestApp();

test('a generated month is paid at Stripe to the cent, and no driver or vehicle is on two rides at once', async () => {
  const rider = await buildRider();
  const driver = await buildDriver({ vehicle: { rideType: 'lux-sedan', seats: 3 } });
  const vehicles = await listDrivenVehicles([driver.id]);
  const drivers = [driver, await buildDriver({ vehicle: null })].map((user) => ({ user, vehicles }));
  const city = { riders: [rider], drivers, promos: [], count: 60, random: randomFrom(7) };

  await seedCityRides(city);
  await seedCityRides(city);

  const rides = await RideModel.find({ riderId: rider.id }).sort({ scheduledAt: 1 }).lean();
  expect(rides).toHaveLength(60);
  for (const { paymentIntentId, fare, refunds } of rides) {
    const intent = await stripe.paymentIntents.retrieve(paymentIntentId ?? '');
    expect([intent.status, intent.amount_received]).toEqual(['succeeded', fare.totalCents]);
    const made = await stripe.refunds.list({ payment_intent: intent.id });
    expect(made.data.map(({ amount }) => amount)).toEqual(refunds.map(({ amountCents }) => amountCents));
  }
  const spans = rides.filter((ride) => ride.driverId).map((ride) => plannedSpan(ride.scheduledAt, ride));
  expect(spans.length).toBeGreaterThan(0);
  for (const [index, span] of spans.entries()) {
    expect(span.startMs).toBeGreaterThanOrEqual(spans[index - 1]?.endMs ?? 0);
  }
  expect(new Set(rides.map(({ status }) => status)).size).toBeGreaterThan(2);
});

/** Seeds at the same time whenever the test runs, because the plan depends on the time of day. */
async function seedAtOneTime(city: City): Promise<void> {
  const clock = vi.spyOn(databaseClock, 'nowMs').mockReturnValue(Date.parse('2026-11-20T20:00Z'));
  await seedCityRides(city).finally(() => clock.mockRestore());
}

test('riders of a generated month rate rides, which the driver and staff see, and poor ones with a text are reported', async () => {
  const rider = await buildRider();
  const driver = await buildDriver({ vehicle: { rideType: 'lux-sedan', seats: 3 } });
  const drivers = [{ user: driver, vehicles: await listDrivenVehicles([driver.id]) }];
  await seedAtOneTime({ riders: [rider], drivers, promos: [], count: 100, random: randomFrom(3) });

  const rides = await RideModel.find({ riderId: rider.id }).lean();
  const rated = rides.flatMap((ride) => (ride.rating ? [{ ...ride, rating: ride.rating }] : []));
  for (const { status, completedAt, rating, history, version, publishedVersion } of rated) {
    expect(status).toBe('completed');
    expect(rating.at.getTime()).toBeGreaterThan(completedAt?.getTime() ?? 0);
    expect(history.at(-1)).toMatchObject({
      change: 'rated',
      at: rating.at,
      by: { role: 'rider', id: rider.id, name: rider.name },
      text: formatStars(rating.stars),
    });
    expect([version, publishedVersion]).toEqual([history.length, history.length]);
  }
  const stars = rated.map(({ rating }) => rating.stars);
  const average = Math.round((100 * stars.reduce((sum, each) => sum + each, 0)) / stars.length) / 100;
  const own = ownRatingSchema.parse((await as(driver).get('/api/driver/rating')).body);
  expect([own.average, own.count]).toEqual([average, stars.length]);
  const figures = await as(await buildDispatcher()).get('/api/ops/driver-figures');
  expect(listDriverFigures.reply.parse(figures.body).figures).toContainEqual(
    expect.objectContaining({ driverId: driver.id, rating: average }),
  );

  const poor = rated.filter(({ rating }) => isPoor(rating.stars) && rating.text !== null);
  expect(poor.length).toBeGreaterThan(0);
  const reports = await MessageModel.find({ form: 'rating', 'content.riderId': rider.id }).lean();
  expect(reports.map(({ content }) => content)).toMatchObject(
    poor.map(({ rating }) => ({ message: rating.text })),
  );
  expect(await RideModel.countDocuments({ ratingReportOwedSince: { $exists: true } })).toBe(0);
});

test('riders of a generated month use promo codes that apply, which are counted, and given back for cancelled rides', async () => {
  const rider = await buildRider();
  const driver = await buildDriver({ vehicle: { rideType: 'lux-sedan', seats: 3 } });
  const drivers = [{ user: driver, vehicles: await listDrivenVehicles([driver.id]) }];
  const [once, any] = [await buildPromo({ perRider: 1 }), await buildPromo({ percent: 20 })];
  const ended = await buildPromo({ validUntil: '2026-01-31' });
  const promos = [once, any, ended].map(({ id }) => id);
  await seedAtOneTime({ riders: [rider], drivers, promos, count: 200, random: randomFrom(23) });

  const booked = await RideModel.find({ riderId: rider.id, promoCodeId: { $ne: null } }).lean();
  expect(new Set(booked.map(({ status }) => status === 'cancelled'))).toEqual(new Set([true, false]));
  for (const { paymentIntentId, fare } of booked) {
    expect(fare.promoCents).toBeGreaterThan(0);
    const intent = await stripe.paymentIntents.retrieve(paymentIntentId ?? '');
    expect(intent.amount_received).toBe(fare.totalCents);
  }
  const kept = booked.filter(({ status }) => status !== 'cancelled');
  const usesOf = (id: string) => kept.filter(({ promoCodeId }) => promoCodeId === id).length;
  expect(usesOf(once.id)).toBeLessThanOrEqual(1);
  expect(usesOf(any.id)).toBeGreaterThan(1);
  expect(usesOf(ended.id)).toBe(0);
  for (const id of promos) {
    expect(await PromoModel.findById(id).lean()).toMatchObject({ uses: usesOf(id), holds: [] });
  }
  expect(await findLedgerDifferences()).toEqual([]);
});
