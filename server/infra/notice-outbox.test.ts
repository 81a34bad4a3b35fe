import mongoose from 'mongoose';
import { expect, test, vi } from 'vitest';
import { relayOutbox } from '../relay-outbox.ts';
import { as } from '../testing/as.ts';
import { draftRatesAs } from '../testing/build-rates.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
import { connectSocket, connectTrip } from '../testing/connect-socket.ts';
import { publishOwnRide } from '../testing/publish-own-ride.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { Reply } from '../testing/test-client.ts';
import { closeAccount } from '../users/close-account.ts';
import type { UserRecord } from '../users/user-model.ts';
import { redis } from './redis.ts';

setUpTestApp();

type Browser = ReturnType<typeof as>;

/** Simulates a process that dies between writing and publishing. */
async function withoutPublishing<Result>(write: () => Promise<Result>): Promise<Result> {
  const publish = vi.spyOn(redis, 'publish').mockRejectedValue(new Error('killed'));
  try {
    return await write();
  } finally {
    publish.mockRestore();
  }
}

/** Simulates a server that dies between writing and publishing in an API call. */
async function dieBeforePublishing(who: UserRecord, call: (browser: Browser) => Promise<Reply>) {
  const browser = as(who);
  await browser.signIn();
  const { status, body } = await withoutPublishing(() => call(browser));
  expect(status, JSON.stringify(body)).toBeLessThan(300);
}

/** Makes all outbox marks overdue and runs the relay. */
async function relayAll(): Promise<void> {
  for (const { collection } of Object.values(mongoose.models)) {
    const isMarked = { unpublishedSince: { $exists: true } };
    await collection.updateMany(isMarked, { $set: { unpublishedSince: new Date(Date.now() - 60_000) } });
  }
  await relayOutbox();
}

