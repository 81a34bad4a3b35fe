import { serialize } from 'bson';
import { type Doc, decode } from './document.ts';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const MIN_DOCUMENT_BYTES = 5;
/** The length at the start of each document. */
const LENGTH_BYTES = 4;

const HEADER_BYTES = 16;

/** The largest message a client may send, as announced by `hello`. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** A parsed command: its document, with document sequences (`documents`, `updates`, …) as fields. */
type Request = { id: number; command: Doc; isLegacy: boolean; wantsReply: boolean };

/** Thrown for invalid messages. The connection must be closed afterwards. */
export class ProtocolError extends Error {}

/** Reassembles the messages of one connection from chunks of any size. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #received = 0;
  #needed = HEADER_BYTES;

  /**
   * Adds a chunk and returns the messages that it completes.
   * @throws ProtocolError
   */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    // Chunks are joined only once a message is complete, so that large messages take linear time.
    if (this.#received < this.#needed) return [];

    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const messages: Buffer[] = [];
    this.#needed = lengthOf(rest);
    while (rest.length >= this.#needed) {
      messages.push(rest.subarray(0, this.#needed));
      rest = rest.subarray(this.#needed);
      this.#needed = lengthOf(rest);
    }
    this.#chunks = [rest];
    this.#received = rest.length;
    return messages;
  }
}

/**
 * Parses a message: OP_MSG, or the OP_QUERY of a driver's handshake.
 * @throws ProtocolError
 */
export function parseMessage(message: Buffer): Request {
  try {
    return parse(message);
  } catch (error) {
    throw error instanceof ProtocolError ? error : new ProtocolError(String(error));
  }
}

/** Returns the length of the message that starts here, or of its header if incomplete. */
function lengthOf(bytes: Buffer): number {
  if (bytes.length < HEADER_BYTES) return HEADER_BYTES;
  const length = bytes.readInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
    throw new ProtocolError(`Message of ${length} bytes`);
  }
  return length;
}

function parse(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return { id, isLegacy: false, ...parseSections(message) };
  if (opCode !== OP_QUERY) throw new ProtocolError(`Operation ${opCode} is not supported`);
  const nameAt = HEADER_BYTES + 4;
  const nameEnd = message.indexOf(0, nameAt);
  const database = message.toString('utf8', nameAt, nameEnd).split('.')[0];
  const command = { ...decode(message.subarray(nameEnd + 1 + 8)), $db: database };
  return { id, isLegacy: true, wantsReply: true, command };
}

function parseSections(message: Buffer): { command: Doc; wantsReply: boolean } {
  const flags = message.readUInt32LE(HEADER_BYTES);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let command: Doc = {};
  for (let at = HEADER_BYTES + 4; at < end; ) {
    const kind = message[at];
    const size = message.readInt32LE(at + 1);
    if (size < MIN_DOCUMENT_BYTES) throw new ProtocolError(`Section of ${size} bytes`);
    const sectionEnd = at + 1 + size;
    if (kind === 0) {
      command = { ...decode(message.subarray(at + 1, sectionEnd)), ...command };
    } else if (kind === 1) {
      const nameEnd = message.indexOf(0, at + 5);
      const name = message.toString('utf8', at + 5, nameEnd);
      command = { ...command, [name]: decodeAll(message.subarray(nameEnd + 1, sectionEnd)) };
    } else {
      throw new ProtocolError(`Section of kind ${kind}`);
    }
    at = sectionEnd;
  }
  return { command, wantsReply: (flags & MORE_TO_COME) === 0 };
}

function decodeAll(bytes: Buffer): Doc[] {
  const docs: Doc[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + bytes.readInt32LE(at);
    docs.push(decode(bytes.subarray(at, end)));
    at = end;
  }
  return docs;
}

/** Wraps a BSON reply in a message for its request. */
export function encodeReply(reply: Uint8Array, { id, isLegacy }: Request): Buffer {
  const preamble = Buffer.alloc(isLegacy ? 20 : 5);
  if (isLegacy) {
    preamble.writeInt32LE(8, 0); // AwaitCapable, set by every server since 1.6.
    preamble.writeInt32LE(1, 16); // One document follows.
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + preamble.length + reply.length, 0);
  header.writeInt32LE(id, 8);
  header.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, preamble, reply]);
}

/** Encodes the reply of a command that opens or continues a cursor, from documents already in BSON. */
export function encodeBatch(field: 'firstBatch' | 'nextBatch', batch: Uint8Array[], cursor: Doc): Uint8Array {
  const array = encodeDocument(batch.map((raw, at) => [ELEMENT.document, String(at), raw]));
  const opened = encodeDocument([[ELEMENT.array, field, array]], cursor);
  return encodeDocument([[ELEMENT.document, 'cursor', opened]], { ok: 1 });
}

/** Encodes the reply of `findAndModify` with a document that is already in BSON. */
export function encodeFound(lastErrorObject: Doc, value: Uint8Array): Uint8Array {
  const elements: EncodedElement[] = [
    [ELEMENT.document, 'lastErrorObject', serialize(lastErrorObject)],
    [ELEMENT.document, 'value', value],
  ];
  return encodeDocument(elements, { ok: 1 });
}

/** Types of elements in BSON. */
const ELEMENT = { document: 0x03, array: 0x04 };

type EncodedElement = [type: number, asciiName: string, value: Uint8Array];

/** Encodes a document of elements that are already in BSON, followed by further fields. */
function encodeDocument(elements: readonly EncodedElement[], further: Doc = {}): Uint8Array {
  const rest = serialize(further).subarray(LENGTH_BYTES);
  const size = elements.reduce((sum, [, name, value]) => sum + 2 + name.length + value.length, 0);
  const all = Buffer.allocUnsafe(LENGTH_BYTES + size + rest.length);
  let at = all.writeInt32LE(all.length, 0);
  for (const [type, name, value] of elements) {
    at = all.writeUInt8(type, at);
    at += all.write(name, at, 'latin1');
    at = all.writeUInt8(0, at);
    all.set(value, at);
    at += value.length;
  }
  all.set(rest, at);
  return all;
}
