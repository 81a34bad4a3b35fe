import { expect, test } from 'vitest';
import type { Doc } from './doc.ts';
import { compileProjection } from './projection.ts';

const doc: Doc = { _id: 1, a: 1, b: { c: 2 } };

test.each<[projection: Doc, expected: Doc]>([
  [{ a: 1 }, { _id: 1, a: 1 }],
  [{ _id: 1 }, { _id: 1 }],
  [{ missing: 1 }, { _id: 1 }],
])('%j', (projection, expected) => {
  expect(compileProjection(projection)(doc)).toEqual(expected);
});

test('keeps the order of the document', () => {
  expect(Object.keys(compileProjection({ b: 1, a: 1 })(doc))).toEqual(['_id', 'a', 'b']);
});

test.each<Doc>([{ a: 0 }, { _id: 0 }, { a: { $slice: 1 } }, { a: '$b' }, { 'b.c': 1 }, { 'a.$': 1 }])(
  'refuses %j',
  (projection) => {
    expect(() => compileProjection(projection)).toThrow(/is not supported by this document store/);
  },
);
