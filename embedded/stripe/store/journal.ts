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

/** An append-only file of changes; one line holds all changes of one request, so they survive together or not at all. */
export interface Journal {
  append(changes: Change[]): void;
  close(): void;
}

/**
 * Opens the journal of a directory, locking it, and hands every change ever kept to `replay`, oldest first.
 * Then rewrites the file with the lines of `compact`, which says what is still worth keeping.
 * An append has reached the operating system when it returns: a killed process loses nothing (a power cut may).
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
      // A full disk may leave half a line, and the next one would be written behind it.
      ftruncateSync(file, size);
      throw error;
    }
  };
  for (const changes of compact()) append(changes);
  // Before the old file goes, the new one must be on the disk whole.
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
  // The last piece follows the last newline: empty, or a line the process died writing and never acknowledged.
  lines.pop();
  for (const [index, line] of lines.entries()) {
    try {
      yield JSON.parse(line);
    } catch (cause) {
      throw new Error(`${path}: line ${index + 1} cannot be read`, { cause });
    }
  }
}
