import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Doc } from './document.ts';
import { openTestStore } from './testing/open-test-store.ts';
import { type SpawnedStore, spawnDocumentStore } from './testing/spawn-document-store.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

function connect({ url }: SpawnedStore) {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 5000 });
  onTestFinished(() => client.close());
  return client;
}

const batchOf = (reply: { cursor: { firstBatch: Doc[] } }) => reply.cursor.firstBatch;

test('kill -9 during concurrent writes loses no acknowledged write', async () => {
  const directory = temporaryDirectory();
  const store = await spawnDocumentStore('--dir', directory);
  const docs = connect(store).db('test').collection<{ _id: string; n: number }>('docs');

  const acknowledged = new Map<string, number>();
  const write = async (writer: number) => {
    for (let at = 0; ; at++) {
      const _id = `${writer}-${at}`;
      await docs.insertOne({ _id, n: 0 });
      acknowledged.set(_id, 0);
      await docs.updateOne({ _id }, { $inc: { n: 1 } });
      acknowledged.set(_id, 1);
      if (acknowledged.size >= 300) store.process.kill('SIGKILL');
    }
  };
  const writers = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6, 7].map(write));
  expect(writers.every(({ status }) => status === 'rejected')).toBe(true);
  await store.end();
  expect(store.process.signalCode).toBe('SIGKILL');

  const { run } = openTestStore(directory);
  const kept = new Map(batchOf(run({ find: 'docs', batchSize: 100_000 })).map(({ _id, n }) => [_id, n]));
  const lost = [...acknowledged].filter(([_id, n]) => Number(kept.get(_id) ?? -1) < n);
  expect(acknowledged.size).toBeGreaterThanOrEqual(300);
  expect(lost).toEqual([]);
});

test('a restart restores documents, indexes and collections unchanged', () => {
  const directory = temporaryDirectory();
  const { store, run } = openTestStore(directory);
  run({ create: 'empty' });
  run({ create: 'dropped' });
  store.drop('test.dropped');
  run({
    createIndexes: 'docs',
    indexes: [
      { name: 'code', key: { code: 1 }, unique: true },
      { name: 'former', key: { nested: 1 } },
    ],
  });
  run({ dropIndexes: 'docs', index: 'former' });
  run({
    insert: 'docs',
    documents: [
      { _id: 1, code: 'a' },
      { _id: 2, code: 'b' },
      { _id: 3, code: 'c' },
    ],
  });
  run({
    update: 'docs',
    updates: [{ q: { _id: 1 }, u: { $set: { at: new Date(5), nested: { list: [1, null] } } } }],
  });
  run({ delete: 'docs', deletes: [{ q: { _id: 2 }, limit: 1 }] });
  const before = batchOf(run({ find: 'docs' }));
  store.close();

  const again = openTestStore(directory);
  expect(batchOf(again.run({ find: 'docs' }))).toEqual(before);
  expect([...(again.store.get('test.docs')?.indexes.keys() ?? [])]).toEqual(['_id_', 'code']);
  expect(batchOf(again.run({ listCollections: 1 })).map(({ name }) => name)).toEqual(['empty', 'docs']);
  expect(again.run({ insert: 'docs', documents: [{ code: 'c' }] }).writeErrors).toMatchObject([
    { code: 11000 },
  ]);
  expect(again.run({ insert: 'docs', documents: [{ code: 'b' }] })).toMatchObject({ n: 1 });
  again.store.close();
});

