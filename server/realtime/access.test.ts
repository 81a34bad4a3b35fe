import { expect, onTestFinished, test } from 'vitest';
import { DriverModel } from '../drivers/driver-model.ts';
import { readServedKinds } from '../drivers/driver-queries.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { RIDES_CHANGED } from '../infra/channels.ts';
import { channel, redis } from '../infra/redis.ts';
import { composeRideMessage } from '../rides/events/publish-ride.ts';
import { startNode } from '../start-node.ts';
import { as } from '../testing/as.ts';
import {
  buildAdmin,
  buildDispatcher,
  buildDriver,
  buildRider,
  TEST_PASSWORD,
} from '../testing/build-user.ts';
import { connectSocket, connectWithCookie, type TestSocket } from '../testing/connect-socket.ts';
import { publishOwnRide } from '../testing/publish-own-ride.ts';
import { rideRecord } from '../testing/ride-record.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { socketServer } from '../testing/socket-server.ts';
import { TestClient } from '../testing/test-client.ts';
import { signIn } from '../users/accounts.ts';
import { findStaff } from '../users/staff.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { watchOffers } from './watch-offers.ts';
import { watchOps } from './watch-ops.ts';

setUpTestApp();

/** Starts a second node on the same Redis. @returns its URL */
async function secondNode(): Promise<string> {
  const node = await startNode({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => node.close());
  return `http://127.0.0.1:${node.port}`;
}

/** Returns the status that a browser with this cookie gets on another node. */
async function statusAt(url: string, cookie: string, path: string): Promise<number> {
  return (await new TestClient(url).get(path, { cookie })).status;
}

const emit = ({ socket }: TestSocket, event: 'ops:watch' | 'offers:watch') =>
  socket.timeout(5_000).emitWithAck(event);

const closed = ({ socket }: TestSocket) => new Promise((resolve) => socket.once('disconnect', resolve));

const changeStaff = async (admin: UserRecord, { id }: UserRecord, change: object) => {
  const reply = await as(admin).patch(`/api/ops/staff/${id}`, change);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
};

test('suspending a driver notifies their pages on every node and stops their offers', async () => {
  const [driver, dispatcher, url] = [await buildDriver(), await buildDispatcher(), await secondNode()];
  const pages = [await connectSocket(driver), await connectSocket(driver, { url })];
  for (const page of pages) expect(await emit(page, 'offers:watch')).toMatchObject({ offers: [] });

  await as(dispatcher).post(`/api/ops/drivers/${driver.id}/suspend`, { reason: 'Complaints' });

  for (const page of pages) await page.next('driver:changed');
  await redis.publish(
    channel(RIDES_CHANGED),
    composeRideMessage(rideRecord(['requested', 'paid']), new Date()),
  );
  await publishOwnRide(driver);
  for (const page of pages) await page.next('ride:changed');
  expect(pages.map((page) => page.unheard('offer:added'))).toEqual([0, 0]);
  for (const page of pages) expect(await emit(page, 'offers:watch')).toEqual({ offers: [], serves: [] });
});

test('an admin who becomes a dispatcher is refused admin calls from the next request on, on every node', async () => {
  const [admin, other, url] = [await buildAdmin(), await buildAdmin(), await secondNode()];
  const page = await connectSocket(other, { url });
  await emit(page, 'ops:watch');
  expect(await statusAt(url, as(other).cookie, '/api/ops/staff')).toBe(200);

  await changeStaff(admin, other, { role: 'dispatcher' });

  expect(await statusAt(url, as(other).cookie, '/api/ops/staff')).toBe(403);
  expect(await statusAt(url, as(other).cookie, '/api/ops/alerts')).toBe(200);
  await page.next('staff:changed');
  expect(await emit(page, 'ops:watch')).toEqual({ watching: true });
});

test('disabled staff are signed out on every node, and stay signed out when enabled again', async () => {
  const [admin, dispatcher, url] = [await buildAdmin(), await buildDispatcher(), await secondNode()];
  const pages = [await connectSocket(dispatcher), await connectSocket(dispatcher, { url })];
  const ends = pages.map(closed);
  const { cookie } = as(dispatcher);

  await changeStaff(admin, dispatcher, { isDisabled: true });

  for (const page of pages) await page.next('session:ended');
  expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect']);
  expect(await statusAt(url, cookie, '/api/ops/alerts')).toBe(401);
  await changeStaff(admin, dispatcher, { isDisabled: false });
  expect(await statusAt(url, cookie, '/api/ops/alerts')).toBe(401);
  await expect(connectWithCookie(cookie, { url })).rejects.toThrow('UNAUTHENTICATED');
});

test('ending the sessions of a deleted account signs it out on every node', async () => {
  const [rider, url] = [await buildRider(), await secondNode()];
  const pages = [await connectSocket(rider), await connectSocket(rider, { url })];
  const { cookie } = as(rider);

  await UserModel.deleteOne({ _id: rider.id });
  await endSessionsOf(rider.id);

  for (const page of pages) await page.next('session:ended');
  expect(await statusAt(url, cookie, `/api/rides/rider/${rider.id}`)).toBe(401);
});

test.each([
  ['disabled', (user: UserRecord) => UserModel.updateOne({ _id: user.id }, { disabledAt: new Date() })],
  ['deleted', (user: UserRecord) => UserModel.deleteOne({ _id: user.id })],
])('a sign-in during which the account is %s leaves no session', async (_what, change) => {
  const dispatcher = await buildDispatcher();
  let isOpen = false;

  const signingIn = signIn(
    { email: dispatcher.email, password: TEST_PASSWORD },
    { failed: async () => {}, succeeded: async () => {}, cancel: async () => {} },
    {
      async open() {
        await change(dispatcher);
        await endSessionsOf(dispatcher.id);
        isOpen = true;
      },
      async close() {
        isOpen = false;
      },
    },
  );

  await expect(signingIn).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(isOpen).toBe(false);
});

test('disabled staff whose notification was lost leave the console at the next access check', async () => {
  const { io, url } = await socketServer();
  const opsWatch = watchOps(io, { isStaff: async (id) => (await findStaff(id)) !== null });
  const [dispatcher, colleague] = [await buildDispatcher(), await buildDispatcher()];
  const [page, other] = [await connectSocket(dispatcher, { url }), await connectSocket(colleague, { url })];
  for (const each of [page, other]) expect(await emit(each, 'ops:watch')).toEqual({ watching: true });
  await UserModel.updateOne({ _id: dispatcher.id }, { disabledAt: new Date() });

  await opsWatch.check();

  await page.next('staff:changed');
  expect(await emit(page, 'ops:watch')).toEqual({ error: 'Only our staff can do that.' });
  expect(await emit(other, 'ops:watch')).toEqual({ watching: true });
  expect(other.unheard('staff:changed')).toBe(0);
});

test('a suspended driver whose notification was lost loses the offers at the next access check', async () => {
  const { io, url } = await socketServer();
  const offerWatch = watchOffers(io, { readServedKinds, listOffers: async () => [] });
  const [driver, colleague] = [await buildDriver(), await buildDriver()];
  const [page, other] = [await connectSocket(driver, { url }), await connectSocket(colleague, { url })];
  for (const each of [page, other]) await emit(each, 'offers:watch');
  await DriverModel.updateOne({ _id: driver.id }, { state: 'suspended', isOnDuty: false });

  await offerWatch.check();

  await page.next('driver:changed');
  expect(await emit(page, 'offers:watch')).toEqual({ offers: [], serves: [] });
  expect(await emit(other, 'offers:watch')).toMatchObject({ offers: [] });
  expect(other.unheard('driver:changed')).toBe(0);
});
