import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { Binary, serialize } from 'bson';
import * as z from 'zod/mini';
import { indexSpecSchema } from './collection-index.ts';
import { decode } from './document.ts';
import { CHUNK_BYTES, FrameReader, HEADER_BYTES, readBytes } from './frame-reader.ts';
import { hasLaterFrame } from './has-later-frame.ts';

const namespace = z.string();

/** `op` is the first key of a stored change: `hasLaterFrame` searches for it. */
const changeSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('put'),
    namespace,
    raw: z.pipe(
      z.instanceof(Binary),
      z.transform((binary) => binary.value()),
    ),
  }),
  z.object({ op: z.literal('remove'), namespace, id: z.unknown() }),
  z.object({ op: z.literal('create'), namespace }),
  z.object({ op: z.literal('drop'), namespace }),
  z.object({ op: z.literal('createIndex'), namespace, spec: indexSpecSchema }),
  z.object({ op: z.literal('dropIndex'), namespace, name: z.string() }),
]);

/** A change of the store as stored in the log. Replaying all changes restores the store. */
export type Change = z.infer<typeof changeSchema>;

const SYNC_AFTER_MS = 100;
const COMPACT_FROM_BYTES = 4 * 1024 * 1024;
const CHANGES_PER_FRAME = 1000;
const BYTES_PER_FRAME = 8 * 1024 * 1024;

/**
 * The write-ahead log of a store. A frame contains length, CRC and the changes of one command, so that after
 * a crash a command is present completely or not at all. A frame is passed to the operating system before the
 * command is acknowledged, so it survives `kill -9`. It is synced to disk within 100 ms, as in MongoDB's
 * journal, or before the reply if the write concern requires it.
 */
export class Log {
  readonly #path: string;
  #file: number;
  #size: number;
  #syncTimer: NodeJS.Timeout | undefined;
  /** Number of bytes known to be on disk. */
  #flushed = 0;
  #flushing: Promise<void> = Promise.resolve();

  /**
   * Opens or creates a log and replays it. A torn tail after the last complete frame is truncated.
   * @throws DamagedLogError
   */
  constructor(path: string, apply: (change: Change) => void) {
    this.#path = path;
    this.#size = existsSync(path) ? replay(path, apply) : 0;
    this.#file = openSync(path, 'a');
  }

  /**
   * Appends the changes of one command. Returns once the operating system has them.
   *
   * @throws Error if the write fails; the log is unchanged then
   */
  append(changes: Change[]): void {
    const bytes = frame(changes);
    try {
      writeFileSync(this.#file, bytes);
    } catch (error) {
      ftruncateSync(this.#file, this.#size);
      throw error;
    }
    this.#size += bytes.length;
    this.#syncTimer ??= setTimeout(() => {
      this.#syncTimer = undefined;
      this.flush();
    }, SYNC_AFTER_MS);
  }

  /** Resolves when everything appended so far is on disk. Concurrent calls share one sync. */
  flush(): Promise<void> {
    const targetSize = this.#size;
    this.#flushing = this.#flushing.then(async () => {
      if (this.#flushed >= targetSize) return;
      const size = this.#size;
      await syncData(this.#file);
      this.#flushed = size;
    });
    return this.#flushing;
  }

