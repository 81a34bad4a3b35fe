import { EJSON, ObjectId } from 'bson';
import { expect, test } from 'vitest';
import type { Directions, Doc } from './document.ts';
import { candidatesFor } from './find-records.ts';
import { openTestStore } from './testing/open-test-store.ts';

/** A seeded random generator (mulberry32), so that failures are reproducible. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0];
  return { below, pick, chance: (share: number) => next() < share };
}

const INDEXES = [
  { name: 'a', key: { a: 1 } },
  { name: 'a-b', key: { a: 1, b: -1 } },
  { name: 'b-c-id', key: { b: -1, c: 1, _id: 1 } },
  { name: 'a-id', key: { a: -1, _id: 1 } },
  { name: 'list-id', key: { list: 1, _id: 1 } },
  { name: 'list', key: { list: 1, a: 1 } },
  { name: 'nested', key: { 'd.e': -1 } },
  { name: 'rare', key: { s: 1 }, partialFilterExpression: { s: { $exists: true } } },
  { name: 'partial', key: { c: 1, a: 1 }, partialFilterExpression: { c: { $exists: true }, a: { $gt: 1 } } },
];

type Random = ReturnType<typeof randomFrom>;

/** Generates documents with values of all types at the paths of `INDEXES`, some of them missing. */
function docsFrom({ below, pick, chance }: Random) {
  const ids = Array.from({ length: 5 }, (_, at) => new ObjectId(`64b00000000000000000000${at}`));
  const scalar = () =>
    pick<() => unknown>([
      () => below(5),
      () => below(5) - 2.5,
      () => pick(['', 'x', 'xy', 'z']),
      () => null,
      () => chance(0.5),
      () => new Date(below(4) * 1000),
      () => ids[below(5)],
      () => ({ e: below(3) }),
    ])();
  const maybe = (field: string, value: unknown): Doc => (chance(0.8) ? { [field]: value } : {});
  const randomDoc = (_id: number): Doc => ({
    _id,
    ...maybe('a', scalar()),
    ...maybe('b', scalar()),
    ...maybe('c', scalar()),
    ...maybe('list', chance(0.3) ? scalar() : Array.from({ length: below(4) }, scalar)),
    ...maybe('d', chance(0.3) ? [{ e: scalar() }, scalar(), {}] : { e: scalar() }),
    ...(chance(0.3) ? { s: scalar() } : {}),
  });
  return { scalar, randomDoc };
}

/** MongoDB's order of types, implemented independently of the store. */
const RANKS: ((value: unknown) => boolean)[] = [
  (value) => Array.isArray(value) && value.length === 0,
  (value) => value === null || value === undefined,
  (value) => typeof value === 'number',
  (value) => typeof value === 'string',
  (value) => Object.getPrototypeOf(value) === Object.prototype,
  (value) => value instanceof ObjectId,
  (value) => typeof value === 'boolean',
  (value) => value instanceof Date,
];

function compareValues(one: unknown, other: unknown): number {
  const rank = (value: unknown) => RANKS.findIndex((isOfType) => isOfType(value));
  // Numbers and dates compare numerically. The remaining values compare by their JSON text: ids in hex, and
  // documents with one digit.
  const plain = (value: unknown) =>
    typeof value === 'number' || value instanceof Date ? Number(value) : EJSON.stringify(value ?? null);
  const [left, right] = [plain(one), plain(other)];
  return rank(one) - rank(other) || (left < right ? -1 : left > right ? 1 : 0);
}

/** Returns the values of a path for sorts and unique indexes: the elements of an array, null if missing. */
function valuesOf(doc: Doc, path: string): unknown[] {
  const [name = '', field] = path.split('.');
  const value = doc[name];
  if (field === undefined) return Array.isArray(value) && value.length > 0 ? value : [value ?? null];
  const holders: unknown[] = Array.isArray(value) ? value : [value];
  return holders
    .filter((holder) => !Array.isArray(value) || Object(holder).constructor === Object)
    .map((holder) => Object(holder)[field] ?? null);
}

/** Compares documents by a sort, by brute force. */
function compareBy(sort: Directions) {
  const extreme = (doc: Doc, path: string, direction: 1 | -1) =>
    valuesOf(doc, path).toSorted((one, other) => direction * compareValues(one, other))[0];
  return (one: Doc, other: Doc): number => {
    for (const [path, direction] of Object.entries(sort)) {
      const order = compareValues(extreme(one, path, direction), extreme(other, path, direction));
      if (order !== 0) return direction * order;
    }
    return 0;
  };
}

