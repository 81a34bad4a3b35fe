import { LINK, type LinkTimes } from '#common/rides/ride-events.ts';
import { terminate } from './connections.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';

/**
 * Ends the connections of pages that are gone without a word, where their screens have asked for that (`link:watch`): an
 * unanswered ping is enough. Answers `link:check` of every page.
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
    // A process that was held up itself first reads the answers that have come meanwhile.
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
    // Types say nothing of what a client really sends.
    if (typeof acknowledge === 'function') acknowledge({});
  });
}
