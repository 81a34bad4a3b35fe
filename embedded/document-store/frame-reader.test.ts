import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { FrameReader, HEADER_BYTES } from './frame-reader.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

function frameOf(payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt32LE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

function openFile() {
  const file = openSync(join(temporaryDirectory(), 'log'), 'w+');
  onTestFinished(() => closeSync(file));
  return { file, frames: new FrameReader(file) };
}

test('consecutive frames of any size are read, also beyond 2 GiB', () => {
  const { file, frames } = openFile();
  const written = [1, 5_000_000, 0, 3_000_000, 3_000_000, 7].map((size) => frameOf(Buffer.alloc(size, 'x')));
  // The file is sparse up to this offset and needs no disk space.
  const start = 2 ** 31 + 3;
  writeSync(file, Buffer.concat(written), 0, null, start);

  let at = start;
  const read = written.map((frame) => {
    const found = frames.read(at);
    at += frame.length;
    return Buffer.isBuffer(found) && found.equals(frame);
  });

  expect(read).toEqual(written.map(() => true));
  expect(frames.read(at)).toBe('short');
});

test('a frame that was short or damaged is read once it is complete', () => {
  const { file, frames } = openFile();
  const frame = frameOf(Buffer.from('payload'));

  writeSync(file, frame, 0, 5, 0);
  expect(frames.read(0)).toBe('short');
  writeSync(file, frame, 0, frame.length - 1, 0);
  expect(frames.read(0)).toBe('short');
  writeSync(file, Buffer.from('?'), 0, 1, frame.length - 1);
  expect(frames.read(0)).toBe('damaged');
  writeSync(file, frame, 0, frame.length, 0);
  expect(frames.read(0)).toEqual(frame);
});

test('a header that claims more bytes than the file has is reported as short', () => {
  const { file, frames } = openFile();
  writeSync(file, Buffer.alloc(1_000, 255));

  expect(frames.read(0)).toBe('short');
});
