import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../../directory-lock.ts';
import { readBytes } from '../../document-store/frame-reader.ts';
import { isDiskFullError } from '../../document-store/log.ts';
import type { Change } from './tables.ts';

/** An append-only file of changes. A line contains all changes of one transaction, which makes it atomic. */
export interface Journal {
  /**
   * Appends the changes of a transaction.
   * @throws Error if the write fails; the file is unchanged then
   */
  append(changes: Change[]): void;
  close(): void;
}

/**
 * Locks a directory, replays its journal, oldest change first, and rewrites it with the lines from `compact`.
 * On a full disk it keeps the old file. An append has reached the operating system when it returns: killing
 * the process loses nothing, a power failure may.
 * @throws DirectoryInUseError, or Error if a line other than a torn last one cannot be parsed
 */
export function openJournal(
  directory: string,
  replay: (changes: Change[]) => void,
  compact: () => Iterable<Change[]>,
): Journal {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(directory);
  const path = join(directory, 'journal.jsonl');
  let size = existsSync(path) ? replayLines(path, replay) : 0;
  let isFull = false;

  const noteRoom = (hasRoom: boolean) => {
    if (isFull !== hasRoom) return;
    isFull = !hasRoom;
    console.error(
      hasRoom ? `${path}: the disk has room again` : `${path}: the disk is full, writes are refused`,
    );
  };

  const fresh = `${path}.new`;
  try {
    const freshSize = writeAll(fresh, compact());
    renameSync(fresh, path);
    size = freshSize;
  } catch (error) {
    if (!isDiskFullError(error)) throw error;
    rmSync(fresh, { force: true });
    noteRoom(false);
  }
  const file = openSync(path, 'a', 0o600);
  ftruncateSync(file, size);

  return {
    append(changes) {
      const line = lineOf(changes);
      try {
        writeFileSync(file, line);
      } catch (error) {
        // A full disk may leave a partial line, which must be removed before the next append.
        ftruncateSync(file, size);
        if (isDiskFullError(error)) noteRoom(false);
        throw error;
      }
      size += line.length;
      noteRoom(true);
    },
    close() {
      closeSync(file);
      unlock();
    },
  };
}

const lineOf = (changes: Change[]): Buffer => Buffer.from(`${JSON.stringify(changes)}\n`);

/** Writes a file with these lines and syncs it to disk. @returns its size in bytes */
function writeAll(path: string, lines: Iterable<Change[]>): number {
  const file = openSync(path, 'w', 0o600);
  try {
    let size = 0;
    for (const changes of lines) {
      const line = lineOf(changes);
      writeFileSync(file, line);
      size += line.length;
    }
    fsyncSync(file);
    return size;
  } finally {
    closeSync(file);
  }
}

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Replays the changes of a file up to its last newline. A torn line after it was never acknowledged. Reads in
 * chunks, because a file may be longer than a string.
 * @returns the size of the whole lines in bytes
 */
function replayLines(path: string, replay: (changes: Change[]) => void): number {
  const file = openSync(path, 'r');
  try {
    let [size, count] = [0, 0];
    /** The beginning of a line that ends in a later chunk. */
    let parts: Buffer[] = [];
    for (let at = 0; ; ) {
      const chunk = readBytes(file, at, CHUNK_BYTES);
      if (chunk.length === 0) return size;
      at += chunk.length;
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...parts, chunk.subarray(from, end)]);
        parts = [];
        from = end + 1;
        count += 1;
        replay(parseLine(line, `${path}: line ${count}`));
        size += line.length + 1;
      }
      parts.push(chunk.subarray(from));
    }
  } finally {
    closeSync(file);
  }
}

function parseLine(line: Buffer, name: string): Change[] {
  try {
    return JSON.parse(line.toString());
  } catch (cause) {
    throw new Error(`${name} cannot be read`, { cause });
  }
}
