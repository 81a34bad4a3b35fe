import { createHash } from 'node:crypto';
import { model, type mongo, Schema } from 'mongoose';

/** Chunk size: far below MongoDB's limit of 16 MB per document, and small enough to hold in memory. */
const CHUNK_BYTES = 512 * 1024;

/** A chunk of a file, as MongoDB stores it. */
interface ChunkDoc {
  /** The file's id, a colon and the chunk's index, from 0. */
  _id: string;
  file: string;
  data: Buffer;
}

const chunkSchema = new Schema<ChunkDoc>(
  {
    _id: { type: String, required: true },
    file: { type: String, required: true },
    data: { type: Buffer, required: true },
  },
  { collection: 'fileChunks', versionKey: false, strict: 'throw' },
);

chunkSchema.index({ file: 1 });

const ChunkModel = model<ChunkDoc>('FileChunk', chunkSchema);

const chunkId = (fileId: string, place: number): string => `${fileId}:${place}`;

/** Size and hash of a stored file. */
interface StoredBytes {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/**
 * Stores a file's bytes as a stream, one chunk at a time. If `source` throws, the chunks already stored
 * remain until `removeFileBytes`.
 *
 * @throws what `source` throws
 */
export async function putFileBytes(fileId: string, source: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
  const hash = createHash('sha256');
  let bytes = 0;
  let place = 0;
  for await (const data of inChunks(source)) {
    hash.update(data);
    bytes += data.length;
    await ChunkModel.create({ _id: chunkId(fileId, place), file: fileId, data });
    place += 1;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size < CHUNK_BYTES) continue;
    const whole = Buffer.concat(parts);
    let at = 0;
    for (; whole.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) yield whole.subarray(at, at + CHUNK_BYTES);
    parts = [whole.subarray(at)];
    size = whole.length - at;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/**
 * Reads a file's bytes as a stream, one chunk at a time.
 *
 * @param bytes the file's size
 * @throws Error when a chunk is missing
 */
export async function* readFileBytes(fileId: string, bytes: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  for (let place = 0; read < bytes; place += 1) {
    const chunk = await ChunkModel.findById(chunkId(fileId, place)).lean<{ data: mongo.Binary }>();
    if (!chunk) throw new Error(`chunk ${place} of ${fileId} is gone`);
    const data = chunk.data.value();
    read += data.length;
    yield data;
  }
}

/** Deletes a file's bytes. Idempotent. */
export async function removeFileBytes(fileId: string): Promise<void> {
  await ChunkModel.deleteMany({ file: fileId });
}
