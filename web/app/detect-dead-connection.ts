import type { Socket } from 'socket.io-client';
import {
  type ClientToServerEvents,
  LINK,
  type LinkTimes,
  type ServerToClientEvents,
} from '#common/rides/ride-events.ts';

export type RideSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** How long a page that was suspended or busy may take to read packets already received, in milliseconds. */
const READ_MS = 250;

interface LinkOptions {
  signal: AbortSignal;
  /** Whether a screen is shown that needs a dead connection detected within seconds. */
  isWatched: () => boolean;
  /** Subscribes to changes of `isWatched`. @returns unsubscribes */
  onWatch: (callback: () => void) => () => void;
  times?: LinkTimes;
}

/**
 * Replaces a socket's connection when it is dead but not closed: a phone lost its radio, a cut closed neither
 * end, a captive portal drops every packet. While a screen watches the link, the node pings the page, and a
 * missing ping means a dead connection. On every page, a network change or the page becoming visible checks
 * the connection with `link:check`.
 */
export function detectDeadConnection(
  socket: RideSocket,
  { signal, isWatched, onWatch, times: { pingEveryMs, answerMs } = LINK }: LinkOptions,
): void {
  let expectsPings = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const replace = () => void socket.io.engine.close();
  const replaceAfterRead = () => {
    timer = setTimeout(replace, READ_MS);
  };
  const notePacket = () => {
    clearTimeout(timer);
    if (expectsPings) timer = setTimeout(replaceAfterRead, pingEveryMs + answerMs - READ_MS);
  };
  const stopExpecting = () => {
    expectsPings = false;
    clearTimeout(timer);
  };
  /** Tells the node whether to ping. The timer starts at once, in case the connection dies before a ping. */
  const updateWatch = () => {
    if (!isWatched()) stopExpecting();
    if (!socket.connected) return;
    socket.emit(isWatched() ? 'link:watch' : 'link:unwatch');
    expectsPings = isWatched();
    notePacket();
  };

  /** Checks the connection by an acknowledged event. While disconnected, reconnects at once. */
  const check = () => {
    if (!socket.connected) {
      if (socket.active) socket.disconnect().connect();
      return;
    }
    const checkedId = socket.id;
    const isSame = () => socket.connected && socket.id === checkedId;
    socket.timeout(answerMs).emit('link:check', (error) => {
      if (error && isSame()) replace();
    });
  };

  socket.io.on('open', () => socket.io.engine.on('packet', notePacket));
  socket.on('connect', () => {
    if (isWatched()) updateWatch();
  });
  socket.on('disconnect', stopExpecting);
  socket.on('link:ping', () => {
    notePacket();
    socket.emit('link:pong');
  });

  const stop = onWatch(updateWatch);
  signal.addEventListener('abort', () => {
    stop();
    stopExpecting();
  });
  onNetworkChange(check, signal);
}

/** Calls back when the network may have changed: the browser says so, or the page becomes visible again. */
function onNetworkChange(callback: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => !document.hidden && callback(), { signal });
  window.addEventListener('online', callback, { signal });
  // Only some browsers have it, and Node does not.
  const connection: unknown = Reflect.get(globalThis.navigator ?? {}, 'connection');
  if (connection instanceof EventTarget) connection.addEventListener('change', callback, { signal });
}
