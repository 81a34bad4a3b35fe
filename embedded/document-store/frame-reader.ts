import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** A frame is a header (length and CRC) followed by the payload. */
export const HEADER_BYTES = 8;

/** Bytes read at once, so that small frames do not need separate system calls. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Node can read at most 2 GiB with one call. */
const MAX_READ_BYTES = 1024 * 1024 * 1024;

/** Reads the frames of a log by offset. The file may be larger than a buffer and may grow. */
export class FrameReader {
  readonly #file: number;
  /** The last bytes read, and their offset. */
  #chunk: Buffer = Buffer.alloc(0);
  #chunkAt = 0;

  constructor(file: number) {
    this.#file = file;
  }

  /**
   * Reads the frame at an offset.
   * @returns the frame with its header; `short` if the file ends before its end, `damaged` if the CRC differs
   */
  read(at: number): Buffer | 'short' | 'damaged' {
    const header = this.#bytesAt(at, HEADER_BYTES);
    if (!header) return 'short';
    const [length, crc] = [header.readUInt32LE(0), header.readUInt32LE(4)];
    const frame = this.#bytesAt(at, HEADER_BYTES + length);
    if (!frame) return 'short';
    if (crc32(frame.subarray(HEADER_BYTES)) === crc) return frame;
    // Makes a retry read the file again.
    this.#chunk = Buffer.alloc(0);
    return 'damaged';
  }

  /** Returns bytes of the file; null if it is too short. */
  #bytesAt(at: number, length: number): Buffer | null {
    const isThere = () => at >= this.#chunkAt && at + length <= this.#chunkAt + this.#chunk.length;
    if (!isThere()) {
      const left = fstatSync(this.#file).size - at;
      // A damaged header may announce gigabytes, so the length is checked before a buffer is allocated.
      if (left < length) return null;
      this.#chunk = readBytes(this.#file, at, Math.min(left, Math.max(length, CHUNK_BYTES)));
      this.#chunkAt = at;
    }
    return isThere() ? this.#chunk.subarray(at - this.#chunkAt, at - this.#chunkAt + length) : null;
  }
}

/** Reads bytes of a file at an offset into a new buffer; fewer if the file ends before. */
export function readBytes(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let count = 0;
  while (count < length) {
    const read = readSync(file, bytes, count, Math.min(length - count, MAX_READ_BYTES), at + count);
    if (read === 0) break;
    count += read;
  }
  return bytes.subarray(0, count);
}
