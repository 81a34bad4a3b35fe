import type { Socket as Connection } from 'engine.io';

interface RawWebSocket {
  /** Bytes given to it that are not with the operating system yet. */
  bufferedAmount: number;
  terminate(): void;
}

const isRawWebSocket = (socket: unknown): socket is RawWebSocket =>
  typeof socket === 'object' &&
  socket !== null &&
  'bufferedAmount' in socket &&
  typeof socket.bufferedAmount === 'number' &&
  'terminate' in socket &&
  typeof socket.terminate === 'function';

/** The WebSocket under a connection, which Engine.IO keeps to itself; null on other transports. */
export function webSocketOf({ transport }: Connection): RawWebSocket | null {
  const socket: unknown = 'socket' in transport ? transport.socket : null;
  return isRawWebSocket(socket) ? socket : null;
}
