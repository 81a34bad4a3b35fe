import { rooms } from '#common/rides/ride-events.ts';
import { clientNetworkOfHandshake } from '../http/network-of.ts';
import { readSession, readSessions } from '../http/session-store.ts';
import { logger } from '../infra/logger.ts';
import { socketsConnected } from '../infra/metrics.ts';
import { terminate } from './connections.ts';
import {
  type GatewaySocket,
  handshakeBeganAt,
  type SocketData,
  type SocketServer,
} from './create-socket-server.ts';
import type { EndedSessions } from './ended-sessions.ts';

/** Reads that the gateway needs for viewers of trip links. */
export interface TripReads {
  /** Returns the key of the trip link with this token; null for an invalid one. */
  findTripKey: (token: string) => Promise<string | null>;
}

/** Maximum number of sockets on a node per session, per account, and of trip link viewers per network. */
const MAX_SOCKETS = { session: 30, account: 100, network: 200 };

/** The room that counts the trip link viewers of one network. */
const viewersAt = (network: string): string => `viewers:${network}`;

/**
 * Whether a socket would exceed a limit on this node. Signed-in users are counted by account instead of by
 * network, which people may share.
 */
function isOneTooMany(
  io: SocketServer,
  { sessionId, riderId, driverId, staffId, trip }: SocketData,
): boolean {
  const isFull = (room: string, most: number) => (io.sockets.adapter.rooms.get(room)?.size ?? 0) >= most;
  if (trip) return isFull(viewersAt(trip.network), MAX_SOCKETS.network);
  const accounts = [
    ...(riderId ? [rooms.rider(riderId)] : []),
    ...(driverId ? [rooms.driver(driverId)] : []),
    ...(staffId ? [rooms.staff(staffId)] : []),
  ];
  return (
    isFull(rooms.session(sessionId), MAX_SOCKETS.session) ||
    accounts.some((room) => isFull(room, MAX_SOCKETS.account))
  );
}

/**
 * Authenticates sockets. One with a signed-in session joins the rooms of its roles; one with a trip link
 * token joins only that trip's room. Others are refused with a connect error: `UNAUTHENTICATED` without
 * either, `NOT_FOUND` for an invalid token, `UNAVAILABLE` when the token cannot be checked,
 * `TOO_MANY_REQUESTS` past MAX_SOCKETS.
 */
export function authenticateSockets(
  io: SocketServer,
  { findTripKey }: TripReads,
  ended: EndedSessions,
): void {
  io.use(async (socket, next) => {
    // The connection's first socket discarded the handshake request; a second socket would lack it.
    if (!socket.request) {
      next(new Error('UNAUTHENTICATED'));
      return;
    }
    const { session, sessionID } = socket.request;
    const token: unknown = socket.handshake.auth.trip;
    if (typeof token === 'string') {
      try {
        const key = await findTripKey(token);
        if (key)
          socket.data = {
            sessionId: '',
            riderId: undefined,
            driverId: undefined,
            staffId: undefined,
            trip: { token, key, network: clientNetworkOfHandshake(socket.request) },
          };
        if (!key) next(new Error('NOT_FOUND'));
        else next(isOneTooMany(io, socket.data) ? new Error('TOO_MANY_REQUESTS') : undefined);
      } catch (error) {
        logger.warn({ error }, 'trip link could not be checked');
        next(new Error('UNAVAILABLE'));
      }
      return;
    }
    const { riderId, driverId, staffId } = session;
    if (!riderId && !driverId && !staffId) {
      next(new Error('UNAUTHENTICATED'));
      return;
    }
    socket.data = { sessionId: sessionID, riderId, driverId, staffId };
    next(isOneTooMany(io, socket.data) ? new Error('TOO_MANY_REQUESTS') : undefined);
  });

  io.on('connection', async (socket) => {
    socketsConnected.inc();
    socket.on('disconnect', () => {
      socketsConnected.dec();
      // A client may leave without closing its connection, which would no longer count towards the limits.
      socket.conn.close();
    });
    const since = handshakeBeganAt.get(socket.request) ?? Number.NEGATIVE_INFINITY;
    // Releases the handshake request, which would otherwise be retained for the socket's lifetime.
    Reflect.set(socket.conn, 'request', null);
    Reflect.set(socket, 'handshake', null);

    await join(socket);
    // A sign-out during the handshake may have been published before the socket joined its session's room.
    if (socket.data.trip || !ended.mayHaveEnded(socket.data.sessionId, since)) return;
    try {
      if (!(await isSessionCurrent(socket.data))) closeSessionSockets(io, socket.data.sessionId);
    } catch {
      // Redis is unavailable: terminated, so that the client reconnects and is checked again.
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
 * Closes sockets whose session has expired or changed its roles since the handshake. An open socket makes no
 * request that would detect it.
 */
export async function closeExpiredSockets(io: SocketServer): Promise<void> {
  const signedIn = [...io.sockets.sockets.values()].filter(({ data }) => !data.trip);
  const handshakes = signedIn.map(({ data }): [string, Handshake] => [
    `${data.sessionId} ${data.riderId} ${data.driverId} ${data.staffId}`,
    data,
  ]);
  const distinct = [...new Map(handshakes).values()];
  const sessions = await readSessions(distinct.map(({ sessionId }) => sessionId));
  for (const [index, data] of distinct.entries()) {
    if (!hasSameRoles(sessions[index], data)) closeSessionSockets(io, data.sessionId);
  }
}

type Handshake = GatewaySocket['data'];

/** Whether a session still exists, with the roles that it had at the socket's handshake. */
const isSessionCurrent = async (handshake: Handshake): Promise<boolean> =>
  hasSameRoles(await readSession(handshake.sessionId), handshake);

/** @param session null or undefined when it ended, which differs from every handshake */
const hasSameRoles = (
  session: Partial<Handshake> | null | undefined,
  { riderId, driverId, staffId }: Handshake,
): boolean => session?.riderId === riderId && session?.driverId === driverId && session?.staffId === staffId;

async function join(socket: GatewaySocket): Promise<void> {
  const { sessionId, riderId, driverId, staffId, trip } = socket.data;
  if (trip) {
    await socket.join([rooms.trip(trip.key), viewersAt(trip.network)]);
    return;
  }
  await socket.join(rooms.session(sessionId));
  if (riderId) await socket.join(rooms.rider(riderId));
  if (driverId) await socket.join(rooms.driver(driverId));
  if (staffId) await socket.join(rooms.staff(staffId));
}
