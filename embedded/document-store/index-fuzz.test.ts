import { EJSON, ObjectId } from 'bson';
import { expect, test } from 'vitest';
import type { Doc } from './doc.ts';
import { planQuery } from './plan.ts';
import type { Directions } from './shapes.ts';
import { openTestStore } from './testing/open-test-store.ts';

/** A generator of its own seed (mulberry32), so that a failure can be run again. */
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

test.each([1, 2, 3])('queries give the same with and without indexes (seed %i)', (seed) => {
  const { below, pick, chance } = randomFrom(seed);
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
  const condition = () =>
    pick<() => unknown>([
      scalar,
      scalar,
      () => ({ $in: [scalar(), scalar()] }),
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
  let planned = 0;
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
      // Without a sort the order is nobody's promise.
      const inOrder = (docs: { _id: number }[]) =>
        Object.keys(sort).length > 0 ? docs : docs.toSorted((x, y) => x._id - y._id);
      const found = inOrder(indexed.cursor.firstBatch);
      const expected = inOrder(plain.cursor.firstBatch);
      if (EJSON.stringify(found) !== EJSON.stringify(expected)) {
        expect.fail(`${EJSON.stringify({ filter, sort, limits })} differs`);
      }
      queries++;
      const indexes = [...(store.get('test.indexed')?.indexes.values() ?? [])].filter(
        ({ spec }) => spec.name !== '_id_',
      );
      if (planQuery(indexes, filter, {})) planned++;
      if (planQuery(indexes, filter, sort)?.isSorted) sorted++;
    }
  }
  // What the comparison is worth: most queries went by an index, and many took their order from it.
  expect(planned / queries).toBeGreaterThan(0.4);
  expect(sorted / queries).toBeGreaterThan(0.05);
});
