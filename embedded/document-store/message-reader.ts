import { HEADER_BYTES, MAX_MESSAGE_BYTES, ProtocolError } from './wire.ts';

/** Puts the messages of one connection together again, however the network cut or joined them. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #received = 0;
  #needed = HEADER_BYTES;

  /** Takes the next bytes and returns the messages they complete. @throws ProtocolError */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    // Joining only when a message is whole keeps large messages linear.
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

/** The length of the message that begins here, as far as it is known. */
function lengthOf(bytes: Buffer): number {
  if (bytes.length < HEADER_BYTES) return HEADER_BYTES;
  const length = bytes.readInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
    throw new ProtocolError(`Message of ${length} bytes`);
  }
  return length;
}
