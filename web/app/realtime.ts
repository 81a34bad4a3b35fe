import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import type { ServedKind } from '#common/drivers/driver.ts';
import { isServed } from '#common/drivers/is-served.ts';
import type { Offer } from '#common/rides/ride.ts';
import { type LinkTimes, parseEvent, type RideListReply, SOCKET_PATH } from '#common/rides/ride-events.ts';
import { followNews } from '#web/features/rides/alerts/follow-news.ts';
import { receivePositions } from '#web/features/rides/position/position-store.ts';
import {
  receiveOffers,
  receiveRemovedOffers,
  receiveRemovedRides,
  receiveRides,
} from '#web/features/rides/store/ride-store.ts';
import { loadSession } from '#web/features/users/session-actions.ts';
import { actingUser, useSessionStore } from '#web/features/users/session-store.ts';
import { cancelResync, resyncLists, resyncWith } from '#web/lib/active-lists.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import { needsFastDetection, onLinkWatch } from '#web/lib/fast-detection.ts';
import { refreshCatalogue, refreshCatalogueSoon } from '#web/lib/load-catalogue.ts';
import { onWake } from '#web/lib/on-wake.ts';
import { emitOps, type OpsChannel, setOpsChannel } from '#web/lib/ops-channel.ts';
import { setPositionChannel } from '#web/lib/position-channel.ts';
import { type RidesChannel, setRidesChannel } from '#web/lib/rides-channel.ts';
import { recordServerDate } from '#web/lib/server-clock.ts';
import { detectDeadConnection, type RideSocket } from './detect-dead-connection.ts';

/** The timeout of an acknowledgement by the gateway, in milliseconds. */
const ACK_MS = 5_000;

/** The same for lists that can also be read by REST: as long as the first attempt of `fetchWithTimeout`. */
const LIST_ACK_MS = 3_000;

/**
 * Validates the payload of an event in development and tests, so that a wrong shape fails there. In
 * production the payload passes unchecked, and its schema is not even loaded.
 *
 * @throws ZodError in development and tests
 */
export function checkPayload<Payload>(event: Parameters<typeof parseEvent>[0], payload: Payload): Payload {
  if (import.meta.env?.DEV) parseEvent(event, payload);
  return payload;
}

/**
 * The timeouts of the first and of later connection attempts, in milliseconds: short at first, to retry soon
 * when packets are dropped, then longer, for slow connections.
 */
const ATTEMPT_MS = 4_000;
const MAX_ATTEMPT_MS = 8_000;

/** Opens a socket of this page, which reconnects by itself. */
export function connectTo(url: string, options: Partial<ManagerOptions & SocketOptions> = {}): RideSocket {
  const socket: RideSocket = io(url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    reconnectionDelay: 200,
    reconnectionDelayMax: 1_000,
    randomizationFactor: 0.5,
    timeout: ATTEMPT_MS,
    ...options,
  });
  socket.io.on('reconnect_attempt', (attempt) => {
    socket.io.timeout(Math.min(attempt * ATTEMPT_MS, MAX_ATTEMPT_MS));
  });
  return socket;
}

/** @param onServes called with the kinds of rides the driver is offered, with each snapshot */
const ridesChannelOf = (
  socket: RideSocket,
  onServes: (serves: readonly ServedKind[]) => void,
): RidesChannel => ({
  watchOffers: async () => {
    const reply = await socket.timeout(ACK_MS).emitWithAck('offers:watch');
    if ('error' in reply) throw new Error(reply.error);
    onServes(reply.serves);
    return checkPayload('offer:added', reply.offers);
  },
  unwatchOffers: () => socket.emit('offers:unwatch'),
  listRiderRides: async (riderId) => {
    const reply = await socket.timeout(LIST_ACK_MS).emitWithAck('rides:list-as-rider');
    return checkPayload('ride:changed', ownRides(reply, riderId));
  },
  listDriverRides: async (driverId) => {
    const reply = await socket.timeout(LIST_ACK_MS).emitWithAck('rides:list-as-driver');
    return checkPayload('ride:changed', ownRides(reply, driverId));
  },
});

/** @throws Error if the list was refused, or is another user's, such as after a sign-in in another tab */
function ownRides<Ride>(reply: RideListReply<Ride>, userId: string): Ride[] {
  if ('error' in reply) throw new Error(reply.error);
  if (reply.userId !== userId) throw new Error('The connection is that of another user.');
  recordServerDate(reply.now);
  return reply.rides;
}

const opsChannelOf = (socket: RideSocket): OpsChannel => ({
  watch: async () => {
    const reply = await socket.timeout(ACK_MS).emitWithAck('ops:watch');
    if ('error' in reply) throw new Error(reply.error);
  },
  unwatch: () => socket.emit('ops:unwatch'),
});

