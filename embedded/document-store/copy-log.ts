import { closeSync, fstatSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DirectoryInUseError, lockDirectory } from '../directory-lock.ts';
import { FrameReader } from './frame-reader.ts';

const BATCH_BYTES = 1024 * 1024;

/** A frame is written by one call: what is half there is whole a moment later, or its writer died. */
const TRIES = 20;
const BETWEEN_TRIES_MS = 50;

/**
 * The whole frames of a log up to its present end, in batches, while its store may go on writing. Since the log is only ever
 * appended to, they are the store as it was at this instant, across all collections: every command that was answered before is in
 * them, and none is in them by half. A compaction replaces the file and leaves the one that is being read as it was.
 *
 * @throws Error where the log is damaged before its end: a store started from it would lose what comes after
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
        if (isInUse(dirname(path))) throw damagedAt(at);
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

/** @returns the frame at an offset; null for a torn tail, the unfinished write of a store that died */
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

/** Whether a store runs on a folder: it has truncated the torn tail of the one before. */
function isInUse(directory: string): boolean {
  try {
    lockDirectory(directory)();
    return false;
  } catch (error) {
    if (error instanceof DirectoryInUseError) return true;
    throw error;
  }
}
