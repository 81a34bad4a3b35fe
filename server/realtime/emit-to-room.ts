import type { Socket as Connection } from 'engine.io';
import { RIDE_EVENTS, type RideEvent } from '#common/rides/ride-events.ts';
import { shuffled } from '#common/shuffled.ts';
import { eventsEmitted } from '../infra/metrics.ts';
import type { SocketServer } from './create-socket-server.ts';

/** An event, encoded once for all sockets of a room. */
interface EncodedEvent {
  /** Socket.IO packet, for Engine.IO to send over any transport. */
  packet: string;
  /** Complete WebSocket frame, header included. */
  frame: Buffer;
}

/** Events that are dropped for sockets that still have unsent data. */
const VOLATILE: ReadonlySet<string> = new Set(
  Object.entries<RideEvent>(RIDE_EVENTS).flatMap(([name, { isVolatile }]) => (isVolatile ? [name] : [])),
);

/** Socket.IO protocol 5: an event in the default namespace. */
const EVENT = '2';
/** Engine.IO protocol 4: a message. */
const MESSAGE = '4';

/** RFC 6455, section 5.2: an unfragmented text frame, and the encodings of its length. */
const FINAL_TEXT = 0x81;
const MAX_7_BIT = 125;
const LENGTH_IN_2_BYTES = 126;
const MAX_16_BIT = 65_535;
const LENGTH_IN_8_BYTES = 127;

/** WebSocket.OPEN. */
const OPEN = 1;

/**
 * Emits an event to the sockets of a room on this node. Encodes it once for all, and sends in random order,
 * so that early connections do not always get offers first.
 *
 * @param items the items of the event's only argument, an array, each as JSON
 */
export function emitToRoom(
  { sockets: { adapter, sockets } }: SocketServer,
  room: string,
  event: string,
  items: readonly string[],
): void {
  const members = adapter.rooms.get(room);
  if (!members) return;

  const encoded = encode(event, items);
  for (const id of members.size > 1 ? shuffled(members) : members) {
    const socket = sockets.get(id);
    if (socket) write(socket.conn, encoded, VOLATILE.has(event));
  }
  eventsEmitted.inc({ event }, items.length);
}

function encode(event: string, items: readonly string[]): EncodedEvent {
  const packet = `${EVENT}["${event}",[${items.join(',')}]]`;
  return { packet, frame: textFrame(`${MESSAGE}${packet}`) };
}

/** Encodes a text as one WebSocket frame as servers send it: not masked, not compressed. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const isShort = length <= MAX_7_BIT;
  const isMedium = !isShort && length <= MAX_16_BIT;
  const headerBytes = isShort ? 2 : isMedium ? 4 : 10;

  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = FINAL_TEXT;
  if (isShort) {
    frame[1] = length;
  } else if (isMedium) {
    frame[1] = LENGTH_IN_2_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_8_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes);
  return frame;
}

/**
 * Writes an event to one connection, in order with earlier writes: as a prepared frame if possible, else
 * through Engine.IO's queue. A volatile event is dropped instead of queued.
 */
function write(connection: Connection, { packet, frame }: EncodedEvent, isVolatile: boolean): void {
  const sender = readySender(connection);
  if (sender) sender.sendFrame([frame]);
  else if (!isVolatile) connection.write(packet);
}

/** The frame writer of a WebSocket; a private field of ws. */
interface FrameSender {
  sendFrame(frame: readonly Buffer[]): void;
}

const isFrameSender = (sender: unknown): sender is FrameSender =>
  typeof sender === 'object' &&
  sender !== null &&
  'sendFrame' in sender &&
  typeof sender.sendFrame === 'function';

/**
 * Returns a connection's frame writer if a frame written now is the next that its client reads: the WebSocket
 * is open, uncompressed, and nothing is queued before it. Engine.IO's transport is not writable while its
 * queue is not empty.
 */
function readySender({ readyState, transport }: Connection): FrameSender | null {
  if (readyState !== 'open' || !transport.writable || !('socket' in transport)) return null;
  if ('perMessageDeflate' in transport && transport.perMessageDeflate) return null;

  const { socket } = transport;
  if (typeof socket !== 'object' || socket === null) return null;
  if (!('readyState' in socket && socket.readyState === OPEN && '_sender' in socket)) return null;
  return isFrameSender(socket._sender) ? socket._sender : null;
}
