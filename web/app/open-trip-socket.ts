import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServerEvents,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '#common/rides/ride-events.ts';
import type { TripListener } from '#web/features/rides/trip/use-trip.ts';
import { onWake } from '#web/lib/on-wake.ts';
import { checkPayload } from './realtime.ts';

/**
 * Opens the socket of a shared trip's page, beside the one of the signed-in user. It is authenticated by the link's token, not by
 * the session.
 *
 * @returns closes it
 */
export function openTripSocket(token: string, listener: TripListener): () => void {
  const leaving = new AbortController();
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(window.location.origin, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: { trip: token },
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1_000,
    randomizationFactor: 0.5,
  });
  const handleUp = () => {
    listener.onConnection('live');
    listener.onResync();
  };
  const handleDown = () => listener.onConnection('reconnecting');

  socket.on('connect', handleUp);
  socket.on('resync', handleUp);
  socket.on('disconnect', handleDown);
  socket.on('subscription:lost', handleDown);
  // Refused, and not tried again: the reply to the snapshot says whether the link is gone.
  socket.on('connect_error', () => !socket.active && listener.onResync());
  socket.on('trip:ended', () => {
    socket.disconnect();
    listener.onEnd();
  });
  socket.on('trip:changed', (trips) => listener.onTrips(checkPayload('trip:changed', trips)));
  socket.on('position:moved', (positions) => listener.onPositions(checkPayload('position:moved', positions)));
  onWake(() => (socket.connected ? listener.onResync() : socket.connect()), leaving.signal);

  return () => {
    leaving.abort();
    socket.off();
    socket.disconnect();
  };
}
