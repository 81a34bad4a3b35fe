import { execFile } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mongoose from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import { lockDirectory } from '../directory-lock.ts';
import { openTestStore } from '../document-store/testing/open-test-store.ts';
import { spawnDocumentStore } from '../document-store/testing/spawn-document-store.ts';
import { temporaryDirectory } from '../document-store/testing/temporary-directory.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/** Creates a data folder whose store has three documents and a secret, and a folder for its backups. */
function buildInstallation() {
  const dataDir = temporaryDirectory();
  const { store, run } = openTestStore(join(dataDir, 'mongo'));
  run({ insert: 'rides', documents: [{ _id: 1 }, { _id: 2 }] });
  run({ insert: 'cards', documents: [{ _id: 1, balanceCents: 5_000 }] });
  store.commit();
  store.close();
  writeFileSync(join(dataDir, 'gift-card-secret'), 'what codes are derived from');
  return { dataDir, backupDir: join(temporaryDirectory(), 'backups') };
}

/** Returns the documents of a collection in a data folder. */
function documentsOf(dataDir: string, collection: string) {
  const { store, run } = openTestStore(join(dataDir, 'mongo'));
  const { firstBatch } = run({ find: collection, batchSize: 100_000 }).cursor;
  store.close();
  return firstBatch;
}

const logOf = (dataDir: string) => join(dataDir, 'mongo', 'log');

test('a backup made during writes is a consistent snapshot across collections', async () => {
  const dataDir = temporaryDirectory();
  const store = await spawnDocumentStore('--dir', join(dataDir, 'mongo'));
  onTestFinished(() => store.end('SIGKILL'));
  const client = new mongoose.mongo.MongoClient(store.url);
  onTestFinished(() => client.close());
  const collections = ['rides', 'cards', 'payments'].map((name) =>
    client.db('test').collection<{ _id: string }>(name),
  );
  await Promise.all(collections.map((each) => each.insertOne({ _id: 'first' })));

  /** Each writer inserts into the collections in turn, and waits for every acknowledgement. */
  let isOver = false;
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let at = 0; !isOver; at += 1) {
      const _id = `${writer}-${at}`;
      await collections[at % collections.length]?.insertOne({ _id });
      acknowledged.push(_id);
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
  const before = [...acknowledged];
  const made = await makeBackup({ dataDir, backupDir: temporaryDirectory() });
  const atItsEnd = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(atItsEnd + 50);
  isOver = true;
  await Promise.all(writers);

  const restored = temporaryDirectory();
  await restoreBackup({ backup: made.path, dataDir: restored });
  const { store: copy, run } = openTestStore(join(restored, 'mongo'));
  const kept = new Set<string>(
    ['rides', 'cards', 'payments'].flatMap((find) =>
      run({ find, batchSize: 100_000 }).cursor.firstBatch.map(({ _id }: { _id: string }) => _id),
    ),
  );
  copy.close();

  expect(before.filter((_id) => !kept.has(_id))).toEqual([]);
  expect(acknowledged.filter((_id) => !kept.has(_id)).length).toBeGreaterThanOrEqual(50);
  // The backup must contain a prefix of each writer's inserts. Copying collection by collection would leave
  // gaps.
  for (const writer of [0, 1, 2, 3]) {
    const own = [...kept].filter((_id) => _id.startsWith(`${writer}-`)).map((_id) => Number(_id.slice(2)));
    expect(Math.max(...own)).toBe(own.length - 1);
  }
});

test('a backup is restored into an empty installation with its secrets, accessible to its owner only', async () => {
  const { dataDir, backupDir } = buildInstallation();
  const made = await makeBackup({ dataDir, backupDir });
  const restored = join(temporaryDirectory(), 'new');

  expect(await restoreBackup({ backup: made.path, dataDir: restored })).toMatchObject({
    at: made.at,
    documents: { 'test.rides': 2, 'test.cards': 1 },
  });
  expect(documentsOf(restored, 'cards')).toEqual([{ _id: 1, balanceCents: 5_000 }]);
  expect(readFileSync(join(restored, 'gift-card-secret'), 'utf8')).toBe('what codes are derived from');
  expect(readdirSync(backupDir)).toEqual([made.path.split('/').at(-1)]);
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(modeOf(made.path)).toBe('700');
  for (const name of readdirSync(made.path)) expect(modeOf(join(made.path, name)), name).toBe('600');
  expect(modeOf(join(restored, 'gift-card-secret'))).toBe('600');
  expect(modeOf(logOf(restored))).toBe('600');
});

