import { CHUNK_BYTES, FrameReader, HEADER_BYTES, readBytes } from './frame-reader.ts';

/** Follows the length of each change: its first key, `op`, with a string as its value. */
const FIRST_KEY = Buffer.from('\x02op\0', 'latin1');
const LENGTH_BYTES = 4;
/** Bytes from the beginning of a frame to the end of the first key of its first change. */
const BEGINNING_BYTES = HEADER_BYTES + LENGTH_BYTES + FIRST_KEY.length;

/** More than the longest change, a document of 16 MiB. */
const SEARCHED_BYTES = 32 * 1024 * 1024;

/**
 * Whether a complete frame follows one that is damaged or unfinished, even if that one's length is damaged.
 *
 * Steps from change to change by their own lengths. In a frame that is merely unfinished, nothing else is
 * read, so that no content of a document is taken for a frame. Where no change begins because it is damaged
 * too, the search goes on at the next one.
 */
export function hasLaterFrame(file: number, at: number): boolean {
  const frames = new FrameReader(file);
  const header = readBytes(file, at, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return false;
  if (isFrame(frames.read(at + HEADER_BYTES + header.readUInt32LE(0)))) return true;
  for (let from: number | null = at + HEADER_BYTES; from !== null; ) {
    const bytes = readBytes(file, from, BEGINNING_BYTES);
    if (bytes.length < BEGINNING_BYTES) return false;
    const length = bytes.readUInt32LE(0);
    if (hasFirstKey(bytes, LENGTH_BYTES) && length > LENGTH_BYTES) {
      from += length;
    } else if (hasFirstKey(bytes, HEADER_BYTES + LENGTH_BYTES)) {
      if (isFrame(frames.read(from))) return true;
      from += HEADER_BYTES;
    } else {
      from = findFrameBeginning(file, from + 1);
    }
  }
  return false;
}

/** An empty frame does not count: after a power failure a file may end with zeros. */
const isFrame = (read: ReturnType<FrameReader['read']>): boolean =>
  Buffer.isBuffer(read) && read.length > HEADER_BYTES;

const hasFirstKey = (bytes: Buffer, at: number): boolean =>
  bytes.subarray(at, at + FIRST_KEY.length).equals(FIRST_KEY);

/** Returns the next offset at which a frame may begin; null if there is none soon. */
function findFrameBeginning(file: number, from: number): number | null {
  const keyAt = HEADER_BYTES + LENGTH_BYTES;
  for (let start = from; start < from + SEARCHED_BYTES; start += CHUNK_BYTES - BEGINNING_BYTES + 1) {
    const bytes = readBytes(file, start, CHUNK_BYTES);
    const key = bytes.indexOf(FIRST_KEY, keyAt);
    if (key >= 0) return start + key - keyAt;
    if (bytes.length < CHUNK_BYTES) return null;
  }
  return null;
}
