import { expect, test } from 'vitest';
import { riderRideSchema } from '#common/rides/ride.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { as } from '../../testing/as.ts';
import { bookRide, buildRequest, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

test('a rider is rate-limited after sixty booking requests', async () => {
  const rider = await buildRider();
  const unbookable = {
    ...buildRequest({ riderId: rider.id }),
    scheduledDate: addDays(dateInVegas(new Date()), -1),
  };
  await as(rider).signIn();
  await Promise.all(Array.from({ length: 60 }, () => as(rider).post('/api/rides', unbookable)));

  const reply = await as(rider).post('/api/rides', buildRequest({ riderId: rider.id }));

  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a rider is rate-limited after sixty checkout requests, because each one calls Stripe', async () => {
  const rider = await buildRider();
  const { ride } = await bookRide(rider);
  const look = () => as(rider).post(`/api/rides/${ride.id}/checkout`);
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await look()).status));
  expect(new Set(statuses)).toEqual(new Set([200]));

  const reply = await look();

  expect(reply.status).toBe(429);
});

test('Pay now returns the client secret of the payment that was opened at booking', async () => {
  const rider = await buildRider();
  const { ride, clientSecret } = await bookRide(rider);

  const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect([reply.status, reply.body]).toEqual([200, { clientSecret }]);
  const shown = riderRideSchema.parse((await as(rider).get(`/api/rides/${ride.id}`)).body);
  expect(shown.version).toBe(1);
});

test('Pay now restores the payment of a ride that a crash left without a payment id', async () => {
  const rider = await buildRider();
  const { ride, clientSecret } = await bookRide(rider);
  await RideModel.updateOne({ _id: ride.id }, { paymentIntentId: null });

  const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect(reply.body).toEqual({ clientSecret });
  expect(await RideModel.findById(ride.id)).toMatchObject({ paymentIntentId: paymentIntentOf(clientSecret) });
});
