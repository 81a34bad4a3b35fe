import type { TripListener } from '#web/features/rides/trip/use-trip.ts';
import { onWake } from '#web/lib/on-wake.ts';
import { checkPayloadInDevelopment } from './check-payload.ts';
import { detectDeadConnection } from './detect-dead-connection.ts';
import { connectTo } from './realtime.ts';

/**
 * The longest delay before the first retry of a connection that the node refused or closed, in milliseconds.
 * It doubles with each retry, up to `LONGEST_WAIT_MS`.
 */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Opens the socket of a shared trip's page, separate from the signed-in user's. It is authenticated by the
 * link's token, not by the session. It reconnects after every refusal, unless the link is invalid
 * (`NOT_FOUND`).
 *
 * @returns closes the socket
 */
export function openTripSocket(token: string, listener: TripListener): () => void {
  const leaving = new AbortController();
  const socket = connectTo(window.location.origin, { auth: { trip: token }, forceNew: true });
  let waitMs = FIRST_WAIT_MS;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /**
   * Socket.IO does not retry a refused connection by itself. The random delay spreads viewers who were
   * refused together.
   */
  const connectLater = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => socket.connect(), (waitMs * (1 + Math.random())) / 2);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  };

  const handleUp = () => {
    listener.onConnection('live');
    listener.onResync();
  };
  const handleDown = () => listener.onConnection('reconnecting');

  socket.on('connect', () => {
    waitMs = FIRST_WAIT_MS;
    handleUp();
  });
  socket.on('resync', handleUp);
  socket.on('disconnect', (reason) => {
    handleDown();
    if (reason === 'io server disconnect') connectLater();
  });
  socket.on('subscription:lost', handleDown);
  socket.on('connect_error', ({ message }) => {
    if (socket.active) return;
    // The reply to the snapshot shows whether the link is still valid.
    listener.onResync();
    if (message !== 'NOT_FOUND') connectLater();
  });
  socket.on('trip:ended', () => {
    socket.disconnect();
    listener.onEnd();
  });
  socket.on('trip:changed', (trips) => listener.onTrips(checkPayloadInDevelopment('trip:changed', trips)));
  socket.on('position:moved', (positions) =>
    listener.onPositions(checkPayloadInDevelopment('position:moved', positions)),
  );
  detectDeadConnection(socket, { signal: leaving.signal, isWatched: () => true, onWatch: () => () => {} });
  onWake(() => socket.connected && listener.onResync(), leaving.signal);

  return () => {
    leaving.abort();
    clearTimeout(waiting);
    socket.off();
    socket.disconnect();
  };
}
