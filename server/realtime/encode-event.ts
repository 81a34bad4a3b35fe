/** An event made ready once for every socket that is to hear it. */
export interface EncodedEvent {
  /** As a Socket.IO packet, for Engine.IO to send by any transport. */
  packet: string;
  /** As a whole WebSocket frame, header included. */
  frame: Buffer;
}

/** Of Socket.IO's protocol (version 5): an event in the default namespace. */
const EVENT = '2';
/** Of Engine.IO's protocol (version 4): a message. */
const MESSAGE = '4';

/** Of RFC 6455, section 5.2: a text that is one frame, and how its length is told. */
const WHOLE_TEXT = 0x81;
const LONGEST_SHORT = 125;
const LENGTH_IN_2_BYTES = 126;
const LONGEST_IN_2_BYTES = 65_535;
const LENGTH_IN_8_BYTES = 127;

/** A text as the one frame a server sends it in: not masked, not compressed. */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const isShort = length <= LONGEST_SHORT;
  const isMedium = !isShort && length <= LONGEST_IN_2_BYTES;
  const headerBytes = isShort ? 2 : isMedium ? 4 : 10;

  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = WHOLE_TEXT;
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

/** Encodes an event of the default namespace that carries a list, whose items are JSON already. */
export function encodeEvent(event: string, items: readonly string[]): EncodedEvent {
  const packet = `${EVENT}["${event}",[${items.join(',')}]]`;
  return { packet, frame: frameOf(`${MESSAGE}${packet}`) };
}
