import type { Server, ServerOptions } from 'socket.io';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { addDays } from '#common/time.ts';
import { clearRides, useRideStore } from '#web/features/rides/store/ride-store.ts';
import { receiveSession, useSessionStore } from '#web/features/users/session-store.ts';
import { mountList } from '#web/lib/active-lists.ts';

import { useConnectionStore } from '#web/lib/connection-store.ts';
import { loadCatalogue } from '#web/lib/load-catalogue.ts';
import { ridesChannel } from '#web/lib/rides-channel.ts';
import { recordServerDate, serverNow } from '#web/lib/server-clock.ts';
import { buildDriverRide, buildOffer, buildRiderRide, DRIVER_ID, RIDER_ID } from '#web/testing/build-ride.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { fakeStorage } from '#web/testing/fake-storage.ts';
import { fakeTab, PATIENCE, startGateway } from '#web/testing/gateway.ts';
import { answerApi, serveApi } from '#web/testing/serve-api.ts';
import { startSilentProxy } from '#web/testing/silent-proxy.ts';
import { keepRealtime } from './keep-realtime.ts';
import { openRealtime } from './realtime.ts';

/** Mounts a list whose snapshots are counted. */
function mountCountedList() {
  const load = vi.fn(async () => true);
  onTestFinished(mountList(load));
  return load;
}

async function open(options?: Partial<ServerOptions>) {
  const gateway = await startGateway(options);
  const tab = fakeTab();
  const controller = new AbortController();
  const onRefused = vi.fn();
  openRealtime({ url: gateway.url, signal: controller.signal, onRefused });
  onTestFinished(() => controller.abort());
  await vi.waitUntil(() => useConnectionStore.getState().state === 'live', PATIENCE);
  return { ...gateway, tab, close: () => controller.abort(), onRefused };
}

beforeEach(clearRides);

const connections = (io: Server) => io.of('/').sockets.size;

test('a reconnect attempt that gets no answer is given up, and the connection comes back', async () => {
  const gateway = await startGateway();
  const proxy = await startSilentProxy(gateway.url);
  proxy.swallow((number) => number % 2 === 1);
  fakeTab();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  openRealtime({ url: proxy.url, signal: controller.signal, onRefused: () => {} });
  await vi.waitUntil(() => useConnectionStore.getState().state === 'live', PATIENCE);

  proxy.drop();
  await vi.waitUntil(() => useConnectionStore.getState().state === 'reconnecting', PATIENCE);

  await vi.waitUntil(() => useConnectionStore.getState().state === 'live', PATIENCE);
});

test('connecting reloads each mounted list once', async () => {
  const load = mountCountedList();

  const { io } = await open();

  await vi.waitUntil(() => load.mock.calls.length === 2, PATIENCE);
  expect(connections(io)).toBe(1);
});

test('a dropped connection shows as reconnecting, becomes live again, and reloads the lists', async () => {
  const { io } = await open();
  const load = mountCountedList();
  const states: string[] = [];
  onTestFinished(useConnectionStore.subscribe(({ state }) => states.push(state)));

  for (const socket of io.of('/').sockets.values()) socket.conn.close();

  await vi.waitUntil(() => states.includes('live'), PATIENCE);
  expect(states).toEqual(['reconnecting', 'live']);
  await vi.waitUntil(() => load.mock.calls.length >= 2, PATIENCE);
});

test('a silent connection counts as down since its last packet, not since it was closed', async () => {
  const HEARTBEAT_MS = 200;
  const { io } = await open({ pingInterval: HEARTBEAT_MS, pingTimeout: HEARTBEAT_MS });
  const { getState } = useConnectionStore;

  for (const socket of io.of('/').sockets.values()) {
    vi.spyOn(socket.conn.transport, 'send').mockImplementation(() => {});
  }
  await vi.waitUntil(() => getState().state === 'reconnecting', { ...PATIENCE, interval: 5 });

  // The connection is closed only when a heartbeat is overdue by another interval.
  expect(Date.now() - getState().since.getTime()).toBeGreaterThan(1.5 * HEARTBEAT_MS);
});

test('offer:added and offer:removed events update the offers on the board', async () => {
  const { io } = await open();
  const offer = buildOffer();

  io.emit('offer:added', [offer]);
  await vi.waitUntil(() => useRideStore.getState().offers.posted.length === 1, PATIENCE);

  io.emit('offer:removed', [{ id: offer.id, version: offer.version + 1, reason: 'cancelled' }]);
  await vi.waitUntil(() => useRideStore.getState().offers.posted.length === 0, PATIENCE);
});

