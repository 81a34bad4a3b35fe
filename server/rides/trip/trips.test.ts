import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { positionOfLocation } from '#common/places/place-positions.ts';
import { logger } from '../../infra/logger.ts';
import { startNode } from '../../start-node.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket, connectTrip } from '../../testing/connect-socket.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';

setUpTestApp();

async function buildScene(overrides: Parameters<typeof buildRide>[0] = {}) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({
    riderId: rider.id,
    driverId: driver.id,
    status: 'accepted',
    enRouteAt: new Date(),
    customerName: 'Robin Secret',
    pickupLocation: '17 Hidden Lane',
    dropoffLocation: '18 Hidden Lane',
    ...overrides,
  });
  return { rider, driver, ride };
}

async function share(rider: UserRecord, ride: RideRecord): Promise<string> {
  const { status, body } = await as(rider).post(`/api/rides/${ride.id}/share`, {});
  expect(status).toBe(200);
  return Object(body).tripLink.replace('/trip/', '');
}

/** A node that serves a one-page site, because tests do not build the web app. */
async function startSite(): Promise<string> {
  const webDirectory = mkdtempSync(join(tmpdir(), 'site-'));
  writeFileSync(join(webDirectory, 'app.html'), '<!doctype html><body><div id="root"></div></body>');
  const node = await startNode({ port: 0, host: '127.0.0.1', webDirectory });
  onTestFinished(async () => {
    await node.close();
    rmSync(webDirectory, { recursive: true });
  });
  return `http://127.0.0.1:${node.port}`;
}

const BELLAGIO = 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd';
const WYNN = 'Wynn Las Vegas, 3131 S Las Vegas Blvd';
const CIRCA = 'Circa Resort & Casino, 8 Fremont St';

const NOT_FOUND = { code: 'NOT_FOUND', message: 'This link no longer works.' };

test('a trip link shows status, driver, vehicle and no position yet, and nothing about rider, addresses or fare', async () => {
  const { rider, driver, ride } = await buildScene();
  const token = await share(rider, ride);
  expect(Buffer.from(token, 'base64url')).toHaveLength(16);

  const { status, body } = await visitor().get(`/api/trips/${token}`);

  expect(status).toBe(200);
  expect(body).toMatchObject({
    trip: {
      status: 'accepted',
      driver: { firstName: 'Dee', vehicle: 'Black Cadillac Escalade', plate: 'NV 123-ABC' },
    },
    tracking: { position: null, pickup: null, dropoff: null },
  });
  const text = JSON.stringify(body);
  for (const secret of ['Secret', 'Hidden', 'robin@', '555-0101', '$', rider.id, driver.id, ride.id]) {
    expect(text).not.toContain(secret);
  }
});

test('viewers of a trip link see where the ride goes only from setting off until its end', async () => {
  const places = { pickupLocation: BELLAGIO, stops: [WYNN], dropoffLocation: CIRCA };
  const trips = { bookingType: 'point-to-point' as const, hours: null, ...places };
  const { rider, ride } = await buildScene({ ...trips, enRouteAt: null });
  const token = await share(rider, ride);
  const read = async () => Object((await visitor().get(`/api/trips/${token}`)).body).tracking;
  const nothing = { position: null, pickup: null, stops: [], dropoff: null, legs: [] };

  expect(await read()).toEqual(nothing);

  await RideModel.updateOne({ _id: ride.id }, { enRouteAt: new Date() });
  expect(await read()).toMatchObject({
    pickup: positionOfLocation(BELLAGIO),
    stops: [positionOfLocation(WYNN)],
    dropoff: positionOfLocation(CIRCA),
  });

  await RideModel.updateOne({ _id: ride.id }, { status: 'completed', completedAt: new Date() });
  expect(await read()).toEqual(nothing);
});

test('only the rider of a booked ride can create its trip link, and creating it again returns the same link', async () => {
  const { rider, driver, ride } = await buildScene();
  const [first, second] = await Promise.all([share(rider, ride), share(rider, ride)]);
  const unpaid = await buildRide({ riderId: rider.id, paymentStatus: 'pending' });

  expect(first).toBe(second);
  expect((await as(await buildRider()).post(`/api/rides/${ride.id}/share`, {})).status).toBe(404);
  expect((await as(driver).post(`/api/rides/${ride.id}/share`, {})).status).toBe(403);
  expect((await as(rider).post(`/api/rides/${unpaid.id}/share`, {})).status).toBe(409);
  const driverView = Object((await as(driver).get(`/api/rides/${ride.id}`)).body);
  expect(JSON.stringify(driverView)).not.toContain(first);
  expect(driverView.history.map(({ change }: { change: string }) => change)).not.toContain('shared');
});

