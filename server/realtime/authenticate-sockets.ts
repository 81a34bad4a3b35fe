import { rooms } from '#common/rides/ride-events.ts';
import { readSession } from '../http/session.ts';
import { socketsConnected } from '../infra/metrics.ts';
import { terminate } from './connections.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';

/**
 * Accepts sockets with a signed-in session and joins its rooms; refuses others with the connect error
 * `UNAUTHENTICATED`.
 */
export function authenticateSockets(io: SocketServer): void {
  io.use((socket, next) => {
    const { session, sessionID } = socket.request;
    const { riderId, driverId } = session;
    if (!riderId && !driverId) {
      next(new Error('UNAUTHENTICATED'));
      return;
    }
    socket.data = { sessionId: sessionID, riderId, driverId };
    next();
  });

  io.on('connection', async (socket) => {
    socketsConnected.inc();
    socket.once('disconnect', () => socketsConnected.dec());
    // The request is not needed after the handshake, and would be kept for as long as the socket lives.
    Reflect.set(socket.conn, 'request', null);

    await join(socket);
    // A sign-out during the handshake was published before this socket was in its session's room.
    try {
      if (!(await isSessionCurrent(socket.data))) closeSessionSockets(io, socket.data.sessionId);
    } catch {
      // Unknown while Redis is away: the client has to reconnect and be checked again.
      terminate(socket.conn);
    }
  });
}

/** Closes a session's sockets on this node, after sending them `session:ended`. */
export function closeSessionSockets(io: SocketServer, sessionId: string): void {
  const sockets = io.local.in(rooms.session(sessionId));
  sockets.emit('session:ended');
  sockets.disconnectSockets(true);
}

/**
 * Closes sockets whose session has expired or changed its roles since the handshake: an open socket makes no
 * request that would show it.
 */
export async function closeExpiredSockets(io: SocketServer): Promise<void> {
  const handshakes = [...io.sockets.sockets.values()].map(({ data }): [string, Handshake] => [
    `${data.sessionId} ${data.riderId} ${data.driverId}`,
    data,
  ]);
  for (const data of new Map(handshakes).values()) {
    if (!(await isSessionCurrent(data))) closeSessionSockets(io, data.sessionId);
  }
}

type Handshake = GatewaySocket['data'];

/** Whether a session still has the roles that it had at a socket's handshake. */
async function isSessionCurrent({ sessionId, riderId, driverId }: Handshake): Promise<boolean> {
  const session = await readSession(sessionId);
  return session?.riderId === riderId && session?.driverId === driverId;
}

async function join(socket: GatewaySocket): Promise<void> {
  const { sessionId, riderId, driverId } = socket.data;
  await socket.join(rooms.session(sessionId));
  if (riderId) await socket.join(rooms.rider(riderId));
  if (driverId) await socket.join(rooms.driver(driverId));
}
