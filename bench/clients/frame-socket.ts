import { connect, type Socket } from 'node:net';

/** Called with the range of a text frame in the read buffer. The bytes are overwritten after it returns. */
export type OnText = (bytes: Buffer, start: number, end: number) => void;

/** One read buffer shared by all sockets: reads happen one at a time and nothing is kept. */
const READ_BUFFER = Buffer.allocUnsafe(262_144);

const FINAL_TEXT = 0x81;
const FINAL_CLOSE = 0x88;
const MASKED = 0x80;
/** A close frame without a status code, masked with zeros. */
const CLOSE = Buffer.from([FINAL_CLOSE, MASKED, 0, 0, 0, 0]);
const LENGTH_IN_2_BYTES = 126;

interface FrameSocketOptions {
  port: number;
  path: string;
  /** The local address to connect from, instead of 127.0.0.1. */
  localAddress?: string | undefined;
  headers?: Record<string, string>;
  onText: OnText;
  /** @param error the reason, when the connection was refused or failed */
  onClose?: (error: Error | undefined) => void;
}

/** A minimal WebSocket client, so that thousands of clients cost less than the server under measurement. */
export class FrameSocket {
  readonly #socket: Socket;
  readonly #options: FrameSocketOptions;
  /** The beginning of an incomplete frame. */
  #rest: Buffer | null = null;
  #isUpgraded = false;

  constructor(options: FrameSocketOptions) {
    this.#options = options;
    this.#socket = connect({
      host: '127.0.0.1',
      port: options.port,
      ...(options.localAddress && { localAddress: options.localAddress }),
      noDelay: true,
      onread: {
        buffer: READ_BUFFER,
        callback: (bytes, buffer) => {
          this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
          return true;
        },
      },
    });
    const headers = {
      Host: '127.0.0.1',
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...options.headers,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.write(`GET ${options.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    let failure: Error | undefined;
    this.#socket.on('error', (error) => {
      failure = error;
    });
    this.#socket.once('close', () => options.onClose?.(failure));
  }

  /** Sends a text of less than 64 KiB, masked with zeros. */
  send(text: string): void {
    const length = Buffer.byteLength(text);
    const isShort = length < LENGTH_IN_2_BYTES;
    const header = Buffer.alloc(isShort ? 6 : 8);
    header[0] = FINAL_TEXT;
    header[1] = MASKED | (isShort ? length : LENGTH_IN_2_BYTES);
    if (!isShort) header.writeUInt16BE(length, 2);
    this.#socket.write(Buffer.concat([header, Buffer.from(text)]));
  }

  /** Destroys the connection without a close handshake. */
  cut(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = this.#isUpgraded ? 0 : this.#upgrade(bytes);
    while (this.#isUpgraded) {
      const next = this.#frame(bytes, at);
      if (next === at) break;
      at = next;
    }
    this.#rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : null;
  }

  /** Returns the offset after the handshake response; 0 while it is incomplete. */
  #upgrade(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return 0;
    if (!bytes.subarray(0, end).includes(' 101 ')) {
      this.#socket.destroy(new Error(`refused: ${bytes.subarray(0, end)}`));
      return 0;
    }
    this.#isUpgraded = true;
    return end + 4;
  }

  /**
   * Reads the frame at an offset.
   *
   * @returns the offset after it, or the same offset while the frame is incomplete
   */
  #frame(bytes: Buffer, at: number): number {
    if (bytes.length < at + 2) return at;
    let length = bytes.readUInt8(at + 1);
    let header = 2;
    if (length >= LENGTH_IN_2_BYTES) {
      header = length === LENGTH_IN_2_BYTES ? 4 : 10;
      if (bytes.length < at + header) return at;
      length = header === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    }
    const start = at + header;
    const end = start + length;
    if (bytes.length < end) return at;
    const kind = bytes.readUInt8(at);
    if (kind === FINAL_TEXT) this.#options.onText(bytes, start, end);
    // Browsers answer a close frame. A server without that answer waits, and finally cuts all
    // connections at once.
    else if (kind === FINAL_CLOSE) this.#socket.end(CLOSE);
    return end;
  }
}
