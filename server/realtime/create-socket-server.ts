import type { Server as HttpServer } from 'node:http';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import {
  type ClientToServerEvents,
  rooms,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '#common/rides/ride-events.ts';
import { env } from '../env.ts';
import { isOwnOrigin } from '../http/origin-check.ts';
import { readSession, session } from '../http/session.ts';
import { socketsConnected } from '../infra/metrics.ts';
import { terminate } from './connections.ts';

/** The roles behind a socket, from its session at the handshake. */
interface SocketData {
  sessionId: string;
  riderId: string | undefined;
  driverId: string | undefined;
  staffId: string | undefined;
}

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type GatewaySocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

const MAX_MESSAGE_BYTES = 65_536;
/** A peer that vanished is detected within the sum of both. */
const PING_INTERVAL_MS = 20_000;
const PING_TIMEOUT_MS = 10_000;

/**
 * A Socket.IO server on an HTTP server, for pages of this origin only. No connection state recovery: it fails
 * with a killed node and makes a reconnect storm worse, and snapshots do the same. No compression: six times
 * the CPU for events this small.
 */
export function createSocketServer(httpServer: HttpServer): SocketServer {
  const io: SocketServer = new Server(httpServer, {
    path: SOCKET_PATH,
    transports: env.SOCKET_TRANSPORTS,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => answer(null, isOwnOrigin(request)),
  });
  io.engine.use(session);
  return io;
}

/**
 * Accepts sockets with a signed-in session and joins its rooms; refuses others with the connect error
 * `UNAUTHENTICATED`.
 */
export function authenticateSockets(io: SocketServer): void {
  io.use((socket, next) => {
    const { session, sessionID } = socket.request;
    const { riderId, driverId, staffId } = session;
    if (!riderId && !driverId && !staffId) {
      next(new Error('UNAUTHENTICATED'));
      return;
    }
    socket.data = { sessionId: sessionID, riderId, driverId, staffId };
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
    `${data.sessionId} ${data.riderId} ${data.driverId} ${data.staffId}`,
    data,
  ]);
  for (const data of new Map(handshakes).values()) {
    if (!(await isSessionCurrent(data))) closeSessionSockets(io, data.sessionId);
  }
}

type Handshake = GatewaySocket['data'];

/** Whether a session still has the roles that it had at a socket's handshake. */
async function isSessionCurrent({ sessionId, riderId, driverId, staffId }: Handshake): Promise<boolean> {
  const session = await readSession(sessionId);
  return session?.riderId === riderId && session?.driverId === driverId && session?.staffId === staffId;
}

async function join(socket: GatewaySocket): Promise<void> {
  const { sessionId, riderId, driverId, staffId } = socket.data;
  await socket.join(rooms.session(sessionId));
  if (riderId) await socket.join(rooms.rider(riderId));
  if (driverId) await socket.join(rooms.driver(driverId));
  if (staffId) await socket.join(rooms.staff(staffId));
}