test('trip links that are stopped, unknown, malformed or an hour past the end of the ride look alike', async () => {
  const { rider, ride } = await buildScene();
  const stopped = await share(rider, ride);
  await as(rider).delete(`/api/rides/${ride.id}/share`);
  const long = await buildScene();
  const over = await share(long.rider, long.ride);
  await RideModel.updateOne(
    { _id: long.ride.id },
    { $set: { status: 'completed', completedAt: new Date(Date.now() - 3_601_000) } },
  );
  const tokens = [stopped, over, 'AAAAAAAAAAAAAAAAAAAAAA', 'x', '%20', 'a'.repeat(150)];

  const replies = await Promise.all(tokens.map((token) => visitor().get(`/api/trips/${token}`)));
  const site = await startSite();
  const pages = await Promise.all(tokens.map((token) => visitor(site).get(`/trip/${token}`)));

  expect(replies.map(({ status, body }) => ({ status, body }))).toEqual(
    tokens.map(() => ({ status: 404, body: NOT_FOUND })),
  );
  expect(new Set(pages.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
  expect(pages[0]?.status).toBe(404);
  expect(pages[0]?.body).toContain('or the link is incomplete');
  const again = await share(rider, ride);
  expect(again).not.toBe(stopped);
});

test('a trip link shows a ride as completed for an hour after its end', async () => {
  const { rider, ride } = await buildScene({ status: 'in_progress' });
  const token = await share(rider, ride);
  await RideModel.updateOne(
    { _id: ride.id },
    { $set: { status: 'completed', completedAt: new Date(Date.now() - 3_500_000) } },
  );

  expect((await visitor().get(`/api/trips/${token}`)).body).toMatchObject({
    trip: { status: 'completed' },
    tracking: { position: null },
  });
});

test('a viewer of a trip link follows the ride without a session, and is disconnected when sharing stops', async () => {
  const { rider, driver, ride } = await buildScene();
  const token = await share(rider, ride);
  const viewer = await connectTrip(token);
  const other = await buildScene();
  const othersPage = await connectSocket(other.rider);

  (await connectSocket(driver)).socket.emit('position:send', { lat: 36.12, lng: -115.17 });
  expect(await viewer.next('position:moved')).toMatchObject([{ lat: 36.12 }]);
  expect((await visitor().get(`/api/trips/${token}`)).body).toMatchObject({
    tracking: { position: { lat: 36.12, lng: -115.17 } },
  });
  await as(driver).patch(`/api/rides/${ride.id}/status`, { status: 'arrived', confirmEarly: true });
  const [trip] = await viewer.next('trip:changed');
  expect(trip?.arrivedAt).not.toBeNull();

  await as(rider).delete(`/api/rides/${ride.id}/share`);

  await viewer.next('trip:ended');
  await expect.poll(() => viewer.socket.connected).toBe(false);
  // Messages keep their order: these are later than the ones that must not have come.
  expect(viewer.unheard('ride:changed')).toBe(0);
  await share(other.rider, other.ride);
  expect(await othersPage.next('ride:changed')).toMatchObject([{ id: other.ride.id }]);
  expect(othersPage.unheard('trip:changed')).toBe(0);
  expect(othersPage.unheard('position:moved')).toBe(0);
});

test('a viewer of a trip link cannot watch offers or the board, and a guessed link cannot connect', async () => {
  const { rider, ride } = await buildScene();
  const viewer = await connectTrip(await share(rider, ride));

  expect(await viewer.socket.timeout(5_000).emitWithAck('offers:watch')).toHaveProperty('error');
  expect(await viewer.socket.timeout(5_000).emitWithAck('ops:watch')).toHaveProperty('error');
  await expect(connectTrip('guessed')).rejects.toThrow('NOT_FOUND');
});

test('the trip page shows the status without scripts, and keeps its link from search engines, referrers and logs', async () => {
  const { rider, ride } = await buildScene();
  const token = await share(rider, ride);
  const logged = vi.spyOn(logger, 'info');
  onTestFinished(() => logged.mockRestore());

  const site = await startSite();
  const { status, headers, body } = await visitor(site).get(`/trip/${token}`);
  await visitor(site).get(`/api/trips/${token}`);

  expect(status).toBe(200);
  expect(body).toMatch(
    /<noscript>.*On the way\..*Driver: Dee, Black Cadillac Escalade, NV 123-ABC\..*<\/noscript>/s,
  );
  const pickup = formatDayTimeWithZone(new Date(ride.scheduledAt), new Date());
  expect(body).toContain(`<p>Pickup ${pickup}.</p>`);
  expect(body).not.toMatch(/Secret|Hidden/);
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(logged.mock.calls)).not.toContain(token);
});
