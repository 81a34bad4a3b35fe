import { expect, test } from 'vitest';
import { plannedSpan } from '#common/rides/overlap.ts';
import { stripe } from '../infra/stripe.ts';
import { buildDriver, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { listDrivenVehicles } from '../vehicles/vehicle-queries.ts';
import { randomFrom } from './plan-city-rides.ts';
import { RideModel } from './ride-model.ts';
import { seedCityRides } from './seed-city-rides.ts';

setUpTestApp();

test('a generated month is paid at Stripe to the cent, and no driver or vehicle is on two rides at once', async () => {
  const rider = await buildRider();
  const driver = await buildDriver({ vehicle: { rideType: 'lux-sedan', seats: 3 } });
  const vehicles = await listDrivenVehicles([driver.id]);
  const drivers = [driver, await buildDriver({ vehicle: null })].map((user) => ({ user, vehicles }));
  const city = { riders: [rider], drivers, count: 60, random: randomFrom(7) };

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