describe('a log that ends in the middle of a write', () => {
  function logOfThree() {
    const directory = temporaryDirectory();
    const { store, run } = openTestStore(directory);
    for (const _id of [1, 2, 3]) run({ insert: 'docs', documents: [{ _id }] });
    store.close();
    const path = join(directory, 'log');
    return { directory, path, size: statSync(path).size };
  }
  function reopen(directory: string) {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    stderr.mockClear();
    onTestFinished(() => stderr.mockRestore());
    const { store, run } = openTestStore(directory);
    expect(stderr).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('bytes of an unfinished write'));
    return { store, run, ids: batchOf(run({ find: 'docs' })).map(({ _id }) => _id) };
  }

  test('is truncated to the last complete frame and accepts new writes', () => {
    const { directory, path, size } = logOfThree();
    truncateSync(path, size - 1);
    const { store, run, ids } = reopen(directory);
    expect(ids).toEqual([1, 2]);
    run({ insert: 'docs', documents: [{ _id: 4 }] });
    store.close();
    expect(batchOf(openTestStore(directory).run({ find: 'docs' }))).toEqual([
      { _id: 1 },
      { _id: 2 },
      { _id: 4 },
    ]);
  });

  test('is truncated before an incomplete header', () => {
    const { directory, path } = logOfThree();
    appendFileSync(path, Buffer.from([9, 0, 0]));
    expect(reopen(directory).ids).toEqual([1, 2, 3]);
  });

  test('is truncated before a frame with a wrong checksum', () => {
    const { directory, path, size } = logOfThree();
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(size - 2) ^ 1, size - 2);
    writeFileSync(path, bytes);
    expect(reopen(directory).ids).toEqual([1, 2]);
  });

  test('is truncated before a write of many documents that each look like an entry of the log', () => {
    const { directory, path } = logOfThree();
    const { store, run } = openTestStore(directory);
    const documents = Array.from({ length: 20_000 }, (_, n) => ({ op: 'put', n, list: [{ op: 'put' }] }));
    run({ insert: 'docs', documents });
    store.close();
    truncateSync(path, statSync(path).size - 1);
    expect(reopen(directory).ids).toEqual([1, 2, 3]);
  });

  test('keeps the truncated bytes in a .torn file, even 10 MB of them', () => {
    const { directory, path, size } = logOfThree();
    const torn = Buffer.alloc(10_000_000, 'torn');
    appendFileSync(path, torn);
    expect(reopen(directory).ids).toEqual([1, 2, 3]);
    expect(statSync(path).size).toBe(size);
    const [kept = ''] = readdirSync(directory).filter((name) => name.startsWith('log.torn-'));
    expect(readFileSync(join(directory, kept)).equals(torn)).toBe(true);
  });

  test('a later truncation does not overwrite what an earlier one kept', () => {
    const { directory, path } = logOfThree();
    for (const torn of ['one', 'two']) {
      appendFileSync(path, torn);
      reopen(directory).store.close();
    }
    const kept = readdirSync(directory).filter((name) => name.startsWith('log.torn-'));
    expect(kept.map((name) => readFileSync(join(directory, name), 'utf8')).toSorted()).toEqual([
      'one',
      'two',
    ]);
  });

  test('is truncated even if it is over 2 GiB and the .torn file cannot be written', (context) => {
    if (!existsSync('/dev/full')) context.skip('there is no disk that is always full');
    const { directory, path, size } = logOfThree();
    appendFileSync(path, Buffer.from([255, 255, 255, 255]));
    truncateSync(path, 2 ** 31 + size);
    const now = vi.spyOn(Date.prototype, 'toISOString').mockReturnValue('2026-01-02T03:04:05.678Z');
    onTestFinished(() => now.mockRestore());
    symlinkSync('/dev/full', `${path}.torn-2026-01-02T03-04-05.678Z`);
    expect(reopen(directory).ids).toEqual([1, 2, 3]);
    expect(statSync(path).size).toBe(size);
  });
});

describe('a log that is damaged before its end', () => {
  /** Inserts documents 1, 2 and 3, and changes a byte of the frame of document 2. */
  function logDamagedAt(offset: number, text = '') {
    const directory = temporaryDirectory();
    const path = join(directory, 'log');
    const { store, run } = openTestStore(directory);
    run({ insert: 'docs', documents: [{ _id: 1 }] });
    const at = statSync(path).size;
    run({ insert: 'docs', documents: [{ _id: 2, text }] });
    run({ insert: 'docs', documents: [{ _id: 3 }] });
    store.close();
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(at + offset) ^ 1, at + offset);
    writeFileSync(path, bytes);
    return { directory, path, at, bytes };
  }

  test.each([
    ['its content', 20],
    ['its checksum', 4],
    ['its length, which is then off by one', 0],
    ['its length, which then exceeds the file', 3],
  ])('in %s, is not opened, and nothing is changed', (_what, offset) => {
    const { directory, path, at, bytes } = logDamagedAt(offset);

    expect(() => openTestStore(directory)).toThrow(
      new RegExp(`is damaged at byte ${at}, and complete writes follow.*truncate --size=${at} ${path}`),
    );

    expect(readFileSync(path).equals(bytes)).toBe(true);
    truncateSync(path, at);
    expect(batchOf(openTestStore(directory).run({ find: 'docs' }))).toEqual([{ _id: 1 }]);
  });

  test('in the length of a write of 10 MB, is not opened', () => {
    const { directory, at } = logDamagedAt(3, 'x'.repeat(10_000_000));

    expect(() => openTestStore(directory)).toThrow(`is damaged at byte ${at}, and complete writes follow`);
  });
});

