import { Binary, Decimal128, Long, ObjectId } from 'bson';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { invertKey, keyOf } from './bson-key.ts';
import { openTestStore } from './testing/open-test-store.ts';

/** Values in the order of MongoDB's manual ("Comparison/Sort Order"). */
const ascending = [
  [],
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  -1e300,
  -2,
  -0.5,
  0,
  5e-324,
  1,
  1.5,
  2 ** 40,
  Number.POSITIVE_INFINITY,
  '',
  'A',
  'a',
  'a\0',
  'a\0b',
  'aa',
  'é',
  '\uffff',
  '\u{1f600}',
  {},
  { a: 1 },
  { a: 2 },
  { b: 1 },
  { a: 'x' },
  new Binary(Buffer.from('z')),
  new Binary(Buffer.from('ab')),
  new Binary(Buffer.from('ab'), 4),
  new ObjectId('64b000000000000000000001'),
  new ObjectId('64b000000000000000000002'),
  false,
  true,
  new Date(-5),
  new Date(0),
  new Date(8.64e15),
];

test('a sort orders all types as in MongoDB, with and without an index, in both directions', () => {
  const { run } = openTestStore();
  const documents = ascending.map((value, _id) => ({ _id, value }));
  run({ insert: 'plain', documents: documents.toReversed() });
  run({ createIndexes: 'indexed', indexes: [{ name: 'v', key: { value: 1 } }] });
  run({ createIndexes: 'reversed', indexes: [{ name: 'v', key: { value: -1 } }] });
  const scalars = documents.filter(({ value }) => !Array.isArray(value));
  for (const name of ['indexed', 'reversed']) run({ insert: name, documents: scalars.toReversed() });

  const idsOf = (name: string, direction: number): number[] =>
    run({ find: name, sort: { value: direction }, batchSize: 1000 }).cursor.firstBatch.map(
      (doc: { _id: number }) => doc._id,
    );
  const all = documents.map(({ _id }) => _id);
  expect(idsOf('plain', 1)).toEqual(all);
  expect(idsOf('plain', -1)).toEqual(all.toReversed());
  for (const name of ['indexed', 'reversed']) {
    expect(idsOf(name, 1)).toEqual(all.slice(1));
    expect(idsOf(name, -1)).toEqual(all.slice(1).toReversed());
  }
});

test('an array sorts by its smallest element ascending and by its largest descending', () => {
  const { run } = openTestStore();
  run({
    insert: 'docs',
    documents: [{ _id: 1, a: [1, 9] }, { _id: 2, a: 5 }, { _id: 3, a: [3] }, { _id: 4 }],
  });
  const idsOf = (direction: number) =>
    run({ find: 'docs', sort: { a: direction } }).cursor.firstBatch.map((doc: { _id: number }) => doc._id);
  expect(idsOf(1)).toEqual([4, 1, 3, 2]);
  expect(idsOf(-1)).toEqual([1, 2, 3, 4]);
});

const sign = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

test('keys of numbers sort like the numbers', () => {
  const number = fc.double({ noNaN: true });
  fc.assert(
    fc.property(number, number, (left, right) => {
      expect(sign(keyOf(left), keyOf(right))).toBe(left < right ? -1 : left > right ? 1 : 0);
    }),
  );
});

test('keys of text sort by UTF-8 bytes, also before another field and when inverted', () => {
  const text = fc.string({ unit: fc.constantFrom('\0', '\x01', 'a', '\x7f', 'é', '\uffff', '\u{1f600}') });
  fc.assert(
    fc.property(text, text, (left, right) => {
      const order = Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      expect(sign(keyOf(left), keyOf(right))).toBe(order);
      if (order === 0) return;
      expect(sign(keyOf(left) + keyOf('~'), keyOf(right) + keyOf(''))).toBe(order);
      expect(sign(invertKey(keyOf(left)) + keyOf('~'), invertKey(keyOf(right)) + keyOf(''))).toBe(-order);
    }),
  );
});

test.each([Decimal128.fromString('1.5'), Long.fromString('9007199254740993')])(
  'a filter with the unsupported value %s is refused',
  (value) => {
    const { run } = openTestStore();
    run({ insert: 'docs', documents: [{ _id: 1, value: 1 }] });
    expect(run({ find: 'docs', filter: { value: { $gt: value } } })).toMatchObject({ ok: 0, code: 115 });
  },
);
