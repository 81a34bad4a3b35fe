import type { Server as HttpServer } from 'node:http';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import {
  type ClientToServerEvents,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '#common/rides/ride-events.ts';
import { env } from '../env.ts';
import { isOwnOrigin } from '../http/origin-check.ts';
import { session } from '../http/session.ts';

/** The roles behind a socket, from its session at the handshake. */
interface SocketData {
  sessionId: string;
  riderId: string | undefined;
  driverId: string | undefined;
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
