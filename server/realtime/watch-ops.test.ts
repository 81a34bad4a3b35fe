import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { alertSchema } from '#common/alerts/alert.ts';
import { rooms } from '#common/rides/ride-events.ts';
import { staffRideSchema } from '#common/rides/staff-ride.ts';
import { openAlert, resolveAlert } from '../alerts/alerts.ts';
import { acceptRide } from '../rides/dispatch/accept-ride.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver } from '../testing/build-user.ts';
import { connectSocket, connectWithCookie, type TestSocket } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { socketServer } from '../testing/socket-server.ts';
import { watchOps } from './watch-ops.ts';

setUpTestApp();

const watch = ({ socket }: TestSocket) => socket.timeout(5_000).emitWithAck('ops:watch');

test('staff with the console open receive ride changes in the staff view', async () => {
  const [console_, driver] = [await connectSocket(await buildDispatcher()), await buildDriver()];
  expect(await watch(console_)).toEqual({ watching: true });

  const ride = await buildRide();
  await acceptRide(ride.id, driver.id);

  const [changed] = z.array(staffRideSchema).parse(await console_.next('board:changed'));
  expect(changed).toMatchObject({ id: ride.id, status: 'accepted', customerName: 'Robin Rider' });
});

test('a driver who goes off duty is named to open consoles', async () => {
  const [console_, driver] = [await connectSocket(await buildDispatcher()), await buildDriver()];
  await watch(console_);

  await as(driver).send('PUT', '/api/duty', { isOnDuty: false });

  expect(await console_.next('fleet:changed')).toEqual([driver.id]);
});

test('opening and resolving an alert are each sent to the console once, even when repeated', async () => {
  const console_ = await connectSocket(await buildAdmin());
  await watch(console_);
  const subject = { kind: 'ride', id: 'f'.repeat(24), name: 'Ride' };
  const alert = { key: 'f driver-late', kind: 'driver-late', subject, text: 'Tom is late.' } as const;

  const opened = await Promise.all([openAlert(alert), openAlert(alert)]);
  await resolveAlert(alert.key);
  await resolveAlert(alert.key);

  expect(opened.filter(Boolean)).toHaveLength(1);
  const changes = [await console_.next('alert:changed'), await console_.next('alert:changed')].map((items) =>
    z.array(alertSchema).parse(items),
  );
  expect(changes).toMatchObject([[{ version: 1, resolvedAt: null }], [{ version: 2 }]]);
  expect(changes[1]?.[0]?.resolvedAt).not.toBeNull();
});

test('sixty concurrent consoles each receive a ride change exactly once', async () => {
  const driver = await buildDriver();
  const dispatchers = await Promise.all([1, 2, 3].map(async () => as(await buildDispatcher())));
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.signIn()));
  const cookies = dispatchers.flatMap(({ cookie }) => Array.from({ length: 20 }, () => cookie));
  const pages = await Promise.all(cookies.map((cookie) => connectWithCookie(cookie)));
  await Promise.all(pages.map(watch));

  const ride = await buildRide();
  await acceptRide(ride.id, driver.id);
  // Once this alert arrives, earlier messages have arrived too.
  const subject = { kind: 'ride', id: ride.id, name: 'Ride' };
  await openAlert({ key: `${ride.id} driver-late`, kind: 'driver-late', subject, text: 'Dee is late.' });
  await Promise.all(pages.map((page) => page.next('alert:changed')));

  const changes = await Promise.all(pages.map((page) => page.next('board:changed')));
  expect(new Set(changes.map((items) => JSON.stringify(items))).size).toBe(1);
  expect(pages.map((page) => page.unheard('board:changed'))).toEqual(pages.map(() => 0));
});

test('staff who leave the console while their account is being read do not join its room', async () => {
  const { io, url } = await socketServer();
  let answer = (_isStaff: boolean) => {};
  const isStaff = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  watchOps(io, { isStaff: () => isStaff });
  const left = new Promise<void>((resolve) => {
    io.on('connection', (socket) => void socket.on('ops:unwatch', resolve));
  });
  const page = await connectSocket(await buildDispatcher(), { url });

  const watching = watch(page);
  page.socket.emit('ops:unwatch');
  await left;
  answer(true);
  await watching;

  expect(io.sockets.adapter.rooms.has(rooms.ops)).toBe(false);
  await watch(page);
  expect(io.sockets.adapter.rooms.get(rooms.ops)?.size).toBe(1);
});

test('a driver cannot watch the console', async () => {
  const page = await connectSocket(await buildDriver());

  expect(await watch(page)).toEqual({ error: 'Only our staff can do that.' });
});
