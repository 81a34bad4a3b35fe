import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Binary, serialize } from 'bson';
import { expect, onTestFinished, test } from 'vitest';
import { CHUNK_BYTES, HEADER_BYTES } from './frame-reader.ts';
import { hasLaterFrame } from './has-later-frame.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

/** A change that stores bytes. */
const changeOf = (raw: Uint8Array = Buffer.from('a document')): Uint8Array =>
  serialize({ op: 'put', namespace: 'test.docs', raw: new Binary(raw) });

function frameOf(...changes: Uint8Array[]): Buffer {
  const payload = Buffer.concat(changes);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt32LE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

const FRAME = frameOf(changeOf(), changeOf());
const UNFINISHED = FRAME.subarray(0, -1);
const DAMAGED = Buffer.from(FRAME);
DAMAGED.writeUInt8(1, FRAME.length - 2);

/** Opens a file of these parts, by their offsets. */
function fileOf(...parts: (readonly [offset: number, bytes: Uint8Array])[]): number {
  const file = openSync(join(temporaryDirectory(), 'log'), 'w+');
  onTestFinished(() => closeSync(file));
  for (const [offset, bytes] of parts) writeSync(file, bytes, 0, bytes.length, offset);
  return file;
}

const isFound = (...parts: Parameters<typeof fileOf>): boolean => hasLaterFrame(fileOf(...parts), 0);

test.each([
  ['a damaged checksum', Buffer.from([0, 0, 0, 0]), 4],
  ['a damaged length', Buffer.from([255, 255, 255, 255]), 0],
  ['a damaged header', Buffer.alloc(HEADER_BYTES, 7), 0],
  ['a damaged header and beginning', Buffer.alloc(HEADER_BYTES + 30, 7), 0],
  ['damage everywhere', Buffer.alloc(FRAME.length, 7), 0],
])('a complete frame after one with %s is found', (_what, bytes, offset) => {
  const damage = [offset, bytes] as const;
  expect(isFound([0, FRAME], damage, [FRAME.length, FRAME])).toBe(true);
  expect(isFound([0, FRAME], damage, [FRAME.length, FRAME], [2 * FRAME.length, UNFINISHED])).toBe(true);
  expect(isFound([0, FRAME], damage, [FRAME.length, DAMAGED], [2 * FRAME.length, FRAME])).toBe(true);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a damaged frame', DAMAGED],
  ['an unfinished frame', UNFINISHED],
  ['zeros', Buffer.alloc(100)],
])('after a frame with a damaged header, %s is no complete frame', (_what, rest) => {
  expect(isFound([0, FRAME], [0, Buffer.alloc(HEADER_BYTES, 7)], [FRAME.length, rest])).toBe(false);
});

test('a frame after a long stretch of damage is found wherever it begins', () => {
  const damage = [0, Buffer.alloc(FRAME.length, 7)] as const;
  const nearEndOfChunk = Array.from({ length: 20 }, (_, n) => HEADER_BYTES + 1 + CHUNK_BYTES - n);
  for (const offset of [...nearEndOfChunk, 17_000_000]) {
    expect([offset, isFound(damage, [offset, FRAME])]).toEqual([offset, true]);
  }
});

test('a frame within a document is not found in an unfinished frame', () => {
  const frame = frameOf(...Array.from({ length: 4 }, () => changeOf(Buffer.concat([FRAME, FRAME]))));
  const file = fileOf([0, frame]);
  for (let size = frame.length - 1; size >= 0; size -= 1) {
    ftruncateSync(file, size);
    expect([size, hasLaterFrame(file, 0)]).toEqual([size, false]);
  }
});