test('an offer moved past the date the driver may serve leaves the board, and returns once the driver may', async () => {
  const { io } = await open();
  const rideType = 'lux-suv';
  const offer = buildOffer({ rideType });
  let until: string | null = offer.scheduledDate;
  for (const socket of io.of('/').sockets.values()) {
    socket.on('offers:watch', (acknowledge) => acknowledge({ offers: [], serves: [{ rideType, until }] }));
  }
  await ridesChannel()?.watchOffers();
  io.emit('offer:added', [offer]);
  await vi.waitUntil(() => useRideStore.getState().offers.posted.length === 1, PATIENCE);

  const moved = { ...offer, version: offer.version + 1, scheduledDate: addDays(offer.scheduledDate, 1) };
  io.emit('offer:added', [moved]);
  await vi.waitUntil(() => useRideStore.getState().offers.posted.length === 0, PATIENCE);

  until = null;
  await ridesChannel()?.watchOffers();
  io.emit('offer:added', [moved]);
  await vi.waitUntil(() => useRideStore.getState().offers.posted.length === 1, PATIENCE);
});

test('the catalogue is reloaded when the server announces changed rates', async () => {
  const paths: string[] = [];
  const reply = JSON.stringify({ current: SEEDED_RATES, next: [] });
  await serveApi((req, res) => {
    paths.push(req.url ?? '');
    res.end(reply);
  });
  const { io } = await open();
  await loadCatalogue();
  const before = paths.length;

  io.emit('catalogue:changed');

  await vi.waitUntil(() => paths.length > before, PATIENCE);
  expect(new Set(paths)).toEqual(new Set(['/api/catalogue']));
});

test('watching offers returns the open offers', async () => {
  const { io } = await open();
  const offer = buildOffer();
  for (const socket of io.of('/').sockets.values()) {
    socket.on('offers:watch', (acknowledge) =>
      acknowledge({ offers: [offer], serves: [{ rideType: 'lux-suv', until: null }] }),
    );
  }

  expect(await ridesChannel()?.watchOffers()).toEqual([offer]);
});

test('watching offers fails when the server refuses', async () => {
  const { io } = await open();
  for (const socket of io.of('/').sockets.values()) {
    socket.on('offers:watch', (acknowledge) => acknowledge({ error: 'Drivers only' }));
  }

  await expect(ridesChannel()?.watchOffers()).rejects.toThrow('Drivers only');
});

test('the rides of the connection’s user are accepted, with the server’s time, and those of another refused', async () => {
  const { io } = await open();
  const [ride, drive] = [buildRiderRide(), buildDriverRide()];
  const now = new Date(Date.now() - 7_200_000).toISOString();
  for (const socket of io.of('/').sockets.values()) {
    socket.on('rides:list-as-rider', (acknowledge) => acknowledge({ userId: RIDER_ID, now, rides: [ride] }));
    socket.on('rides:list-as-driver', (acknowledge) =>
      acknowledge({ userId: DRIVER_ID, now, rides: [drive] }),
    );
  }
  onTestFinished(() => recordServerDate(new Date().toISOString()));
  const [versionsOfRider, versionsOfDriver] = [{ [ride.id]: 1 }, { [drive.id]: 2 }];
  for (const socket of io.of('/').sockets.values()) {
    socket.on('rides:list-recent-as-rider', (acknowledge) =>
      acknowledge({ userId: RIDER_ID, now, rides: [ride], versions: versionsOfRider }),
    );
    socket.on('rides:list-recent-as-driver', (acknowledge) =>
      acknowledge({ userId: DRIVER_ID, now, rides: [drive], versions: versionsOfDriver }),
    );
  }

  expect(await ridesChannel()?.listRiderRides(RIDER_ID)).toEqual([ride]);
  expect(await ridesChannel()?.listDriverRides(DRIVER_ID)).toEqual([drive]);
  const recent = { rides: [ride], versions: versionsOfRider };
  expect(await ridesChannel()?.listRecentRiderRides(RIDER_ID)).toMatchObject(recent);
  expect(await ridesChannel()?.listRecentDriverRides(DRIVER_ID)).toMatchObject({
    rides: [drive],
    versions: versionsOfDriver,
  });
  await expect(ridesChannel()?.listRecentDriverRides(RIDER_ID)).rejects.toThrow('another user');
  expect(Math.abs(serverNow().getTime() - Date.parse(now))).toBeLessThan(60_000);
  await expect(ridesChannel()?.listRiderRides(DRIVER_ID)).rejects.toThrow('another user');
});

test('a server that does not answer lists of rides is asked once a minute', async () => {
  const { io } = await open();
  let asked = 0;
  for (const socket of io.of('/').sockets.values()) {
    socket.onAny((event) => {
      if (event === 'rides:list-as-rider') asked += 1;
    });
  }

  await expect(ridesChannel()?.listRiderRides(RIDER_ID)).rejects.toThrow('timed out');
  await expect(ridesChannel()?.listRiderRides(RIDER_ID)).rejects.toThrow('does not list rides');
  expect(asked).toBe(1);

  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  onTestFinished(() => clock.mockRestore());
  const ride = buildRiderRide();
  for (const socket of io.of('/').sockets.values()) {
    socket.on('rides:list-as-rider', (acknowledge) =>
      acknowledge({ userId: RIDER_ID, now: new Date().toISOString(), rides: [ride] }),
    );
  }
  expect(await ridesChannel()?.listRiderRides(RIDER_ID)).toEqual([ride]);
});

