import type { Server as HttpServer } from 'node:http';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { type ClientToServerEvents, type ServerToClientEvents, SOCKET_PATH } from '#common/rides/events.ts';
import { env } from '../env.ts';
import { isOwnOrigin } from '../http/origin-check.ts';
import { session } from '../http/session.ts';

/** Who is behind a socket, as its session said at the handshake. */
interface SocketData {
  sessionId: string;
  riderId: string | undefined;
  driverId: string | undefined;
}

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type GatewaySocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

const LARGEST_MESSAGE_BYTES = 65_536;
/** Each side knows within the sum of both that the other is gone without a word. */
const HEARTBEAT_MS = 20_000;
const ANSWER_WITHIN_MS = 10_000;

/**
 * A Socket.IO server on an HTTP server, for pages of this site only. No recovery of connection state: it fails with a killed node
 * and makes a reconnect storm worse, and snapshots do what it would. No compression: six times the work for events this small.
 */
export function createSocketServer(httpServer: HttpServer): SocketServer {
  const io: SocketServer = new Server(httpServer, {
    path: SOCKET_PATH,
    transports: env.SOCKET_TRANSPORTS,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: LARGEST_MESSAGE_BYTES,
    pingInterval: HEARTBEAT_MS,
    pingTimeout: ANSWER_WITHIN_MS,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => answer(null, isOwnOrigin(request)),
  });
  io.engine.use(session);
  return io;
}