test.each([1, 2, 3])('queries return the same sorted results with and without indexes (seed %i)', (seed) => {
  const random = randomFrom(seed);
  const { below, pick, chance } = random;
  const { scalar, randomDoc } = docsFrom(random);
  const condition = () =>
    pick<() => unknown>([
      scalar,
      scalar,
      scalar,
      () => ({ $in: [scalar(), scalar()] }),
      () => pick<unknown>([[], [below(3)], { $in: [[], scalar()] }]),
      () => ({ [pick(['$gt', '$gte'])]: scalar(), [pick(['$lt', '$lte'])]: scalar() }),
      () => ({ [pick(['$gt', '$gte', '$lt', '$lte', '$ne'])]: scalar() }),
      () => ({ $exists: chance(0.5) }),
      () => ({ $nin: [scalar(), scalar()] }),
    ])();
  const path = () => pick(['a', 'b', 'c', 'list', 'd.e', 's', '_id']);
  const randomFilter = (): Doc => {
    const fields = Object.fromEntries(Array.from({ length: below(3) + 1 }, () => [path(), condition()]));
    if (chance(0.1)) return { $or: [fields, { [path()]: condition() }] };
    return chance(0.2) ? { $and: [fields, { [path()]: condition() }] } : fields;
  };
  const direction = () => pick<1 | -1>([1, -1]);
  const randomSort = (): Directions => {
    if (chance(0.5)) return {};
    if (chance(0.5)) return { [path()]: direction(), [path()]: direction(), _id: direction() };
    const [a, b] = pick<[1 | -1, 1 | -1]>([
      [1, -1],
      [-1, 1],
    ]);
    return pick<Directions>([
      { a, _id: b },
      { list: a, _id: a },
      { b: a, c: b, _id: b },
    ]);
  };

  const { store, run } = openTestStore();
  run({ createIndexes: 'indexed', indexes: INDEXES });
  const both = (command: (name: string) => Doc) => ['plain', 'indexed'].map((name) => run(command(name)));

  let queries = 0;
  let narrowed = 0;
  let sorted = 0;
  for (let round = 0; round < 20; round++) {
    const documents = Array.from({ length: 10 }, (_, at) => randomDoc(round * 10 + at));
    both((name) => ({ insert: name, documents }));
    const u = chance(0.5)
      ? { $set: { a: scalar(), list: [scalar(), scalar()] } }
      : { $unset: { b: 1 }, $set: { c: scalar() } };
    const q = { _id: { $in: [below(200), below(200), below(200)] } };
    both((name) => ({ update: name, updates: [{ q, u, multi: true }] }));
    const doomed = { _id: below(200) };
    both((name) => ({ delete: name, deletes: [{ q: doomed, limit: 1 }] }));

    for (let at = 0; at < 40; at++) {
      const filter = randomFilter();
      const sort = randomSort();
      const limits = Object.keys(sort).length > 0 && chance(0.4) ? { limit: below(5) + 1 } : {};
      const [plain, indexed] = both((name) => ({ find: name, filter, sort, ...limits, batchSize: 1000 }));
      // Without a sort the order is unspecified.
      const inOrder = (docs: { _id: number }[]) =>
        Object.keys(sort).length > 0 ? docs : docs.toSorted((x, y) => x._id - y._id);
      const found = inOrder(indexed.cursor.firstBatch);
      const expected = inOrder(plain.cursor.firstBatch);
      if (EJSON.stringify(found) !== EJSON.stringify(expected)) {
        expect.fail(`${EJSON.stringify({ filter, sort, limits })} differs`);
      }
      if (expected.toSorted(compareBy(sort)).some((doc: Doc, at: number) => doc !== expected[at])) {
        expect.fail(`${EJSON.stringify({ filter, sort, limits })} is out of order`);
      }
      queries++;
      const collection = store.get('test.indexed');
      if (collection && [...candidatesFor(collection, filter)].length < collection.records.size) narrowed++;
      if (Object.keys(sort).length > 0 && expected.length > 1) sorted++;
    }
  }
  // Ensures that the comparison is meaningful: many queries used an index, and many sorted several results.
  expect(narrowed / queries).toBeGreaterThan(0.4);
  expect(sorted / queries).toBeGreaterThan(0.1);
});

