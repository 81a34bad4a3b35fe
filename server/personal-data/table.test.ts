import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { PERSONAL_DATA } from '#common/personal-data/personal-data.ts';
import { handlers } from '#workers/handlers.ts';
import { API_ROUTES } from '../api.ts';
import { KEY_FAMILIES } from '../infra/redis.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import { PERSONAL_DATA_SOURCES, WITHOUT_PERSONAL_DATA } from './table.ts';

const rows = new Map<string, PersonalDataSource>(Object.entries(PERSONAL_DATA_SOURCES));
const names = [...rows.keys(), ...WITHOUT_PERSONAL_DATA];

test('every collection and every Redis key family is listed once with or without personal data', () => {
  // These imports load server and workers, and so every model.
  expect([API_ROUTES.length, Object.keys(handlers).length]).not.toContain(0);
  const collections = Object.values(mongoose.models).map(({ collection }) => collection.name);

  expect(names.toSorted()).toEqual([...new Set([...collections, ...KEY_FAMILIES])].toSorted());
});

const SERVER = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(SERVER, path), 'utf8') }));

/** Redis commands without a key. */
const WITHOUT_KEY = ['publish', 'spublish', 'cluster', 'ping', 'disconnect', 'quit'];

test('every file that sends Redis commands builds its keys with redisKey', () => {
  const ofOurs = sources.filter(({ text }) =>
    /import \{[^}]*\bredis\b[^}]*\} from '[^']*\/redis\.ts'/.test(text),
  );
  const users = ofOurs.filter(({ text }) =>
    [...text.matchAll(/\bredis\.(\w+)\(|storeClient: redis|client: redis/g)].some(
      ([, command]) => command === undefined || !WITHOUT_KEY.includes(command),
    ),
  );

  expect(users.length).toBeGreaterThan(3);
  expect(users.filter(({ text }) => !text.includes('redisKey(')).map(({ path }) => path)).toEqual([]);
});

/** Data that expires without the job `remove-old-data`: by a TTL of Redis or MongoDB, or by its own job. */
const END_BY_THEMSELVES = ['account-links', 'files', 'audit-log', 'session'];

test('every stated retention period has code or a TTL that applies it', () => {
  const stated = Object.entries(PERSONAL_DATA).flatMap(([name, { keep }]) => (keep ? [name] : []));
  const carriedOut = [...rows].flatMap(([name, { removeBefore }]) => (removeBefore ? [name] : []));

  expect([...carriedOut, ...END_BY_THEMSELVES].toSorted()).toEqual(stated.toSorted());
});

test('all data that is deleted or stripped with an account has code that erases it', () => {
  const goesWith = ['sessions-of', 'fileChunks'];
  const due = Object.entries(PERSONAL_DATA).flatMap(([name, { onDeletion }]) =>
    onDeletion === 'kept' || goesWith.includes(name) ? [] : [name],
  );

  expect(due.filter((name) => !rows.get(name)?.erase)).toEqual([]);
  expect([...rows.keys()].at(-1)).toBe('users');
});