test('a lost subscription shows as reconnecting, and resync reloads the lists', async () => {
  const load = mountCountedList();
  const { io } = await open();
  await vi.waitUntil(() => load.mock.calls.length === 2, PATIENCE);

  io.emit('subscription:lost');
  await vi.waitUntil(() => useConnectionStore.getState().state === 'reconnecting', PATIENCE);

  io.emit('resync');
  await vi.waitUntil(() => load.mock.calls.length === 3, PATIENCE);
  expect(useConnectionStore.getState().state).toBe('live');
});

test('lists are reloaded when a page wakes from sleep', async () => {
  const { tab } = await open();
  const load = mountCountedList();
  const at = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(at);
  onTestFinished(() => clock.mockRestore());

  tab.show(false);
  clock.mockReturnValue(at + 60_000);
  tab.show(true);

  await vi.waitUntil(() => load.mock.calls.length === 2, PATIENCE);
});

test('when the session ends, onRefused is called and the connection is not reopened', async () => {
  const { io, onRefused } = await open();

  io.emit('session:ended');
  io.disconnectSockets(true);

  await vi.waitUntil(() => useConnectionStore.getState().state === 'reconnecting', PATIENCE);
  expect(onRefused).toHaveBeenCalled();
  expect(ridesChannel()).toBeNull();
});

test('a connection refused as UNAUTHENTICATED calls onRefused', async () => {
  const { io, url } = await startGateway();
  fakeTab();
  io.use((_socket, next) => next(new Error('UNAUTHENTICATED')));
  const controller = new AbortController();
  onTestFinished(() => controller.abort());

  await new Promise<void>((resolve) => {
    openRealtime({ url, signal: controller.signal, onRefused: resolve });
  });

  expect(useConnectionStore.getState().state).not.toBe('live');
});

test('closing the connection keeps the stored offers but no longer marks them as live', async () => {
  const { io, close } = await open();
  io.emit('offer:added', [buildOffer()]);
  await vi.waitUntil(() => useRideStore.getState().offers.posted.length === 1, PATIENCE);

  close();

  await vi.waitUntil(() => connections(io) === 0, PATIENCE);
  expect(useRideStore.getState().offers.posted).toHaveLength(1);
  expect(useConnectionStore.getState().state).toBe('reconnecting');
  expect(ridesChannel()).toBeNull();
});

test('a connection exists only while a user is signed in and is replaced when the signed-in users change', async () => {
  const { io, url } = await startGateway();
  fakeTab(url);
  fakeStorage();
  const seen: string[] = [];
  io.on('connection', (socket) => seen.push(socket.id));
  onTestFinished(keepRealtime());

  const rider = buildUser();
  receiveSession(buildSession({ rider }));
  await vi.waitUntil(() => connections(io) === 1, PATIENCE);
  receiveSession(buildSession({ rider, demo: true }));
  receiveSession(buildSession({ rider, driver: buildUser({ role: 'driver' }) }));
  await vi.waitUntil(() => seen.length === 2 && connections(io) === 1, PATIENCE);
  io.emit('offer:added', [buildOffer()]);
  await vi.waitUntil(() => useRideStore.getState().offers.posted.length === 1, PATIENCE);

  receiveSession(buildSession());
  expect(useRideStore.getState().offers.posted).toEqual([]);
  await vi.waitUntil(() => connections(io) === 0, PATIENCE);
  expect(seen).toHaveLength(2);
});

test('staff:changed loads the new role of a signed-in staff member in open windows', async () => {
  const { io, url } = await startGateway();
  fakeTab(url);
  fakeStorage();
  const dispatcher = buildUser({ role: 'dispatcher' });
  const admin = buildSession({ staff: { ...dispatcher, role: 'admin' } });
  let now = buildSession({ staff: dispatcher });
  const calls = await answerApi({ 'GET /api/session': () => [200, now] });
  onTestFinished(keepRealtime());
  receiveSession(now);
  await vi.waitUntil(() => calls.length > 0, PATIENCE);
  expect(connections(io)).toBe(1);

  now = admin;
  io.emit('staff:changed');

  await vi.waitUntil(() => useSessionStore.getState().session.staff?.role === 'admin', PATIENCE);
  receiveSession(buildSession());
});

test('a connection whose code fails to load is retried', async () => {
  const { io, url } = await startGateway();
  fakeTab(url);
  fakeStorage();
  const load = vi.fn(() => import('./realtime.ts')).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  onTestFinished(keepRealtime(load));

  receiveSession(buildSession({ rider: buildUser() }));

  await vi.waitUntil(() => connections(io) === 1, PATIENCE);
  expect(load).toHaveBeenCalledTimes(2);
  receiveSession(buildSession());
});
