import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** A frame is a header, of length and CRC, and so many bytes. */
export const HEADER_BYTES = 8;

/** How much of a file is read at once, so that a small frame costs no call of its own. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Node reads less than 2 GiB by one call. */
const MAX_READ_BYTES = 1024 * 1024 * 1024;

/** Reads the frames of a log by their offsets. The file may be larger than a buffer can be, and grow meanwhile. */
export class FrameReader {
  readonly #file: number;
  /** What was read last, and from which offset. */
  #chunk: Buffer = Buffer.alloc(0);
  #chunkAt = 0;

  constructor(file: number) {
    this.#file = file;
  }

  /** @returns the frame at an offset, its header included; `short` where the file ends before it, `damaged` where its CRC is another */
  read(at: number): Buffer | 'short' | 'damaged' {
    const header = this.#bytesAt(at, HEADER_BYTES);
    if (!header) return 'short';
    const [length, crc] = [header.readUInt32LE(0), header.readUInt32LE(4)];
    const frame = this.#bytesAt(at, HEADER_BYTES + length);
    if (!frame) return 'short';
    if (crc32(frame.subarray(HEADER_BYTES)) === crc) return frame;
    // A retry reads the file anew.
    this.#chunk = Buffer.alloc(0);
    return 'damaged';
  }

  /** @returns null where the file has not so many */
  #bytesAt(at: number, length: number): Buffer | null {
    const isThere = () => at >= this.#chunkAt && at + length <= this.#chunkAt + this.#chunk.length;
    if (!isThere()) {
      const left = fstatSync(this.#file).size - at;
      // A damaged header may promise gigabytes: no buffer is made for what cannot be there.
      if (left < length) return null;
      this.#chunk = readBytes(this.#file, at, Math.min(left, Math.max(length, CHUNK_BYTES)));
      this.#chunkAt = at;
    }
    return isThere() ? this.#chunk.subarray(at - this.#chunkAt, at - this.#chunkAt + length) : null;
  }
}

/** So many bytes of a file from an offset on, fewer where it ends before, in a buffer of their own. */
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