test('a log of large documents is compacted in frames below 10 MB', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'log');
  const { store, run } = openTestStore(directory);
  for (let _id = 0; _id < 20; _id++) {
    const text = String(_id).padEnd(1_000_000, 'x');
    run({ insert: 'docs', documents: [{ _id, text: 'y'.repeat(2_000_000) }] });
    run({ update: 'docs', updates: [{ q: { _id }, u: { $set: { text } } }] });
  }
  store.close();

  const compacted = openTestStore(directory);

  const bytes = readFileSync(path);
  const frames: number[] = [];
  for (let at = 0; at < bytes.length; at += 8 + (frames.at(-1) ?? 0)) frames.push(bytes.readUInt32LE(at));
  expect(bytes.length).toBeLessThan(21_000_000);
  expect(Math.max(...frames)).toBeLessThan(10_000_000);
  expect(batchOf(compacted.run({ find: 'docs', projection: { _id: 1 } }))).toHaveLength(20);
  compacted.store.close();
});

test('a log of mostly outdated entries is compacted at start without losing data', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'log');
  const { store, run } = openTestStore(directory);
  run({ createIndexes: 'docs', indexes: [{ name: 'n', key: { n: 1 }, unique: true }] });
  run({
    insert: 'docs',
    documents: Array.from({ length: 1500 }, (_, n) => ({ _id: n, n, text: 'x'.repeat(500) })),
  });
  for (let round = 1; round <= 6; round++) {
    const updates = Array.from({ length: 1500 }, (_, _id) => ({ q: { _id }, u: { $set: { round } } }));
    expect(run({ update: 'docs', updates })).toMatchObject({ nModified: 1500 });
  }
  const before = batchOf(run({ find: 'docs', batchSize: 2000 }));
  store.close();
  const size = statSync(path).size;

  const compacted = openTestStore(directory);
  expect(statSync(path).size).toBeLessThan(size / 4);
  expect(batchOf(compacted.run({ find: 'docs', batchSize: 2000 }))).toEqual(before);
  compacted.run({ insert: 'docs', documents: [{ _id: 'new', n: -1 }] });
  compacted.store.close();

  const again = openTestStore(directory);
  expect(
    batchOf(again.run({ find: 'docs', filter: { n: { $lt: 1 } }, sort: { n: 1 }, projection: { round: 1 } })),
  ).toEqual([{ _id: 'new' }, { _id: 0, round: 6 }]);
  expect(again.run({ insert: 'docs', documents: [{ n: 5 }] }).writeErrors).toMatchObject([{ code: 11000 }]);
  again.store.close();
});

describe('the data directory', () => {
  test('belongs to one process, and a second process is refused with the id of the first', async () => {
    const directory = temporaryDirectory();
    const store = await spawnDocumentStore('--dir', directory);
    await expect(spawnDocumentStore('--dir', directory)).rejects.toThrow(
      `exit 1: ${directory} is in use by process ${store.process.pid}`,
    );
    await store.end();
    expect(readdirSync(directory).includes('lock')).toBe(false);
  });

  test('is taken over from a process that was killed', async () => {
    const directory = temporaryDirectory();
    const killed = await spawnDocumentStore('--dir', directory);
    await connect(killed).db('test').collection('docs').insertOne({ a: 1 });
    await killed.end('SIGKILL');
    expect(readdirSync(directory).includes('lock')).toBe(true);

    const next = await spawnDocumentStore('--dir', directory);
    expect(await connect(next).db('test').collection('docs').countDocuments({ a: 1 })).toBe(1);
    await next.end();
  });

  test('is taken over if the process id in its lock now belongs to another process', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'lock'), `${process.ppid} 1`);
    const { store } = openTestStore(directory);
    store.close();
  });
});
