import { expect, test } from 'vitest';
import { riderRideSchema } from '#common/rides/ride.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { as } from '../../testing/as.ts';
import { bookRide, buildRequest, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

test('sixty bookings in ten minutes are enough for one rider', async () => {
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

test('sixty looks at payments in ten minutes are enough for one rider, since each one asks Stripe', async () => {
  const rider = await buildRider();
  const { ride } = await bookRide(rider);
  const look = () => as(rider).post(`/api/rides/${ride.id}/checkout`);
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await look()).status));
  expect(new Set(statuses)).toEqual(new Set([200]));

  const reply = await look();

  expect(reply.status).toBe(429);
});

test('Pay now gives the secret of the same payment again', async () => {
  const rider = await buildRider();
  const { ride, clientSecret } = await bookRide(rider);

  const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect([reply.status, reply.body]).toEqual([200, { clientSecret }]);
  const shown = riderRideSchema.parse((await as(rider).get(`/api/rides/${ride.id}`)).body);
  expect(shown.version).toBe(1);
});

test('Pay now opens a payment that a crash kept from being opened', async () => {
  const rider = await buildRider();
  const { ride, clientSecret } = await bookRide(rider);
  await RideModel.updateOne({ _id: ride.id }, { paymentIntentId: null });

  const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect(reply.body).toEqual({ clientSecret });
  expect(await RideModel.findById(ride.id)).toMatchObject({ paymentIntentId: paymentIntentOf(clientSecret) });
});
