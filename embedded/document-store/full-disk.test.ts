import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import { type SpawnedStore, spawnDocumentStore } from './testing/spawn-document-store.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

/** Mounts a disk of 256 KiB on a directory. Returns false if this process lacks the permission. */
function mountSmallDisk(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', directory]));
  return true;
}

/** Fills the disk completely. */
function fill(directory: string): string {
  const file = join(directory, 'others');
  for (const size of [65_536, 4_096, 512]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full at this block size.
    }
  }
  return file;
}

async function open(store: SpawnedStore) {
  const client = new mongoose.mongo.MongoClient(store.url, { serverSelectionTimeoutMS: 5_000 });
  onTestFinished(() => client.close());
  return client.db('test').collection<{ _id: number; n?: number; text?: string }>('docs');
}

test('a full disk refuses writes but not reads, also after a restart, until there is room again', async (context) => {
  const directory = temporaryDirectory();
  if (!mountSmallDisk(directory)) context.skip('mounting takes a superuser');
  const first = await spawnDocumentStore('--dir', directory);
  onTestFinished(() => first.end('SIGKILL'));
  const docs = await open(first);
  await docs.createIndex({ n: 1 }, { unique: true });
  await docs.insertMany([
    { _id: 1, n: 1 },
    { _id: 2, n: 2 },
  ]);
  const others = fill(directory);

  const noRoom = { code: 14_031, codeName: 'OutOfDiskSpace' };
  await expect(docs.insertOne({ _id: 3, n: 3, text: 'x'.repeat(100_000) })).rejects.toMatchObject(noRoom);
  await expect(
    docs.insertMany([
      { _id: 4, n: 4, text: 'x'.repeat(50_000) },
      { _id: 5, n: 5, text: 'x'.repeat(50_000) },
    ]),
  ).rejects.toMatchObject(noRoom);
  const grown = { $set: { n: 9, text: 'x'.repeat(100_000) } };
  await expect(docs.updateOne({ _id: 1 }, grown)).rejects.toMatchObject(noRoom);
  const whatIsThere = [
    { _id: 1, n: 1 },
    { _id: 2, n: 2 },
  ];
  expect(await docs.find().sort({ _id: 1 }).toArray()).toEqual(whatIsThere);
  expect(await docs.find({ n: 9 }).toArray()).toEqual([]);

  await first.end('SIGKILL');
  const second = await spawnDocumentStore('--dir', directory);
  onTestFinished(() => second.end('SIGKILL'));
  const again = await open(second);
  expect(await again.find().sort({ _id: 1 }).toArray()).toEqual(whatIsThere);
  await expect(again.updateOne({ _id: 1 }, grown)).rejects.toMatchObject(noRoom);

  rmSync(others);
  await again.updateOne({ _id: 1 }, grown);
  await again.insertOne({ _id: 3, n: 1 });
  await second.end();
  const third = await spawnDocumentStore('--dir', directory);
  onTestFinished(() => third.end('SIGKILL'));
  expect(
    await (await open(third))
      .find({}, { projection: { n: 1 } })
      .sort({ _id: 1 })
      .toArray(),
  ).toEqual([
    { _id: 1, n: 9 },
    { _id: 2, n: 2 },
    { _id: 3, n: 1 },
  ]);
});
