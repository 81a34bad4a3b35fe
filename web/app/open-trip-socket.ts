import type { TripListener } from '#web/features/rides/trip/use-trip.ts';
import { onWake } from '#web/lib/on-wake.ts';
import { checkPayload, connectTo } from './realtime.ts';
import { watchLink } from './watch-link.ts';

/**
 * Opens the socket of a shared trip's page, beside the one of the signed-in user. It is authenticated by the link's token, not by
 * the session.
 *
 * @returns closes it
 */
export function openTripSocket(token: string, listener: TripListener): () => void {
  const leaving = new AbortController();
  const socket = connectTo(window.location.origin, { auth: { trip: token }, forceNew: true });
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
  watchLink(socket, { signal: leaving.signal, isWatched: () => true, onWatch: () => () => {} });
  onWake(() => socket.connected && listener.onResync(), leaving.signal);

  return () => {
    leaving.abort();
    socket.off();
    socket.disconnect();
  };
}