/** Returns the acting rider or driver, who is notified of changes to rides that the page does not show. */
function actingRiderOrDriver() {
  const state = useSessionStore.getState();
  const user = actingUser(state);
  return user && state.activeRole !== 'staff' ? { role: state.activeRole, id: user.id } : null;
}

/**
 * Reloads the session of a signed-in staff member, since their role may have changed.
 *
 * @returns whether it was loaded
 */
async function refreshStaff(): Promise<boolean> {
  const { session } = useSessionStore.getState();
  if (!session.staff) return true;
  await loadSession();
  return useSessionStore.getState().session !== session;
}

interface RealtimeOptions {
  /** The gateway's address: the page's own origin. */
  url: string;
  /** Closes the connection. Received data stays on screen, since another connection may follow. */
  signal: AbortSignal;
  /** Called when the server closed or refused the connection, so that the session must be read again. */
  onRefused: () => void;
  /** How fast a dead connection is detected. Defaults to the contract's times. */
  linkTimes?: LinkTimes;
}

/**
 * Opens the single connection of this window. It feeds the stores, and reloads the lists on screen whenever
 * events may have been missed: after each connect, on `resync`, and when the page wakes up. It reconnects by
 * itself, except when refused.
 */
export function openRealtime({ url, signal, onRefused, linkTimes }: RealtimeOptions): void {
  if (signal.aborted) return;
  const socket = connectTo(url, { withCredentials: true });
  let lastPacketAt = new Date();
  let serves: readonly ServedKind[] | null = null;
  const news = followNews({ audience: actingRiderOrDriver, signal });

  socket.io.on('open', () => {
    socket.io.engine.on('packet', () => {
      lastPacketAt = new Date();
    });
  });
  socket.on('connect', () => {
    setConnection('live');
    setOpsChannel(opsChannelOf(socket));
    setPositionChannel((position) => socket.volatile.emit('position:send', position));
    setRidesChannel(
      ridesChannelOf(socket, (kinds) => {
        serves = kinds;
      }),
    );
    resyncLists();
  });
  socket.on('disconnect', () => {
    // A silent connection is closed only at the heartbeat's timeout, but it has been down since the last
    // packet.
    setConnection('reconnecting', lastPacketAt);
    setOpsChannel(null);
    setPositionChannel(null);
    setRidesChannel(null);
    if (!socket.active) onRefused();
  });
  socket.on('connect_error', () => {
    if (!socket.active) onRefused();
  });

  socket.on('position:moved', (positions) => receivePositions(checkPayload('position:moved', positions)));
  socket.on('ride:changed', (rides) => {
    receiveRides(checkPayload('ride:changed', rides));
    news.receiveRides(rides);
  });
  socket.on('ride:removed', (removed) => {
    receiveRemovedRides(checkPayload('ride:removed', removed));
    news.receiveRemoved(removed);
  });
  // A room's offers of a kind are for any day; some may be after the driver's documents expire.
  socket.on('offer:added', (offers) => {
    const mayServe = (offer: Offer) => !serves || isServed(serves, offer);
    checkPayload('offer:added', offers);
    receiveOffers(offers.filter(mayServe));
    // Removed at the version before, so that this one can still be added once the documents are renewed.
    const others = offers.filter((offer) => !mayServe(offer));
    receiveRemovedOffers(others.map(({ id, version }) => ({ id, version: version - 1, reason: 'changed' })));
  });
  socket.on('offer:removed', (removed) => receiveRemovedOffers(checkPayload('offer:removed', removed)));
  socket.on('board:changed', (rides) => emitOps('board:changed', checkPayload('board:changed', rides)));
  socket.on('alert:changed', (alerts) => emitOps('alert:changed', checkPayload('alert:changed', alerts)));
  socket.on('inbox:changed', (rows) => emitOps('inbox:changed', checkPayload('inbox:changed', rows)));
  socket.on('subscription:lost', () => setConnection('reconnecting'));
  socket.on('resync', () => {
    setConnection('live');
    resyncLists();
  });
  socket.on('driver:changed', resyncLists);
  socket.on('catalogue:changed', refreshCatalogueSoon);
  socket.on('staff:changed', resyncLists);
  socket.on('session:ended', onRefused);
  // Events about rates or staff may have been missed too.
  const stops = [resyncWith(refreshCatalogue), resyncWith(refreshStaff)];

  detectDeadConnection(socket, {
    signal,
    isWatched: needsFastDetection,
    onWatch: onLinkWatch,
    times: linkTimes,
  });
  onWake(() => socket.connected && resyncLists(), signal);

  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
    socket.off();
    socket.disconnect();
    setConnection('reconnecting');
    setOpsChannel(null);
    setPositionChannel(null);
    setRidesChannel(null);
    cancelResync();
  });
}