test.each(['mongo', 'redis', 'redis-1'])(
  'restoring into an installation with data in %s is refused and changes nothing',
  async (name) => {
    const { dataDir, backupDir } = buildInstallation();
    const { path } = await makeBackup({ dataDir, backupDir });
    const other = temporaryDirectory();
    mkdirSync(join(other, name));
    writeFileSync(join(other, name, 'data'), 'of today');

    await expect(restoreBackup({ backup: path, dataDir: other })).rejects.toThrow('has data: stop');
    expect(readdirSync(other)).toEqual([name]);
  },
);

test('restoring into an installation with a different gift card secret is refused', async () => {
  const { dataDir, backupDir } = buildInstallation();
  const { path } = await makeBackup({ dataDir, backupDir });
  const other = temporaryDirectory();
  writeFileSync(join(other, 'gift-card-secret'), 'another');

  await expect(restoreBackup({ backup: path, dataDir: other })).rejects.toThrow(
    'another one than the backup',
  );
  expect(readdirSync(other)).toEqual(['gift-card-secret']);
});

test.each([
  [
    'has lost a file',
    (backup: string) => renameSync(join(backup, 'log.gz'), join(backup, 'gone')),
    'lacks log.gz',
  ],
  ['has changed', (backup: string) => appendFileSync(join(backup, 'log.gz'), 'x'), 'is damaged'],
  ['is of a later format', (backup: string) => changeManifest(backup, { format: 2 }), 'not of a format'],
  ['counts other documents', (backup: string) => changeManifest(backup, { documents: {} }), 'does not hold'],
  [
    'was not finished',
    (backup: string) => renameSync(join(backup, 'manifest.json'), join(backup, 'x')),
    'is no backup',
  ],
])('restoring a backup that %s is refused and leaves nothing behind', async (_what, spoil, message) => {
  const { dataDir, backupDir } = buildInstallation();
  const { path } = await makeBackup({ dataDir, backupDir });
  spoil(path);
  const target = temporaryDirectory();

  await expect(restoreBackup({ backup: path, dataDir: target })).rejects.toThrow(message);
  expect(readdirSync(target)).toEqual([]);
});

function changeManifest(backup: string, change: object): void {
  const path = join(backup, 'manifest.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }));
}

test('a backup omits the unfinished last write of a store that crashed', async () => {
  const { dataDir, backupDir } = buildInstallation();
  const log = readFileSync(logOf(dataDir));
  appendFileSync(logOf(dataDir), log.subarray(0, 20));

  expect((await makeBackup({ dataDir, backupDir })).documents).toEqual({ 'test.rides': 2, 'test.cards': 1 });
});

test('an unfinished last write counts as damage while the store is running', async () => {
  const { dataDir, backupDir } = buildInstallation();
  appendFileSync(logOf(dataDir), readFileSync(logOf(dataDir)).subarray(0, 20));
  onTestFinished(lockDirectory(join(dataDir, 'mongo')));

  await expect(makeBackup({ dataDir, backupDir })).rejects.toThrow('damaged');
});

test.each([
  ['its content', 12],
  ['a length', 3],
])('a log damaged before its end, in %s, makes the backup fail and leave nothing', async (_what, offset) => {
  const { dataDir, backupDir } = buildInstallation();
  const log = readFileSync(logOf(dataDir));
  log[offset] = (log[offset] ?? 0) ^ 1;
  writeFileSync(logOf(dataDir), log);

  await expect(makeBackup({ dataDir, backupDir })).rejects.toThrow('damaged at byte 0');
  expect(readdirSync(backupDir)).toEqual([]);
});

test('a backup fails with the reason if it cannot be written or there is no document store', async () => {
  const { dataDir } = buildInstallation();
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');

  await expect(makeBackup({ dataDir, backupDir: file })).rejects.toThrow('ENOTDIR');
  await expect(makeBackup({ dataDir: temporaryDirectory(), backupDir: file })).rejects.toThrow(
    'no document store',
  );
});

test('the backup commands report what they did and refuse an external MongoDB', async () => {
  const { dataDir: DATA_DIR, backupDir: BACKUP_DIR } = buildInstallation();
  const run = (command: string[], env: NodeJS.ProcessEnv) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'embedded/backup/index.ts', ...command], {
      env: { ...process.env, MONGO_URL: '', DATA_DIR, BACKUP_DIR, ...env },
    }).catch(({ stderr }) => ({ stdout: '', stderr }));

  const [made, refused] = await Promise.all([
    run(['make'], {}),
    run(['make'], { MONGO_URL: 'mongodb://db' }),
  ]);
  expect(made.stdout).toMatch(/marquee-\S+: 3 documents as of /);
  expect(refused.stderr).toContain('deploy/backup.sh');
  const [backup = ''] = readdirSync(BACKUP_DIR);
  const restored = await run(['restore', join(BACKUP_DIR, backup)], { DATA_DIR: temporaryDirectory() });
  expect(restored.stdout).toMatch(/npm run check:ledger -- --restored-to \d{4}-/);
});
