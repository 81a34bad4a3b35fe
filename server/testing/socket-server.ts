import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { authenticateSockets } from '../realtime/authenticate-sockets.ts';
import { createSocketServer, type SocketServer } from '../realtime/create-socket-server.ts';
import { createEndedSessions, type EndedSessions } from '../realtime/ended-sessions.ts';
import { NO_RIDES_ON_THE_ROAD } from './no-rides-on-the-road.ts';

/**
 * Starts a socket server without a gateway, so nothing is published to it. Closed when the test ends.
 *
 * @returns with its record of ended sessions, to which tests add
 */
export async function socketServer(): Promise<{ io: SocketServer; url: string; ended: EndedSessions }> {
  const server = createServer();
  const io = createSocketServer(server, () => false);
  const ended = createEndedSessions(() => false);
  authenticateSockets(io, NO_RIDES_ON_THE_ROAD, ended);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    await io.close();
  });
  return { io, ended, url: `http://127.0.0.1:${Object(server.address()).port}` };
}
