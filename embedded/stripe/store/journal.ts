import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../../directory-lock.ts';
import type { Change } from './tables.ts';

/**
 * An append-only file of changes. A line holds all changes of one transaction, so that they survive as a
 * whole or not at all.
 */
export interface Journal {
  append(changes: Change[]): void;
  close(): void;
}

/**
 * Locks a directory, replays its journal, oldest change first, and rewrites it with the lines of `compact`.
 * An append has reached the operating system when it returns: a killed process loses nothing, a power cut
 * may.
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
  for (const changes of readLines(path)) replay(changes);

  const fresh = `${path}.new`;
  const file = openSync(fresh, 'w', 0o600);
  let size = 0;
  const append = (changes: Change[]) => {
    const line = Buffer.from(`${JSON.stringify(changes)}\n`);
    try {
      appendFileSync(file, line);
      size += line.length;
    } catch (error) {
      // A full disk may leave half a line; the next one must not follow it.
      ftruncateSync(file, size);
      throw error;
    }
  };
  for (const changes of compact()) append(changes);
  // On disk before the old file is replaced.
  fsyncSync(file);
  renameSync(fresh, path);

  return {
    append,
    close() {
      closeSync(file);
      unlock();
    },
  };
}

function* readLines(path: string): Generator<Change[]> {
  if (!existsSync(path)) return;
  const lines = readFileSync(path, 'utf8').split('\n');
  // After the last newline: nothing, or a torn line that was never acknowledged.
  lines.pop();
  for (const [index, line] of lines.entries()) {
    try {
      yield JSON.parse(line);
    } catch (cause) {
      throw new Error(`${path}: line ${index + 1} cannot be read`, { cause });
    }
  }
}
