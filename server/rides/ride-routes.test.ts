import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { driverRideSchema, riderRideSchema } from '#common/rides/ride.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRequest, buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDriver, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { TestClient } from '../testing/test-client.ts';
import type { UserRecord } from '../users/user-model.ts';
import { RideModel, type RideRecord } from './ride-model.ts';

setUpTestApp();

interface Scene {
  rider: UserRecord;
  driver: UserRecord;
  ride: RideRecord;
}

/** Every ride call, as its authorized user would send it. */
const CALLS = {
  book: ({ rider }: Scene) => ['POST', '/api/rides', buildRequest({ riderId: rider.id })],
  show: ({ ride }: Scene) => ['GET', `/api/rides/${ride.id}`],
  calendar: ({ ride }: Scene) => ['GET', `/api/rides/${ride.id}/calendar.ics`],
  checkout: ({ ride }: Scene) => ['POST', `/api/rides/${ride.id}/checkout`],
  card: ({ ride }: Scene) => ['POST', `/api/rides/${ride.id}/card`, { confirmationTokenId: 'ctoken_1' }],
  'payment-success': ({ ride, rider }: Scene) => [
    'POST',
    `/api/rides/${ride.id}/payment-success`,
    { paymentIntentId: 'pi_1', riderId: rider.id },
  ],
  offers: () => ['GET', '/api/rides/available/all'],
  'rides of a rider': ({ rider }: Scene) => ['GET', `/api/rides/rider/${rider.id}`],
  'rides of a driver': ({ driver }: Scene) => ['GET', `/api/rides/driver/${driver.id}`],
  accept: ({ ride, driver }: Scene) => [
    'PATCH',
    `/api/rides/${ride.id}/status`,
    { status: 'accepted', driverId: driver.id },
  ],
  start: ({ ride }: Scene) => ['PATCH', `/api/rides/${ride.id}/status`, { status: 'in_progress' }],
  complete: ({ ride }: Scene) => ['PATCH', `/api/rides/${ride.id}/complete`, { actualFare: '$1.00' }],
} satisfies Record<string, (scene: Scene) => [method: string, path: string, body?: object]>;

type Call = keyof typeof CALLS;

/** The HTTP status of each call for users who are not authorized. */
const REFUSALS: Record<Call, { visitor: number; otherRider: number; otherDriver: number; admin: number }> = {
  book: { visitor: 401, otherRider: 403, otherDriver: 403, admin: 403 },
  show: { visitor: 401, otherRider: 404, otherDriver: 404, admin: 404 },
  calendar: { visitor: 401, otherRider: 404, otherDriver: 403, admin: 403 },
  checkout: { visitor: 401, otherRider: 404, otherDriver: 403, admin: 403 },
  card: { visitor: 401, otherRider: 404, otherDriver: 403, admin: 403 },
  'payment-success': { visitor: 401, otherRider: 403, otherDriver: 403, admin: 403 },
  offers: { visitor: 401, otherRider: 403, otherDriver: 200, admin: 403 },
  'rides of a rider': { visitor: 401, otherRider: 403, otherDriver: 403, admin: 403 },
  'rides of a driver': { visitor: 401, otherRider: 403, otherDriver: 403, admin: 403 },
  accept: { visitor: 401, otherRider: 403, otherDriver: 403, admin: 403 },
  start: { visitor: 401, otherRider: 403, otherDriver: 404, admin: 403 },
  complete: { visitor: 401, otherRider: 403, otherDriver: 404, admin: 403 },
};

const calls = Object.keys(CALLS) as Call[];

test.each(calls)('only authorized users can use the call: %s', async (call) => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'accepted' });
  const [method, path, body]: [string, string, object?] = CALLS[call]({ rider, driver, ride });
  const status = async (client: TestClient) => (await client.send(method, path, body)).status;

  expect({
    visitor: await status(visitor()),
    otherRider: await status(as(await buildRider())),
    otherDriver: await status(as(await buildDriver())),
    admin: await status(as(await buildAdmin())),
  }).toEqual(REFUSALS[call]);
  expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'accepted', version: ride.version });
});

