import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import {
  type ClientToServerEvents,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '#common/rides/ride-events.ts';
import { env } from '../env.ts';
import { isOwnHost } from '../http/host-check.ts';
import { isOwnOrigin } from '../http/origin-check.ts';
import { handshakeSession } from '../http/session.ts';
import { PARSER } from './acknowledgement-json.ts';

/** A socket's roles, from its session at the handshake, or its trip link. */
export interface SocketData {
  sessionId: string;
  riderId: string | undefined;
  driverId: string | undefined;
  staffId: string | undefined;
  /** The trip link of a viewer, who has no roles whatever their session. */
  trip?: { token: string; key: string; network: string };
}

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type GatewaySocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** When each handshake began, before its session was read (`performance.now()`). */
export const handshakeBeganAt = new WeakMap<IncomingMessage, number>();

const MAX_MESSAGE_BYTES = 65_536;
/** A vanished client is detected within the sum of both. */
const PING_INTERVAL_MS = 20_000;
const PING_TIMEOUT_MS = 10_000;

/**
 * Creates a Socket.IO server for pages of this origin only. While `isUnsubscribed` (not subscribed to Redis),
 * new sockets are refused, so that they retry and may reach another node; sockets whose handshake was in
 * progress get `subscription:lost`, because they would otherwise show stale data as live.
 *
 * Connection state recovery is disabled: it fails when a node is killed, it makes a reconnect storm worse,
 * and snapshots replace it. Compression is disabled: it takes six times the CPU for events this small.
 */
export function createSocketServer(httpServer: HttpServer, isUnsubscribed: () => boolean): SocketServer {
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
    parser: PARSER,
    allowRequest: (request, answer) =>
      answer(null, isOwnHost(request) && isOwnOrigin(request) && !isUnsubscribed()),
  });
  io.engine.use((request: IncomingMessage, _response: unknown, next: () => void) => {
    handshakeBeganAt.set(request, performance.now());
    next();
  });
  io.engine.use(handshakeSession);
  // Sockets that were still in their handshake missed the event sent to all.
  io.on('connection', (socket) => {
    if (isUnsubscribed()) socket.emit('subscription:lost');
  });
  return io;
}
