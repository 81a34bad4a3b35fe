import { expect, test } from 'vitest';
import type { Doc } from './doc.ts';
import { compileProjection } from './projection.ts';

const doc: Doc = { _id: 1, a: 1, b: { c: 2, d: 3 }, e: [{ f: 1, g: 2 }, 5, { g: 3 }] };

test.each<[projection: Doc, expected: Doc]>([
  [{ a: 1 }, { _id: 1, a: 1 }],
  [{ a: true, _id: 0 }, { a: 1 }],
  [{ _id: 1 }, { _id: 1 }],
  [{ _id: 0 }, { a: 1, b: { c: 2, d: 3 }, e: doc.e }],
  [
    { a: 0, e: 0 },
    { _id: 1, b: { c: 2, d: 3 } },
  ],
  [{ a: 0, _id: 0, e: 0 }, { b: { c: 2, d: 3 } }],
  [
    { a: 0, _id: 1, e: 0 },
    { _id: 1, b: { c: 2, d: 3 } },
  ],
  [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
  [
    { 'b.c': 0, e: 0 },
    { _id: 1, a: 1, b: { d: 3 } },
  ],
  [{ 'b.x': 1 }, { _id: 1, b: {} }],
  [{ 'a.x': 1 }, { _id: 1 }],
  [{ 'e.g': 1 }, { _id: 1, e: [{ g: 2 }, { g: 3 }] }],
  [
    { 'e.g': 0, a: 0, b: 0 },
    { _id: 1, e: [{ f: 1 }, 5, {}] },
  ],
  [{ missing: 1 }, { _id: 1 }],
  [{ missing: 0 }, doc],
  [{}, doc],
])('%j', (projection, expected) => {
  expect(compileProjection(projection)(doc)).toEqual(expected);
});

test('keeps the order of the document', () => {
  expect(Object.keys(compileProjection({ e: 1, b: 1, a: 1 })(doc))).toEqual(['_id', 'a', 'b', 'e']);
});

test.each<[Doc, RegExp]>([
  [{ a: 1, b: 0 }, /not both/],
  [{ a: { $slice: 1 } }, /expression/],
  [{ a: { $elemMatch: { f: 1 } } }, /expression/],
  [{ a: '$b' }, /expression/],
  [{ 'e.$': 1 }, /'e\.\$'/],
  [{ b: 1, 'b.c': 1 }, /collision/],
  [{ 'b.c': 1, b: 1 }, /collision/],
])('refuses %j', (projection, message) => {
  expect(() => compileProjection(projection)).toThrow(message);
});