test.each(['show', 'checkout', 'start', 'complete'] as const)(
  'the reply is the same for another user’s ride and for a missing ride: %s',
  async (call) => {
    const [rider, driver] = [await buildRider(), await buildDriver()];
    const ride = await buildRide();
    const client = call === 'checkout' ? as(rider) : as(driver);
    const send = async () => {
      const [method, path, body]: [string, string, object?] = CALLS[call]({ rider, driver, ride });
      return client.send(method, path, body);
    };

    const others = await send();
    await RideModel.deleteOne({ _id: ride.id });
    const nobodys = await send();

    expect(others.status).toBe(404);
    expect(nobodys.body).toEqual(others.body);
  },
);

test('payment-success in another rider’s name is refused', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  const ride = await buildRide({ riderId: rider.id, paymentStatus: 'pending' });

  const reply = await as(rider).post(`/api/rides/${ride.id}/payment-success`, {
    paymentIntentId: 'pi_1',
    riderId: other.id,
  });

  expect(reply.status).toBe(403);
});

test('payment-success for another rider’s ride returns 404', async () => {
  const rider = await buildRider();
  const ride = await buildRide({ paymentStatus: 'pending' });

  const reply = await as(rider).post(`/api/rides/${ride.id}/payment-success`, {
    paymentIntentId: 'pi_1',
    riderId: rider.id,
  });

  expect(reply.status).toBe(404);
});

test.each(['nonsense', '1', `${'0'.repeat(23)}g`, '%00', '[object Object]'])(
  'a malformed ride id such as %s returns 404',
  async (id) => {
    const reply = await as(await buildRider()).get(`/api/rides/${encodeURIComponent(id)}`);

    expect(reply.status).toBe(404);
  },
);

test('rider and driver each get a ride in their own view', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'in_progress' });

  const [ridersView, driversView] = [
    (await as(rider).get(`/api/rides/${ride.id}`)).body,
    (await as(driver).get(`/api/rides/${ride.id}`)).body,
  ];

  expect(riderRideSchema.parse(ridersView)).toEqual(ridersView);
  expect(driverRideSchema.parse(driversView)).toEqual(driversView);
});

test('rider and driver list their own rides, newest first', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const own = { riderId: rider.id, driverId: driver.id, status: 'accepted' } as const;
  const older = await buildRide({ ...own, createdAt: new Date(Date.now() - 60_000) });
  const newer = await buildRide(own);
  await buildRide({ status: 'accepted' });

  const ridersList = z
    .array(riderRideSchema)
    .parse((await as(rider).get(`/api/rides/rider/${rider.id}`)).body);
  const driversList = z
    .array(driverRideSchema)
    .parse((await as(driver).get(`/api/rides/driver/${driver.id}`)).body);

  expect(ridersList.map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect(driversList.map(({ id }) => id)).toEqual([newer.id, older.id]);
});

test('somebody signed in as both rider and driver of a ride gets the rider’s view of it', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'accepted' });
  const both = as(rider);
  await both.signIn();
  await both.post('/api/session', {
    email: driver.email,
    password: 'correct horse battery staple',
    beside: true,
  });

  const { body } = await both.get(`/api/rides/${ride.id}`);

  expect(body).toHaveProperty('customerEmail');
});

test('a rider can download a booked ride as a calendar entry with the uid of the emailed entries', async () => {
  const rider = await buildRider();
  const ride = await buildRide({ riderId: rider.id, stops: ['Sphere, 255 Sands Ave'] });
  const unpaid = await buildRide({ riderId: rider.id, paymentStatus: 'pending' });

  const reply = await as(rider).get(`/api/rides/${ride.id}/calendar.ics`);

  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="MRQ-\w{5}\.ics"/);
  const file = Buffer.from(reply.body as Uint8Array).toString();
  expect(file).toContain('METHOD:PUBLISH\r\n');
  expect(file).toContain(`UID:ride-${ride.id}@marquee\r\nSEQUENCE:${ride.version}\r\n`);
  expect((await as(rider).get(`/api/rides/${unpaid.id}/calendar.ics`)).status).toBe(409);
});
