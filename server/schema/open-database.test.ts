import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import '../api.ts';
import { schemaFinding } from '../diagnosis/examine-mongo.ts';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { connectMongo, disconnectMongo } from '../infra/mongo.ts';
import { requireOwnProcess } from '../testing/require-own-process.ts';
import { migrateSchema } from './migrate-schema.ts';
import { openDatabase } from './open-database.ts';
import { connectedDatabase } from './schema-state.ts';
import { STEPS, type Step } from './steps.ts';

requireOwnProcess('a database of its own for each test');

beforeEach(async () => {
  const address = new URL(env.MONGO_URL);
  address.pathname = `/open-${randomUUID().slice(0, 8)}`;
  env.MONGO_URL = address.href;
  await connectMongo();
  onTestFinished(async () => {
    await connectedDatabase().dropDatabase();
    await disconnectMongo();
  });
});

const NEWER: Step = { name: '999-other-form', requires: '999-other-form', run: async () => {} };

/**
 * Opens the database as every process does at startup.
 *
 * @returns what it logged before it exited; null when it continues
 */
async function open(): Promise<unknown[] | null> {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  const fatal = vi.spyOn(logger, 'fatal').mockReturnValue();
  exit.mockClear();
  fatal.mockClear();
  const isEnded = await openDatabase().then(
    () => false,
    () => true,
  );
  expect(exit.mock.calls).toEqual(isEnded ? [[1]] : []);
  return fatal.mock.calls[0] ?? null;
}

/** Sets production mode until the test ends. */
function inProduction(): void {
  const { NODE_ENV } = env;
  env.NODE_ENV = 'production';
  onTestFinished(() => {
    env.NODE_ENV = NODE_ENV;
  });
}

test('in production a process exits on the database of an older release, names the command and changes nothing', async () => {
  inProduction();

  expect(await open()).toEqual([
    { pending: STEPS.map(({ name }) => name), missingIndexes: expect.arrayContaining(['users.email_1']) },
    'database is of an older release, run node dist/migrate.js first',
  ]);
  expect(await connectedDatabase().listCollections().toArray()).toEqual([]);

  await migrateSchema();
  expect(await open()).toBeNull();
});

test('outside of production a process migrates the database by itself', async () => {
  expect(await open()).toBeNull();

  expect(await migrateSchema()).toEqual({ steps: [], indexes: [] });
});

test('a process exits on the database of a newer release that it cannot read', async () => {
  await migrateSchema({ steps: [...STEPS, NEWER] });

  expect(await open()).toEqual([
    { newer: ['999-other-form'] },
    'database is of a newer release, start that one or restore a backup',
  ]);
});

test('npm run doctor reports whether the database is of this release, an older or a newer one', async () => {
  expect(await schemaFinding()).toMatchObject({
    state: 'fault',
    text: expect.stringContaining(`migrations ${STEPS.map(({ name }) => name).join(', ')}; indexes `),
    fix: expect.stringContaining('node dist/migrate.js'),
  });

  await migrateSchema();
  expect(await schemaFinding()).toMatchObject({ state: 'well' });

  await connectedDatabase().collection('users').dropIndex('email_1');
  expect((await schemaFinding()).text).toBe('It is of an older release. Missing: indexes users.email_1.');

  await migrateSchema({ steps: [...STEPS, NEWER] });
  expect(await schemaFinding()).toMatchObject({ state: 'fault', text: expect.stringContaining(NEWER.name) });
});
