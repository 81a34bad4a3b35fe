import { randomBytes } from 'node:crypto';
import { DAY_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { FILE_REFUSALS, HEAD_BYTES, mediaTypeOf, type StoredFile } from '#common/files/stored-file.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { putFileBytes, removeFileBytes } from '../infra/files.ts';
import { FileModel, toStoredFile } from './file-model.ts';
import { cleanFileName } from './file-name.ts';

/** How long an uploaded file is kept before a paper must take it. */
const UNNAMED_MS = 2 * DAY_MS;

/**
 * Total size limit of applicants' files that no paper has taken, so that uploads without an application
 * cannot fill the store.
 */
const MOST_UNNAMED_BYTES = 500 * 1024 * 1024;

interface NewFile {
  /** Original file name. */
  name: string;
  /** Throws PAYLOAD_TOO_LARGE itself. */
  content: AsyncIterable<Uint8Array>;
  /** Id of the staff member; null for an applicant. */
  uploadedBy: string | null;
}

/**
 * Stores an uploaded file that no paper has taken yet. Its type is detected from its content. The metadata is
 * written first, so that an interrupted upload is found and deleted later.
 *
 * @throws AppError UNSUPPORTED_FILE, INVALID_REQUEST for an empty file
 * @throws AppError UNAVAILABLE while too many files wait for an application, and the errors of `content`
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

/** Deletes an incomplete upload. If that fails too, the job `remove-unused-files` does it. */
async function discard(fileId: string): Promise<void> {
  try {
    await removeFileBytes(fileId);
    await FileModel.deleteOne({ _id: fileId });
  } catch {
    // The caller throws the error that made the upload fail.
  }
}

async function requireRoom(): Promise<void> {
  const waiting = await FileModel.find({ owner: null, uploadedBy: null }, { bytes: 1 }).lean<
    { bytes: number }[]
  >();
  if (waiting.reduce((sum, { bytes }) => sum + bytes, 0) < MOST_UNNAMED_BYTES) return;
  throw new AppError(
    'UNAVAILABLE',
    'We cannot take files right now. Please send your application without them.',
  );
}

/** Reads the first bytes of a stream. Returns them and a stream of the whole content. */
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
