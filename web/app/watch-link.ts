import type { Socket } from 'socket.io-client';
import {
  type ClientToServerEvents,
  LINK,
  type LinkTimes,
  type ServerToClientEvents,
} from '#common/rides/ride-events.ts';

export type RideSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** In which a page that was held up itself, or slept, receives what has come meanwhile. In milliseconds. */
const READ_MS = 250;

interface LinkOptions {
  signal: AbortSignal;
  /** Whether a screen is shown on which a dead link has to be noticed within seconds. */
  isWatched: () => boolean;
  /** Calls back whenever that has changed. @returns ends it */
  onWatch: (callback: () => void) => () => void;
  times?: LinkTimes;
}

/**
 * Replaces a socket's connection when its link is dead, which nothing says: a phone that lost its radio, a cut that closes neither
 * end, a portal that swallows everything. While a screen watches the link the node pings the page. On every page it is
 * asked whether it is there when the network has changed, and when the page is shown again.
 */
export function watchLink(
  socket: RideSocket,
  { signal, isWatched, onWatch, times: { pingEveryMs, answerMs } = LINK }: LinkOptions,
): void {
  let expectsPings = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const replace = () => void socket.io.engine.close();
  const suspect = () => {
    timer = setTimeout(replace, READ_MS);
  };
  const noteSign = () => {
    clearTimeout(timer);
    if (expectsPings) timer = setTimeout(suspect, pingEveryMs + answerMs - READ_MS);
  };
  const relax = () => {
    expectsPings = false;
    clearTimeout(timer);
  };
  /** Tells the node whether to ping. It does so at once: a link that dies before the first ping is dead as well. */
  const follow = () => {
    if (!isWatched()) relax();
    if (!socket.connected) return;
    socket.emit(isWatched() ? 'link:watch' : 'link:unwatch');
    expectsPings = isWatched();
    noteSign();
  };

  /** Asks whether the node is there; while there is no connection, begins with another one at once. */
  const check = () => {
    if (!socket.connected) {
      if (socket.active) socket.disconnect().connect();
      return;
    }
    const asked = socket.id;
    const isSame = () => socket.connected && socket.id === asked;
    socket.timeout(answerMs).emit('link:check', (error) => {
      if (error && isSame()) replace();
    });
  };

  socket.io.on('open', () => socket.io.engine.on('packet', noteSign));
  socket.on('connect', () => {
    if (isWatched()) follow();
  });
  socket.on('disconnect', relax);
  socket.on('link:ping', () => {
    noteSign();
    socket.emit('link:pong');
  });

  const stop = onWatch(follow);
  signal.addEventListener('abort', () => {
    stop();
    relax();
  });
  onNetworkChange(check, signal);
}

/** Calls back when the network may be another one: it says so, or the page is shown again. */
function onNetworkChange(callback: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => !document.hidden && callback(), { signal });
  window.addEventListener('online', callback, { signal });
  // Of some browsers, and not of Node.
  const connection: unknown = Reflect.get(globalThis.navigator ?? {}, 'connection');
  if (connection instanceof EventTarget) connection.addEventListener('change', callback, { signal });
}
