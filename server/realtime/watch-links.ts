import { LINK, type LinkTimes } from '#common/rides/ride-events.ts';
import { terminate } from './connections.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';

/**
 * Terminates connections that stop responding, for pages that requested it (`link:watch`): a single
 * unanswered ping suffices. Also answers `link:check` of any page.
 */
export function watchLinks(io: SocketServer, times: LinkTimes = LINK): void {
  io.on('connection', (socket) => watchLink(socket, times));
}

function watchLink(socket: GatewaySocket, { pingEveryMs, answerMs }: LinkTimes): void {
  let timer: NodeJS.Timeout | undefined;
  let isAwaited = false;

  const ping = () => {
    isAwaited = true;
    socket.emit('link:ping');
    // A process that was itself blocked first reads replies that have already arrived.
    timer = setTimeout(setImmediate, answerMs, endSilent);
  };
  const endSilent = () => {
    if (isAwaited) terminate(socket.conn);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    isAwaited = false;
  };

  socket.on('link:watch', () => {
    if (!timer) ping();
  });
  socket.on('link:pong', () => {
    if (!isAwaited) return;
    isAwaited = false;
    clearTimeout(timer);
    timer = setTimeout(ping, pingEveryMs);
  });
  socket.on('link:unwatch', stop);
  socket.on('disconnect', stop);
  socket.on('link:check', (acknowledge) => {
    // Clients may send anything, whatever the types say.
    if (typeof acknowledge === 'function') acknowledge({});
  });
}
