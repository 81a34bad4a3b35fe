import { rooms } from '#common/rides/ride-events.ts';
import { readSession } from '../http/session.ts';
import { socketsConnected } from '../infra/metrics.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';
import { cutConnection } from './cut-connection.ts';

async function join(socket: GatewaySocket): Promise<void> {
  const { sessionId, riderId, driverId } = socket.data;
  await socket.join(rooms.session(sessionId));
  if (riderId) await socket.join(rooms.rider(riderId));
  if (driverId) await socket.join(rooms.driver(driverId));
}

/** Closes a session's sockets on this node, telling their pages why. */
export function closeSockets(io: SocketServer, sessionId: string): void {
  const sockets = io.local.in(rooms.session(sessionId));
  sockets.emit('session:ended');
  sockets.disconnectSockets(true);
}

type Handshake = GatewaySocket['data'];

/** Whether a session is still signed in as a socket's handshake found it: the socket learns nothing of what changes after. */
async function isStillSignedIn({ sessionId, riderId, driverId }: Handshake): Promise<boolean> {
  const session = await readSession(sessionId);
  return session?.riderId === riderId && session?.driverId === driverId;
}

/** Closes sockets whose sessions have run out since, or lost a role: an open socket asks nothing that would find it out. */
export async function closeRunOutSockets(io: SocketServer): Promise<void> {
  const handshakes = [...io.sockets.sockets.values()].map(({ data }): [string, Handshake] => [
    `${data.sessionId} ${data.riderId} ${data.driverId}`,
    data,
  ]);
  for (const data of new Map(handshakes).values()) {
    if (!(await isStillSignedIn(data))) closeSockets(io, data.sessionId);
  }
}

/** Lets in whoever is signed in, to the rooms of its session; anybody else gets a connect error, `UNAUTHENTICATED`. */
export function admitSockets(io: SocketServer): void {
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
    // The handshake is over; its request would be kept for as long as the socket lives.
    Reflect.set(socket.conn, 'request', null);

    await join(socket);
    // Whoever signed out while the handshake ran was announced before this socket could hear of it.
    try {
      if (!(await isStillSignedIn(socket.data))) closeSockets(io, socket.data.sessionId);
    } catch {
      // Nobody can tell: the browser has to come back and be asked again.
      cutConnection(socket.conn);
    }
  });
}
