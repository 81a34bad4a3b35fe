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
import { isNoRoom } from '../../document-store/log.ts';
import type { Change } from './tables.ts';

/**
 * An append-only file of changes. A line holds all changes of one transaction, so that they survive as a
 * whole or not at all.
 */
export interface Journal {
  /** @throws Error when the operating system did not take it; the file is then as before */
  append(changes: Change[]): void;
  close(): void;
}

/**
 * Locks a directory, replays its journal, oldest change first, and rewrites it with the lines of `compact`;
 * on a full disk it goes on with the old file. An append has reached the operating system when it returns: a
 * killed process loses nothing, a power cut may.
 * @throws DirectoryInUseError, or Error when a line other than a torn last one cannot be read
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
    if (!isNoRoom(error)) throw error;
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
        // A full disk may leave half a line; the next one must not follow it.
        ftruncateSync(file, size);
        if (isNoRoom(error)) noteRoom(false);
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

/** Writes a file of these lines, which is on the disk when this returns. @returns its size in bytes */
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

/** The file up to its last newline. After that: nothing, or a torn line that was never acknowledged. */
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