  /**
   * Rewrites the log if it is large, mostly history, and the disk has space for both. `liveBytes` is the
   * total size of all documents.
   */
  compact(liveBytes: number, snapshot: Iterable<Change>): void {
    if (this.#size < COMPACT_FROM_BYTES || this.#size < 2 * liveBytes) return;
    const path = `${this.#path}.new`;
    try {
      this.#size = writeAll(path, snapshot);
    } catch (error) {
      if (!isDiskFullError(error)) throw error;
      rmSync(path, { force: true });
      return;
    }
    closeSync(this.#file);
    renameSync(path, this.#path);
    syncDirectory(dirname(this.#path));
    this.#file = openSync(this.#path, 'a');
  }

  /** Syncs everything to disk and closes the log. */
  close(): void {
    clearTimeout(this.#syncTimer);
    fdatasyncSync(this.#file);
    closeSync(this.#file);
  }
}

/**
 * Syncs a file to disk. A failure crashes the process, because the operating system may report success on a
 * later retry although the data is lost.
 */
const syncData = (file: number): Promise<void> =>
  new Promise((resolve) =>
    fdatasync(file, (error) => {
      // The log was closed meanwhile, which has synced it.
      if (error && error.code !== 'EBADF') throw error;
      resolve();
    }),
  );

/** Whether a file system error means that the disk is full. */
export const isDiskFullError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Writes a new log with these changes. @returns its size in bytes */
function writeAll(path: string, snapshot: Iterable<Change>): number {
  const file = openSync(path, 'w');
  try {
    let size = 0;
    for (const changes of inGroups(snapshot)) {
      const bytes = frame(changes);
      writeFileSync(file, bytes);
      size += bytes.length;
    }
    fsyncSync(file);
    return size;
  } finally {
    closeSync(file);
  }
}

function frame(changes: Change[]): Buffer {
  const payload = Buffer.concat(changes.map(encodeChange));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt32LE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

/** Thrown when a log is damaged before its end: opening it would lose complete writes. */
export class DamagedLogError extends Error {
  constructor(path: string, at: number) {
    super(
      `${path} is damaged at byte ${at}, and complete writes follow, which opening it would lose. Copy the folder to another place and restore a backup (docs/runbook.md). If the machine has just lost power, only writes that were not yet confirmed as on disk are affected: truncate --size=${at} ${path}`,
    );
  }
}

/**
 * Replays all complete frames and truncates the rest. Returns the remaining size in bytes.
 * @throws DamagedLogError
 */
function replay(path: string, apply: (change: Change) => void): number {
  const file = openSync(path, 'r');
  try {
    const frames = new FrameReader(file);
    let at = 0;
    for (let frame = frames.read(0); Buffer.isBuffer(frame); frame = frames.read(at)) {
      decodeChanges(frame.subarray(HEADER_BYTES)).forEach(apply);
      at += frame.length;
    }
    const left = fstatSync(file).size - at;
    if (left > 0) {
      if (hasLaterFrame(file, at)) throw new DamagedLogError(path, at);
      const aside = `${path}.torn-${new Date().toISOString().replaceAll(':', '-')}`;
      const isKept = keepAside(file, { at, path: aside });
      truncateSync(path, at);
      process.stderr.write(
        `${path}: truncated ${left} bytes of an unfinished write, ${isKept ? `kept in ${aside}` : 'with no room to keep them'}\n`,
      );
    }
    return at;
  } finally {
    closeSync(file);
  }
}

/** Copies a file from an offset to another file. @returns false if the disk is full */
function keepAside(file: number, { at, path }: { at: number; path: string }): boolean {
  try {
    writeFileSync(path, '');
    for (let from = at; ; from += CHUNK_BYTES) {
      const bytes = readBytes(file, from, CHUNK_BYTES);
      if (bytes.length === 0) return true;
      appendFileSync(path, bytes);
    }
  } catch (error) {
    if (!isDiskFullError(error)) throw error;
    rmSync(path, { force: true });
    return false;
  }
}

function* inGroups(changes: Iterable<Change>): Generator<Change[]> {
  let group: Change[] = [];
  let bytes = 0;
  for (const change of changes) {
    group.push(change);
    bytes += change.op === 'put' ? change.raw.length : 0;
    if (group.length < CHANGES_PER_FRAME && bytes < BYTES_PER_FRAME) continue;
    yield group;
    group = [];
    bytes = 0;
  }
  if (group.length > 0) yield group;
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** Encodes a change as a BSON document that begins with `op`. */
function encodeChange({ op, ...rest }: Change): Uint8Array {
  return serialize('raw' in rest ? { op, ...rest, raw: new Binary(rest.raw) } : { op, ...rest });
}

/** Decodes a sequence of BSON documents into changes. */
function decodeChanges(bytes: Buffer): Change[] {
  const changes: Change[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + bytes.readInt32LE(at);
    changes.push(changeSchema.parse(decode(bytes.subarray(at, end))));
    at = end;
  }
  return changes;
}
