import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../../directory-lock.ts';
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
  const lines = readWholeLines(path);
  let size = lines.length;
  let isFull = false;
  for (const changes of parseLines(path, lines)) replay(changes);

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

/** Reads a file up to its last newline. A torn line after it was never acknowledged. */
function readWholeLines(path: string): Buffer {
  if (!existsSync(path)) return Buffer.alloc(0);
  const bytes = readFileSync(path);
  return bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
}

function* parseLines(path: string, bytes: Buffer): Generator<Change[]> {
  const lines = bytes.toString().split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    try {
      yield JSON.parse(line);
    } catch (cause) {
      throw new Error(`${path}: line ${index + 1} cannot be read`, { cause });
    }
  }
}
