import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { servedKindSchema } from '#common/drivers/driver.ts';
import { MAX_OFFERS, offerSchema } from '#common/rides/ride.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { RIDES_CHANGED } from '../infra/channels.ts';
import { channel, redis } from '../infra/redis.ts';
import { composeRideMessage } from '../rides/events/publish-ride.ts';
import { RideModel } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { startNode } from '../start-node.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDriver } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
import { connectSocket, type TestSocket } from '../testing/connect-socket.ts';
import { publishOwnRide } from '../testing/publish-own-ride.ts';
import { rideRecord } from '../testing/ride-record.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';

setUpTestApp();

const WATCHED = z.object({ offers: z.array(offerSchema), serves: z.array(servedKindSchema) });

const SEDAN: Partial<FleetVehicle> = { rideType: 'lux-sedan', alsoServes: [], seats: 3 };

const watch = async ({ socket }: TestSocket) => {
  const reply = WATCHED.parse(await socket.timeout(5_000).emitWithAck('offers:watch'));
  return { offers: reply.offers.map(({ id }) => id), kinds: reply.serves.map(({ rideType }) => rideType) };
};

/** Publishes an offer, then a change of each driver's own ride. */
async function offer(rideType: string, ...drivers: readonly UserRecord[]): Promise<string> {
  const ride = rideRecord(['requested', 'paid'], { rideType });
  await redis.publish(channel(RIDES_CHANGED), composeRideMessage(ride, new Date()));
  for (const driver of drivers) await publishOwnRide(driver);
  return ride.id;
}

test('an offer reaches the drivers whose vehicles serve its kind, and no others', async () => {
  const [sedan, suv] = [
    await buildDriver({ vehicle: SEDAN }),
    await buildDriver({ vehicle: { alsoServes: [], seats: 6 } }),
  ];
  const [sedans, suvs] = [await connectSocket(sedan), await connectSocket(suv)];
  const ride = await buildRide();
  expect(await watch(sedans)).toMatchObject({ kinds: ['lux-sedan'] });
  expect(await watch(suvs)).toEqual({ offers: [], kinds: ['lux-suv'] });

  const id = await offer('lux-sedan', suv);

  expect(await sedans.next('offer:added')).toMatchObject([{ id }]);
  await suvs.next('ride:changed');
  expect(suvs.unheard('offer:added')).toBe(0);
  expect((await watch(sedans)).offers).toContain(ride.id);
});

test('a driver is not shown rides after the day on which their documents expire', async () => {
  const ride = await buildRide();
  const until = (expiresOn: string) => [{ kind: 'license', number: '1', expiresOn } as const];
  const inTwoDays = addDays(dateInVegas(new Date()), 2);
  const [late, soon] = [
    await buildDriver({ driver: { documents: until('2100-01-01') } }),
    await buildDriver({ driver: { documents: until(inTwoDays) } }),
  ];

  expect((await watch(await connectSocket(late))).offers).toContain(ride.id);
  const short = await watch(await connectSocket(soon));
  expect(short.offers).not.toContain(ride.id);
  expect(short.kinds).toContain('lux-sedan');
});

test('going off duty stops a driver’s offers on every node at once, and going on duty resumes them', async () => {
  const driver = await buildDriver({ vehicle: SEDAN });
  const other = await startNode({ port: 0, host: '127.0.0.1' });
  const pages = [
    await connectSocket(driver),
    await connectSocket(driver, { url: `http://127.0.0.1:${other.port}` }),
  ];
  await Promise.all(pages.map(watch));

  await as(driver).send('PUT', '/api/duty', { isOnDuty: false });
  await Promise.all(pages.map((page) => page.next('driver:changed')));
  await offer('lux-sedan', driver);
  await Promise.all(pages.map((page) => page.next('ride:changed')));

  expect(pages.map((page) => page.unheard('offer:added'))).toEqual([0, 0]);
  expect(await Promise.all(pages.map(watch))).toMatchObject([{ kinds: [] }, { kinds: [] }]);

  await as(driver).send('PUT', '/api/duty', { isOnDuty: true });
  await Promise.all(pages.map((page) => page.next('driver:changed')));
  expect(await Promise.all(pages.map(watch))).toMatchObject([
    { kinds: ['lux-sedan'] },
    { kinds: ['lux-sedan'] },
  ]);
  const id = await offer('lux-sedan');
  for (const page of pages) expect(await page.next('offer:added')).toMatchObject([{ id }]);
  await other.close();
});

type Call = [method: string, path: string, body: object];

