import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import type { ServedKind } from '#common/drivers/driver.ts';
import { isServed } from '#common/drivers/is-served.ts';
import { type LinkTimes, parseEvent, SOCKET_PATH } from '#common/rides/ride-events.ts';
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
import {
  cancelResync,
  type OffersChannel,
  resyncLists,
  resyncWith,
  setOffersChannel,
} from '#web/lib/active-lists.ts';
import { noteConnection } from '#web/lib/connection-store.ts';
import { isLinkWatched, onLinkWatch } from '#web/lib/link-watch.ts';
import { refreshCatalogue, refreshCatalogueSoon } from '#web/lib/load-catalogue.ts';
import { onWake } from '#web/lib/on-wake.ts';
import { emitOps, type OpsChannel, setOpsChannel } from '#web/lib/ops-channel.ts';
import { setPositionChannel } from '#web/lib/position-channel.ts';
import { type RideSocket, watchLink } from './watch-link.ts';

/** How long the gateway may take to acknowledge, in milliseconds. */
const ACK_MS = 5_000;

/**
 * Checks the payload of an event in development and tests, so that one of another shape fails there. In production it is taken as
 * it came: its schema is not even loaded. @throws zod's error
 */
export function checkPayload<Payload>(event: Parameters<typeof parseEvent>[0], payload: Payload): Payload {
  if (import.meta.env?.DEV) parseEvent(event, payload);
  return payload;
}

/** How long the first attempt to connect may take, and all others: one that is swallowed costs little, a slow connection gets there. */
const ATTEMPT_MS = 4_000;
const MAX_ATTEMPT_MS = 8_000;

/** A socket of this page, which reconnects by itself. */
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

/** @param onServes gets what the driver is offered, with each snapshot */
const offersChannelOf = (
  socket: RideSocket,
  onServes: (serves: readonly ServedKind[]) => void,
): OffersChannel => ({
  watch: async () => {
    const reply = await socket.timeout(ACK_MS).emitWithAck('offers:watch');
    if ('error' in reply) throw new Error(reply.error);
    onServes(reply.serves);
    return checkPayload('offer:added', reply.offers);
  },
  unwatch: () => socket.emit('offers:unwatch'),
});

const opsChannelOf = (socket: RideSocket): OpsChannel => ({
  watch: async () => {
    const reply = await socket.timeout(ACK_MS).emitWithAck('ops:watch');
    if ('error' in reply) throw new Error(reply.error);
  },
  unwatch: () => socket.emit('ops:unwatch'),
});

/** Whose rides are told of in this window, on pages that do not show them. */
function whoActs() {
  const state = useSessionStore.getState();
  const user = actingUser(state);
  return user && state.activeRole !== 'staff' ? { role: state.activeRole, id: user.id } : null;
}

/** Reads who of the staff is signed in, since their role may have changed. @returns whether it came */
async function refreshStaff(): Promise<boolean> {
  const { session } = useSessionStore.getState();
  if (!session.staff) return true;
  await loadSession();
  return useSessionStore.getState().session !== session;
}

interface RealtimeOptions {
  /** Address of the gateway; the page's own. */
  url: string;
  /** Closes the connection. What came over it stays on screen, for another connection may follow. */
  signal: AbortSignal;
  /** The server closed the connection or refused it: the session must be read again. */
  onRefused: () => void;
  /** How fast a dead link is noticed; as the contract has it. */
  linkTimes?: LinkTimes;
}

/**
 * The one connection of this window. It feeds the ride store, and reloads the lists on screen whenever something may have been
 * missed: after each connect, on `resync`, and when the page wakes up. It reconnects by itself, except when refused.
 */
export function openRealtime({ url, signal, onRefused, linkTimes }: RealtimeOptions): void {
  if (signal.aborted) return;
  const socket = connectTo(url, { withCredentials: true });
  let lastPacketAt = new Date();
  let serves: readonly ServedKind[] | null = null;
  const news = followNews({ audience: whoActs, signal });

  socket.io.on('open', () => {
    socket.io.engine.on('packet', () => {
      lastPacketAt = new Date();
    });
  });
  socket.on('connect', () => {
    noteConnection('live');
    setOpsChannel(opsChannelOf(socket));
    setPositionChannel((position) => socket.volatile.emit('position:send', position));
    setOffersChannel(
      offersChannelOf(socket, (kinds) => {
        serves = kinds;
      }),
    );
    resyncLists();
  });
  socket.on('disconnect', () => {
    // A silent connection is closed only after the heartbeat's timeout; it has been down since the last packet.
    noteConnection('reconnecting', lastPacketAt);
    setOpsChannel(null);
    setPositionChannel(null);
    setOffersChannel(null);
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
  // A room holds offers of a kind for every day; the driver's papers may end before some.
  socket.on('offer:added', (offers) =>
    receiveOffers(checkPayload('offer:added', offers).filter((offer) => !serves || isServed(serves, offer))),
  );
  socket.on('offer:removed', (removed) => receiveRemovedOffers(checkPayload('offer:removed', removed)));
  socket.on('board:changed', (rides) => emitOps('board:changed', checkPayload('board:changed', rides)));
  socket.on('alert:changed', (alerts) => emitOps('alert:changed', checkPayload('alert:changed', alerts)));
  socket.on('inbox:changed', (rows) => emitOps('inbox:changed', checkPayload('inbox:changed', rows)));
  socket.on('subscription:lost', () => noteConnection('reconnecting'));
  socket.on('resync', () => {
    noteConnection('live');
    resyncLists();
  });
  socket.on('driver:changed', resyncLists);
  socket.on('catalogue:changed', refreshCatalogueSoon);
  socket.on('staff:changed', resyncLists);
  socket.on('session:ended', onRefused);
  // Such an event may have been missed.
  const stops = [resyncWith(refreshCatalogue), resyncWith(refreshStaff)];

  watchLink(socket, { signal, isWatched: isLinkWatched, onWatch: onLinkWatch, times: linkTimes });
  onWake(() => socket.connected && resyncLists(), signal);

  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
    socket.off();
    socket.disconnect();
    noteConnection('reconnecting');
    setOpsChannel(null);
    setPositionChannel(null);
    setOffersChannel(null);
    cancelResync();
  });
}
