import { closeSync, fstatSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DirectoryInUseError, lockDirectory } from '../directory-lock.ts';
import { FrameReader } from './frame-reader.ts';
import { hasLaterFrame } from './has-later-frame.ts';

const BATCH_BYTES = 1024 * 1024;

/**
 * A frame is written by a single call, so a partial frame is complete shortly after, unless its writer died.
 */
const TRIES = 20;
const BETWEEN_TRIES_MS = 50;

/**
 * Yields the complete frames of a log up to its current end, in batches, while a store may continue writing.
 * Because the log is append-only, the copy is a point-in-time snapshot across all collections: it contains
 * every command acknowledged before, and no partial one. A compaction replaces the file, but leaves the open
 * one unchanged.
 *
 * @throws Error if the log is damaged before its end, since a store opened from the copy would lose what
 * follows
 */
export async function* copyLog(path: string): AsyncGenerator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const end = fstatSync(file).size;
    const frames = new FrameReader(file);
    let batch: Buffer[] = [];
    let bytes = 0;
    for (let at = 0; at < end; ) {
      const frame = await awaitFrame(frames, at);
      if (!frame) {
        if (hasLaterFrame(file, at) || isInUse(dirname(path))) throw damagedAt(at);
        break;
      }
      at += frame.length;
      bytes += frame.length;
      batch.push(frame);
      if (bytes < BATCH_BYTES) continue;
      yield Buffer.concat(batch);
      batch = [];
      bytes = 0;
    }
    if (bytes > 0) yield Buffer.concat(batch);
  } finally {
    closeSync(file);
  }
}

/**
 * Reads a frame, with retries while it is being written.
 * @returns null for a torn tail: the unfinished write of a store that died
 */
async function awaitFrame(frames: FrameReader, at: number): Promise<Buffer | null> {
  for (let attempt = 1; ; attempt += 1) {
    const found = frames.read(at);
    if (Buffer.isBuffer(found)) return found;
    if (attempt < TRIES) await setTimeout(BETWEEN_TRIES_MS);
    else if (found === 'short') return null;
    else throw damagedAt(at);
  }
}

const damagedAt = (at: number): Error =>
  new Error(`the log is damaged at byte ${at}: what comes after it could not be restored`);

/**
 * Whether a store is running on a directory. It has already truncated any torn tail left by its predecessor.
 */
function isInUse(directory: string): boolean {
  try {
    lockDirectory(directory)();
    return false;
  } catch (error) {
    if (error instanceof DirectoryInUseError) return true;
    throw error;
  }
}
