import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Change, decodeChanges, encodeChange } from './change.ts';

const HEADER = 8;
const SYNC_AFTER_MS = 100;
const WORTH_COMPACTING = 4 * 1024 * 1024;
const CHANGES_PER_FRAME = 1000;

/**
 * The append-only file behind a store. A frame is length, crc and the changes of one command, so after a crash a command is
 * there whole or not at all. A frame is handed to the operating system before the command is answered, which survives the end
 * of this process, and reaches the disk within 100 ms, as in MongoDB's journal.
 */
export class Log {
  readonly #path: string;
  #file: number;
  #size: number;
  #timer: NodeJS.Timeout | undefined;

  /** Opens a log, or begins one, and plays back what it holds. What follows the last whole frame is cut off. */
  constructor(path: string, play: (change: Change) => void) {
    this.#path = path;
    this.#size = existsSync(path) ? playBack(path, play) : 0;
    this.#file = openSync(path, 'a');
  }

  /** Writes the changes of one command. Returns when the operating system has them. */
  append(changes: Change[]): void {
    const bytes = frame(changes);
    writeFileSync(this.#file, bytes);
    this.#size += bytes.length;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      fdatasync(this.#file, (error) => {
        // A log closed meanwhile is on the disk already.
        if (error && error.code !== 'EBADF') throw error;
      });
    }, SYNC_AFTER_MS);
  }

  /** Returns when everything written is on the disk. */
  sync(): void {
    fdatasyncSync(this.#file);
  }

  /** Writes the log anew if most of it is history. `liveBytes` is the size of the documents that still exist. */
  compact(liveBytes: number, snapshot: Iterable<Change>): void {
    if (this.#size < WORTH_COMPACTING || this.#size < 2 * liveBytes) return;
    const path = `${this.#path}.new`;
    const file = openSync(path, 'w');
    this.#size = 0;
    for (const changes of inGroups(snapshot)) {
      const bytes = frame(changes);
      writeFileSync(file, bytes);
      this.#size += bytes.length;
    }
    fsyncSync(file);
    closeSync(file);
    closeSync(this.#file);
    renameSync(path, this.#path);
    syncDirectory(dirname(this.#path));
    this.#file = openSync(this.#path, 'a');
  }

  close(): void {
    clearTimeout(this.#timer);
    this.sync();
    closeSync(this.#file);
  }
}

function frame(changes: Change[]): Buffer {
  const payload = Buffer.concat(changes.map(encodeChange));
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt32LE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

/** Plays every whole frame and cuts off the rest. Returns the size of what is left. */
function playBack(path: string, play: (change: Change) => void): number {
  const bytes = readFileSync(path);
  let at = 0;
  while (at + HEADER <= bytes.length) {
    const payload = bytes.subarray(at + HEADER, at + HEADER + bytes.readUInt32LE(at));
    const isWhole =
      payload.length === bytes.readUInt32LE(at) && crc32(payload) === bytes.readUInt32LE(at + 4);
    if (!isWhole) break;
    decodeChanges(payload).forEach(play);
    at += HEADER + payload.length;
  }
  if (at < bytes.length) {
    writeFileSync(`${path}.cut`, bytes.subarray(at));
    truncateSync(path, at);
    process.stderr.write(
      `${path}: cut off ${bytes.length - at} bytes of an unfinished write, kept in ${path}.cut\n`,
    );
  }
  return at;
}

function* inGroups(changes: Iterable<Change>): Generator<Change[]> {
  let group: Change[] = [];
  for (const change of changes) {
    group.push(change);
    if (group.length < CHANGES_PER_FRAME) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}