/** Returns how many documents have an outbox mark. */
async function marked(): Promise<number> {
  const counts = Object.values(mongoose.models).map(({ collection }) =>
    collection.countDocuments({ unpublishedSince: { $exists: true } }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test('a driver’s suspension and reinstatement are relayed if the process died before publishing', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];
  const page = await connectSocket(driver);
  const path = `/api/ops/drivers/${driver.id}`;

  await dieBeforePublishing(admin, (browser) => browser.post(`${path}/suspend`, { reason: 'Complaints' }));
  await publishOwnRide(driver);
  await page.next('ride:changed');
  expect(page.unheard('driver:changed')).toBe(0);
  await relayAll();
  await page.next('driver:changed');

  await dieBeforePublishing(admin, (browser) => browser.post(`${path}/reinstate`, {}));
  await relayAll();
  await page.next('driver:changed');
  expect(await marked()).toBe(0);
});

test('vehicle changes are relayed to current and former drivers if the process died before publishing', async () => {
  const drivers = [
    await buildDriver({ vehicle: null }),
    await buildDriver({ vehicle: null }),
    await buildDriver({ vehicle: null }),
  ] as const;
  const [first, second, third] = drivers;
  const admin = await buildAdmin();
  const pages = await Promise.all(drivers.map((driver) => connectSocket(driver)));
  const { id } = await buildVehicle({ driverIds: [first.id] });
  const give = (version: number, driverIds: string[]) =>
    dieBeforePublishing(admin, (browser) => browser.patch(`/api/ops/vehicles/${id}`, { version, driverIds }));

  await give(1, [second.id]);
  await give(2, [third.id]);
  await relayAll();

  await Promise.all(pages.map((page) => page.next('driver:changed')));
  await dieBeforePublishing(admin, (browser) =>
    browser.send('PUT', `/api/ops/vehicles/${id}/state`, { state: 'out-of-service' }),
  );
  await relayAll();
  await pages[2]?.next('driver:changed');
  await Promise.all(drivers.map(publishOwnRide));
  await Promise.all(pages.map((page) => page.next('ride:changed')));
  expect(pages.map((page) => page.unheard('driver:changed'))).toEqual([0, 0, 0]);
});

test('a staff role change or disabling is relayed if the process died before publishing', async () => {
  const [admin, other] = [await buildAdmin(), await buildAdmin()];
  const page = await connectSocket(other);
  await page.socket.emitWithAck('ops:watch');
  const change = (changes: object) =>
    dieBeforePublishing(admin, (browser) => browser.patch(`/api/ops/staff/${other.id}`, changes));

  await change({ role: 'dispatcher' });
  await relayAll();
  await page.next('staff:changed');

  expect(await page.socket.emitWithAck('ops:watch')).toEqual({ watching: true });
  // The process died before it could end their sessions, too.
  vi.spyOn(redis, 'multi').mockImplementation(() => {
    throw new Error('killed');
  });
  await change({ isDisabled: true });
  await relayAll();
  await page.next('staff:changed');
});

test('the deletion of a staff account is relayed if the process died before publishing', async () => {
  await buildAdmin();
  const dispatcher = await buildDispatcher();
  const page = await connectSocket(dispatcher);
  expect(await page.socket.emitWithAck('ops:watch')).toEqual({ watching: true });
  const closing = await closeAccount(dispatcher.id, 'admin');

  expect(await withoutPublishing(async () => closing?.decide())).toBe(true);
  await relayAll();

  await page.next('staff:changed');
  expect(await page.socket.emitWithAck('ops:watch')).toEqual({ error: 'Only our staff can do that.' });
});

test('the removal of a staff member’s last passkey is relayed if the process died before publishing', async () => {
  const dispatcher = await buildDispatcher();
  const page = await connectSocket(dispatcher);
  expect(await page.socket.emitWithAck('ops:watch')).toEqual({ watching: true });
  const factors = Object((await as(dispatcher).get('/api/account/factors?role=dispatcher')).body);
  const [{ id }] = factors.passkeys;

  await dieBeforePublishing(dispatcher, (browser) =>
    browser.delete(`/api/account/passkeys/${id}?role=dispatcher`),
  );
  await relayAll();

  await page.next('staff:changed');
});

test('scheduled and dropped rates are relayed if the process died before publishing; drafts are not marked', async () => {
  const admin = await buildAdmin();
  const page = await connectSocket(await buildRider());
  const { id, version } = await draftRatesAs(admin);
  expect(await marked()).toBe(0);

  await dieBeforePublishing(admin, (browser) => browser.post(`/api/ops/rates/${id}/schedule`, { version }));
  await relayAll();
  await page.next('catalogue:changed');

  await dieBeforePublishing(admin, (browser) =>
    browser.post(`/api/ops/rates/${id}/drop`, { version: version + 1 }),
  );
  await relayAll();
  await page.next('catalogue:changed');
});

/** Builds a ride under way with a trip link and a viewer. */
async function sharedRide() {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await buildRide({
    ...{ riderId: rider.id, driverId: driver.id },
    ...{ status: 'accepted', enRouteAt: new Date() },
  });
  const path = `/api/rides/${id}/share`;
  const share = async () =>
    connectTrip(Object((await as(rider).post(path, {})).body).tripLink.replace('/trip/', ''));
  const stopSharing = () => dieBeforePublishing(rider, (browser) => browser.delete(path));
  const arrive = () => as(driver).patch(`/api/rides/${id}/status`, { status: 'arrived', confirmEarly: true });
  return { share, stopSharing, arrive, viewer: await share() };
}

test('the end of a trip link is relayed and disconnects its viewers if the process died before publishing', async () => {
  const { viewer, stopSharing } = await sharedRide();

  await stopSharing();
  await relayAll();

  await viewer.next('trip:ended');
  await expect.poll(() => viewer.socket.connected).toBe(false);
});

test('a new trip link ends the viewers of an old one whose end was not published, and keeps its own viewers', async () => {
  const { viewer, share, stopSharing, arrive } = await sharedRide();

  await stopSharing();
  const other = await share();

  await viewer.next('trip:ended');
  // The new link's message contained the end of the old one, so nothing is left to relay.
  expect(await marked()).toBe(0);
  expect((await arrive()).status).toBe(200);
  await other.next('trip:changed');
  expect(other.unheard('trip:ended')).toBe(0);
  expect(other.socket.connected).toBe(true);
});

test('a change written while an earlier one is being published stays marked until it is published as well', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];
  const path = `/api/ops/drivers/${driver.id}`;
  await as(admin).signIn();
  const publish = redis.publish.bind(redis);
  vi.spyOn(redis, 'publish').mockImplementationOnce(async (to, message) => {
    await dieBeforePublishing(admin, (browser) => browser.post(`${path}/reinstate`, {}));
    return publish(to, message);
  });

  await as(admin).post(`${path}/suspend`, { reason: 'Complaints' });

  expect(await marked()).toBe(1);
  await relayAll();
  expect(await marked()).toBe(0);
});
