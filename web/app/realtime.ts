import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import type { ServedKind } from '#common/drivers/driver.ts';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { type LinkTimes, SOCKET_PATH } from '#common/rides/ride-events.ts';
import { loadSession } from '#web/features/users/session-actions.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { cancelResync, onResync, resyncLists } from '#web/lib/active-lists.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import { needsFastDetection, onLinkWatch } from '#web/lib/fast-detection.ts';
import { FIRST_TIMEOUT_MS } from '#web/lib/fetch-with-timeout.ts';
import { refreshCatalogue, refreshCatalogueSoon } from '#web/lib/load-catalogue.ts';
import { onWake } from '#web/lib/on-wake.ts';
import { type OpsChannel, setOpsChannel } from '#web/lib/ops-channel.ts';
import { setPositionChannel } from '#web/lib/position-channel.ts';
import { type RidesChannel, setRidesChannel } from '#web/lib/rides-channel.ts';
import { recordServerDate } from '#web/lib/server-clock.ts';
import { checkPayloadInDevelopment } from './check-payload.ts';
import { detectDeadConnection, type RideSocket } from './detect-dead-connection.ts';
import { receiveEvents } from './receive-events.ts';

/** The timeout of an acknowledgement by the gateway, in milliseconds. */
const ACK_MS = 5_000;

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
    return checkPayloadInDevelopment('offer:added', reply.offers);
  },
  unwatchOffers: () => socket.emit('offers:unwatch'),
  ...listsOf(socket),
});

/** How long a server that does not answer lists is not asked again, in milliseconds. */
const SILENT_MS = 60_000;

type WithTimeout = ReturnType<RideSocket['timeout']>;
type OwnReply<List> = ({ userId: string; now: string } & List) | { error: string };

/**
 * Creates a request for own rides. While its server has never answered it, as one of an earlier release, it
 * is made once a minute, and otherwise refused at once.
 *
 * @param request asks for the list of the connection's user
 */
function createAsking<List>(socket: RideSocket, request: (socket: WithTimeout) => Promise<OwnReply<List>>) {
  let hasAnswered = false;
  let silentUntil = 0;
  return async (userId: string): Promise<List> => {
    if (performance.now() < silentUntil) throw new Error('The server does not list rides.');
    try {
      const reply = await request(socket.timeout(FIRST_TIMEOUT_MS));
      hasAnswered = true;
      return ownList(reply, userId);
    } catch (error) {
      if (!hasAnswered) silentUntil = performance.now() + SILENT_MS;
      throw error;
    }
  };
}

/** @throws Error if the list was refused, or is another user's, such as after a sign-in in another tab */
function ownList<List>(reply: OwnReply<List>, userId: string): List {
  if ('error' in reply) throw new Error(reply.error);
  if (reply.userId !== userId) throw new Error('The connection is that of another user.');
  recordServerDate(reply.now);
  return reply;
}

/** Lists own rides by a socket. */
function listsOf(socket: RideSocket): Omit<RidesChannel, 'watchOffers' | 'unwatchOffers'> {
  const askAsRider = createAsking(socket, (each) => each.emitWithAck('rides:list-as-rider'));
  const askAsDriver = createAsking(socket, (each) => each.emitWithAck('rides:list-as-driver'));
  const askRecentAsRider = createAsking(socket, (each) => each.emitWithAck('rides:list-recent-as-rider'));
  const askRecentAsDriver = createAsking(socket, (each) => each.emitWithAck('rides:list-recent-as-driver'));
  const checked = <List extends { rides: (RiderRide | DriverRide)[] }>(list: List): List => {
    checkPayloadInDevelopment('ride:changed', list.rides);
    return list;
  };
  return {
    listRiderRides: async (riderId) => checked(await askAsRider(riderId)).rides,
    listDriverRides: async (driverId) => checked(await askAsDriver(driverId)).rides,
    listRecentRiderRides: async (riderId) => checked(await askRecentAsRider(riderId)),
    listRecentDriverRides: async (driverId) => checked(await askRecentAsDriver(driverId)),
  };
}

const opsChannelOf = (socket: RideSocket): OpsChannel => ({
  watch: async () => {
    const reply = await socket.timeout(ACK_MS).emitWithAck('ops:watch');
    if ('error' in reply) throw new Error(reply.error);
  },
  unwatch: () => socket.emit('ops:unwatch'),
});

function clearChannels(): void {
  setOpsChannel(null);
  setPositionChannel(null);
  setRidesChannel(null);
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
  receiveEvents(socket, { signal, servedKinds: () => serves });

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
    clearChannels();
    if (!socket.active) onRefused();
  });
  socket.on('connect_error', () => {
    if (!socket.active) onRefused();
  });

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
  const stops = [onResync(refreshCatalogue), onResync(refreshStaff)];

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
    clearChannels();
    cancelResync();
  });
}
