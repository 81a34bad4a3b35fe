import type { Socket as Connection } from 'engine.io';
import type { EncodedEvent } from './encode-event.ts';

/** What ws writes the frames of a WebSocket with; it keeps it to itself. */
interface FrameSender {
  sendFrame(frame: readonly Buffer[]): void;
}

const OPEN = 1;

const isFrameSender = (sender: unknown): sender is FrameSender =>
  typeof sender === 'object' &&
  sender !== null &&
  'sendFrame' in sender &&
  typeof sender.sendFrame === 'function';

/**
 * The sender under a connection, if a frame given to it now is the next its peer reads: the transport is a WebSocket that compresses
 * nothing, and nothing waits before it. A transport is not writable as long as Engine.IO's own queue is not empty.
 */
function readySender({ readyState, transport }: Connection): FrameSender | null {
  if (readyState !== 'open' || !transport.writable || !('socket' in transport)) return null;
  if ('perMessageDeflate' in transport && transport.perMessageDeflate) return null;

  const { socket } = transport;
  if (typeof socket !== 'object' || socket === null) return null;
  if (!('readyState' in socket && socket.readyState === OPEN && '_sender' in socket)) return null;
  return isFrameSender(socket._sender) ? socket._sender : null;
}

/**
 * Sends an event to one connection. Most get its frame as one buffer, past Engine.IO's queue and packets and past the framing of ws, which is
 * less work than plain ws has with a text; the others get it as Engine.IO sends everything. Either way it comes after whatever
 * was sent before.
 */
export function writeEvent(connection: Connection, { packet, frame }: EncodedEvent): void {
  const sender = readySender(connection);
  if (sender) sender.sendFrame([frame]);
  else connection.write(packet);
}