test.each([
  [
    'suspended',
    (driver: UserRecord): Call => ['POST', `/api/ops/drivers/${driver.id}/suspend`, { reason: 'Complaints' }],
  ],
  [
    'whose vehicle goes out of service',
    (_driver: UserRecord, vehicleId: string): Call => [
      'PUT',
      `/api/ops/vehicles/${vehicleId}/state`,
      { state: 'out-of-service' },
    ],
  ],
  [
    'whose vehicle is given to somebody else',
    (_driver: UserRecord, vehicleId: string): Call => [
      'PATCH',
      `/api/ops/vehicles/${vehicleId}`,
      { version: 1, driverIds: [] },
    ],
  ],
] as const)('a driver %s receives no further offers', async (_who, callOf) => {
  const [driver, admin] = [await buildDriver({ vehicle: null }), await buildAdmin()];
  const vehicle = await buildVehicle({ ...SEDAN, driverIds: [driver.id] });
  const page = await connectSocket(driver);
  await watch(page);

  const [method, path, body] = callOf(driver, vehicle.id);
  expect((await as(admin).send(method, path, body)).status).toBe(200);
  await page.next('driver:changed');
  await offer('lux-sedan', driver);
  await page.next('ride:changed');

  expect(page.unheard('offer:added')).toBe(0);
  expect(await watch(page)).toEqual({ offers: [], kinds: [] });
});

test('going off duty while a page begins to watch offers still stops its offers', async () => {
  const driver = await buildDriver({ vehicle: SEDAN });
  const page = await connectSocket(driver);
  await as(driver).signIn();

  const [, off] = await Promise.all([watch(page), as(driver).send('PUT', '/api/duty', { isOnDuty: false })]);
  expect(off.status).toBe(200);
  await page.next('driver:changed');
  await offer('lux-sedan', driver);
  await page.next('ride:changed');

  expect(page.unheard('offer:added')).toBe(0);
});

test('a page that watches offers gets them although the first read of them fails', async () => {
  const page = await connectSocket(await buildDriver({ vehicle: SEDAN }));
  const ride = await buildRide();
  const reads = vi.spyOn(RideModel, 'find');
  onTestFinished(() => reads.mockRestore());
  reads.mockImplementationOnce(() => {
    throw new Error('no connection to MongoDB is free');
  });

  expect((await watch(page)).offers).toContain(ride.id);
  const id = await offer('lux-sedan');
  expect(await page.next('offer:added')).toMatchObject([{ id }]);
});

const expiring = (days: number) =>
  ({ number: '1', expiresOn: addDays(dateInVegas(new Date()), days) }) as const;

const inDays = (days: number) => {
  const scheduledAt = new Date(Date.now() + days * 86_400_000);
  return { scheduledAt, scheduledDate: dateInVegas(scheduledAt) };
};

test('drivers who watch concurrently share one read of the offers, each limited by their documents', async () => {
  const drivers = await Promise.all(
    [1, 2, 40].map((days) =>
      buildDriver({ vehicle: SEDAN, driver: { documents: [{ kind: 'license', ...expiring(days) }] } }),
    ),
  );
  const pages = await Promise.all(drivers.map((driver) => connectSocket(driver)));
  const ride = await buildRide(inDays(10));
  await offer('lux-sedan', ...drivers);
  await Promise.all(pages.map((page) => page.next('ride:changed')));
  const reads = vi.spyOn(RideModel, 'find');
  onTestFinished(() => reads.mockRestore());

  const seen = await Promise.all(pages.map(watch));

  expect(seen.map(({ offers }) => offers.includes(ride.id))).toEqual([false, false, true]);
  expect(reads).toHaveBeenCalledTimes(1);
});

test('a published offer is in the reply to a page that watches offers afterwards', async () => {
  const pages = [
    await connectSocket(await buildDriver({ vehicle: SEDAN })),
    await connectSocket(await buildDriver({ vehicle: SEDAN })),
  ] as const;
  for (const page of pages) await watch(page);

  const { id } = await buildRide();
  await redis.publish(channel(RIDES_CHANGED), composeRideMessage(await findRide(id), new Date()));
  await Promise.all(pages.map((page) => page.next('offer:added')));

  expect((await watch(pages[0])).offers).toContain(id);
});

/** Builds drivers of a sedan whose registration expires before its offers, and of an SUV with a later one. */
async function buildDriversBehindFullList(count: number) {
  const drivers = await Promise.all(Array.from({ length: count }, () => buildDriver({ vehicle: null })));
  const driverIds = drivers.map(({ id }) => id);
  const documents = [{ kind: 'registration', ...expiring(20) } as const];
  await buildVehicle({ ...SEDAN, driverIds, documents });
  await buildVehicle({ rideType: 'lux-suv', alsoServes: [], seats: 6, driverIds });
  await Promise.all(
    Array.from({ length: MAX_OFFERS }, () => buildRide({ rideType: 'lux-sedan', ...inDays(30) })),
  );
  const last = await buildRide({ rideType: 'lux-suv', ...inDays(40) });
  return { drivers, last };
}

test('drivers not eligible for a full list of offers get the eligible ones beyond it, in few reads', async () => {
  const { drivers, last } = await buildDriversBehindFullList(8);
  const pages = await Promise.all(drivers.map((driver) => connectSocket(driver)));
  const reads = vi.spyOn(RideModel, 'find');
  onTestFinished(() => reads.mockRestore());

  const seen = await Promise.all(pages.map(watch));

  for (const { offers } of seen) expect(offers).toContain(last.id);
  expect(reads.mock.calls.length).toBeLessThan(drivers.length);
});