test.each([
  { since: { $lt: new Date(5_000) } },
  { since: { $gte: new Date(0) }, _id: { $nin: [3] } },
  { since: { $exists: true } },
  { since: { $in: [new Date(1_000), new Date(9_000)] } },
  { $and: [{ since: new Date(1_000) }] },
])('%o reads only documents with the field, by the index of those', (filter) => {
  const { store, run } = openTestStore();
  const partialFilterExpression = { since: { $exists: true } };
  run({ createIndexes: 'docs', indexes: [{ name: 'since', key: { since: 1 }, partialFilterExpression }] });
  const documents = Array.from({ length: 20 }, (_, _id) =>
    _id < 2 ? { _id, since: new Date(_id * 1_000) } : { _id },
  );
  run({ insert: 'docs', documents });
  run({ update: 'docs', updates: [{ q: { _id: 0 }, u: { $unset: { since: 1 } } }] });
  const collection = store.get('test.docs');
  expect(collection && [...candidatesFor(collection, filter)].map(({ doc }) => doc._id)).toEqual([1]);
});

test.each([
  { since: null },
  { since: { $exists: false } },
  { since: { $lte: null } },
  { since: { $in: [null] } },
])('%o, which documents without the field match, reads all', (filter) => {
  const { run } = openTestStore();
  const partialFilterExpression = { since: { $exists: true } };
  run({ createIndexes: 'docs', indexes: [{ name: 'since', key: { since: 1 }, partialFilterExpression }] });
  run({ insert: 'docs', documents: [{ _id: 1, since: new Date(0) }, { _id: 2 }] });
  const found = run({ find: 'docs', filter }).cursor.firstBatch;
  expect(found.map(({ _id }: Doc) => _id)).toEqual([2]);
});

const UNIQUE_INDEXES = [
  { name: 'unique', key: { a: 1, list: -1 }, unique: true },
  { name: 'partial', key: { 'd.e': 1 }, unique: true, partialFilterExpression: { s: { $exists: true } } },
];

/** Returns the unique keys of a document. Two documents of a collection must not share any. */
function uniqueKeysOf(doc: Doc): string[] {
  const keysOf = (path: string) => valuesOf(doc, path).map((value) => EJSON.stringify(value));
  const pairs = keysOf('a').flatMap((a) => keysOf('list').map((element) => `${a} ${element}`));
  return doc.s === undefined ? pairs : [...pairs, ...keysOf('d.e')];
}

test.each([1, 2, 3])(
  'unique indexes refuse exactly the documents that share a key with another (seed %i)',
  (seed) => {
    const random = randomFrom(seed);
    const { below, chance } = random;
    const { scalar, randomDoc } = docsFrom(random);
    const { run } = openTestStore();
    run({ createIndexes: 'docs', indexes: UNIQUE_INDEXES });
    let accepted: Doc[] = [];
    let refusals = 0;
    const isFree = (doc: Doc) => {
      const taken = new Set(accepted.filter(({ _id }) => _id !== doc._id).flatMap(uniqueKeysOf));
      return uniqueKeysOf(doc).every((key) => !taken.has(key));
    };

    for (let round = 0; round < 400; round++) {
      const present = accepted[below(accepted.length)];
      if (present && chance(0.15)) {
        run({ delete: 'docs', deletes: [{ q: { _id: present._id }, limit: 1 }] });
        accepted = accepted.filter((doc) => doc !== present);
        continue;
      }
      const isUpdate = present && chance(0.4);
      const change = { a: scalar(), list: [scalar(), scalar()] };
      const doc = isUpdate ? { ...present, ...change } : randomDoc(round);
      const reply = isUpdate
        ? run({ update: 'docs', updates: [{ q: { _id: doc._id }, u: { $set: change } }] })
        : run({ insert: 'docs', documents: [doc] });
      const isRefused = reply.writeErrors?.[0].code === 11000;
      expect({ doc, isRefused }).toEqual({ doc, isRefused: !isFree(doc) });
      if (isRefused) refusals++;
      else accepted = [...accepted.filter(({ _id }) => _id !== doc._id), doc];
    }
    const stored = run({ find: 'docs', sort: { _id: 1 }, batchSize: 1000 }).cursor.firstBatch;
    const byId = accepted.toSorted((one, other) => Number(one._id) - Number(other._id));
    expect(EJSON.stringify(stored)).toBe(EJSON.stringify(byId));
    expect(refusals).toBeGreaterThan(20);
  },
);
