import { randomBytes } from 'node:crypto';
import { AppError } from '#common/errors.ts';
import { FILE_REFUSALS, HEAD_BYTES, mediaTypeOf, type StoredFile } from '#common/files/stored-file.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { putFileBytes, removeFileBytes } from '../infra/files.ts';
import { FileModel, toStoredFile } from './file-model.ts';
import { cleanFileName } from './file-name.ts';

/** How long a file waits for a paper that names it. */
export const UNNAMED_MS = 2 * 86_400_000;

/** What applicants' files that no paper names may come to at a time: nobody fills the store without applying. */
const MOST_UNNAMED_BYTES = 500 * 1024 * 1024;

interface NewFile {
  /** As its owner calls it. */
  name: string;
  /** Throws PAYLOAD_TOO_LARGE itself. */
  content: AsyncIterable<Uint8Array>;
  /** Which of the staff; null for an applicant. */
  uploadedBy: string | null;
}

/**
 * Stores a file that no paper names yet. What it is, its content says. Its record is written first, so that what
 * was cut off is found and deleted.
 *
 * @throws UNSUPPORTED_FILE, INVALID_REQUEST for an empty one, UNAVAILABLE while too many wait for an application;
 *   what `content` throws
 */
export async function receiveFile({ name, content, uploadedBy }: NewFile): Promise<StoredFile> {
  if (uploadedBy === null) await requireRoom();
  const { head, all } = await readHead(content);
  if (head.length === 0) throw new AppError('INVALID_REQUEST', FILE_REFUSALS.empty);
  const mediaType = mediaTypeOf(head);
  if (!mediaType) throw new AppError('UNSUPPORTED_FILE', FILE_REFUSALS.type);

  const now = databaseClock.now();
  const file = await FileModel.create({
    _id: `file_${randomBytes(16).toString('hex')}`,
    name: cleanFileName(name, mediaType),
    mediaType,
    bytes: 0,
    uploadedBy,
    createdAt: now,
    checkAt: new Date(now.getTime() + UNNAMED_MS),
  });
  try {
    const stored = await putFileBytes(file._id, all);
    await FileModel.updateOne({ _id: file._id }, { $set: stored });
    return toStoredFile({ ...file.toObject(), ...stored });
  } catch (error) {
    await discard(file._id);
    throw error;
  }
}

/** Where that fails too, the job that removes unused files does it. */
async function discard(fileId: string): Promise<void> {
  try {
    await removeFileBytes(fileId);
    await FileModel.deleteOne({ _id: fileId });
  } catch {
    // What made the upload fail is what its caller should hear of.
  }
}

async function requireRoom(): Promise<void> {
  const waiting = await FileModel.find({ owner: null, uploadedBy: null }, { bytes: 1 }).lean<
    { bytes: number }[]
  >();
  if (waiting.reduce((sum, { bytes }) => sum + bytes, 0) < MOST_UNNAMED_BYTES) return;
  throw new AppError('UNAVAILABLE', 'We cannot take files right now. Please send your application without.');
}

/** The first bytes of a stream, and the whole of it still to be read. */
async function readHead(
  content: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const parts = content[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let isDone = false;
  for (let size = 0; size < HEAD_BYTES && !isDone; ) {
    const next = await parts.next();
    isDone = next.done ?? false;
    if (next.done) break;
    read.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(read);
  async function* all() {
    yield head;
    while (!isDone) {
      const next = await parts.next();
      if (next.done) return;
      yield next.value;
    }
  }
  return { head, all: all() };
}
