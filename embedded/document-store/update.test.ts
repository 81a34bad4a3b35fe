import { ObjectId } from 'bson';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Doc } from './document.ts';
import { openTestStore } from './testing/open-test-store.ts';

/** Stores a document, updates it, and returns the reply and the stored document without `_id`. */
function apply(before: Doc, update: unknown, options: Doc = {}) {
  const { run } = openTestStore();
  run({ insert: 'docs', documents: [{ _id: 1, ...before }] });
  const reply = run({ update: 'docs', updates: [{ q: { _id: 1 }, u: update, ...options }] });
  const [{ _id, ...after }] = run({ find: 'docs' }).cursor.firstBatch;
  return { reply, after };
}

test.each<[before: Doc, update: Doc, after: Doc, options?: Doc]>([
  [{}, { $set: { a: 1, 'b.c': 2 } }, { a: 1, b: { c: 2 } }],
  [{ a: 1, z: 1 }, { $set: { a: null } }, { a: null, z: 1 }],
  [{}, { $set: { 'a.0': 1 } }, { a: { 0: 1 } }],
  [{ a: 1, b: 2 }, { $unset: { a: '', x: '', 'b.c': '' } }, { b: 2 }],
  [{ a: [1, 2, 3] }, { $unset: { 'a.$[e]': '' } }, { a: [1, null, 3] }, { arrayFilters: [{ e: 2 }] }],
  [{ a: [{ b: 1 }] }, { $unset: { 'a.b': '' } }, { a: [{ b: 1 }] }],
  [{ a: 1 }, { $inc: { a: 2, b: -1.5, 'c.d': 1 } }, { a: 3, b: -1.5, c: { d: 1 } }],
  [{}, { $push: { a: 1 } }, { a: [1] }],
  [{ a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
  [{ a: [{ s: 'x', n: 1 }, { s: 'y' }, 'x'] }, { $pull: { a: { s: 'x' } } }, { a: [{ s: 'y' }, 'x'] }],
  [
    {
      a: [
        { s: 'x', n: 1 },
        { s: 'x', n: 5 },
      ],
    },
    { $pull: { a: { s: 'x', n: { $gt: 2 } } } },
    { a: [{ s: 'x', n: 1 }] },
  ],
  [{ b: 1 }, { $pull: { a: { s: 'x' } } }, { b: 1 }],
  [{ a: 1 }, { $setOnInsert: { a: 9, b: 9 } }, { a: 1 }],
  [{ a: 1 }, { $set: {} }, { a: 1 }],
  [{ a: 1 }, { $set: { _id: 1, b: 1 } }, { a: 1, b: 1 }],
  [
    { a: [{ s: 'x' }, { s: 'y' }] },
    { $set: { 'a.$[e].n': 1 } },
    { a: [{ s: 'x' }, { s: 'y', n: 1 }] },
    { arrayFilters: [{ 'e.s': 'y' }] },
  ],
  [{ a: [1, 5, 9] }, { $set: { 'a.$[big]': 0 } }, { a: [1, 0, 0] }, { arrayFilters: [{ big: { $gte: 5 } }] }],
  [
    { a: [{ b: [1, 2] }, { b: [3] }] },
    { $inc: { 'a.$[all].b.$[e]': 10 } },
    { a: [{ b: [1, 12] }, { b: [13] }] },
    { arrayFilters: [{ 'all.b': { $exists: true } }, { e: { $gt: 1 } }] },
  ],
])('the document %j updated by %j becomes %j', (before, update, expected, options) => {
  const { reply, after } = apply(before, update, options);
  expect(reply.writeErrors).toBeUndefined();
  expect(after).toEqual(expected);
  expect(reply).toMatchObject({
    n: 1,
    nModified: JSON.stringify(before) === JSON.stringify(expected) ? 0 : 1,
  });
});

test.each<[before: Doc, update: unknown, code: number, message: RegExp, options?: Doc]>([
  [{ a: 'x' }, { $inc: { a: 1 } }, 14, /non-numeric|not a number/],
  [{ a: null }, { $inc: { a: 1 } }, 14, /not a number/],
  [{}, { $inc: { a: 'x' } }, 14, /non-numeric/],
  [{ a: Number.MAX_SAFE_INTEGER }, { $inc: { a: 1 } }, 2, /2\^53/],
  [{ a: 1 }, { $push: { a: 1 } }, 2, /must be an array/],
  [{ a: 1 }, { $pull: { a: { b: 1 } } }, 2, /must be an array/],
  [{ a: ['x'] }, { $pull: { a: { $regex: 'x' } } }, 2, /\$regex/],
  [{ a: [{ b: 'x' }] }, { $pull: { a: { b: { $regex: 'x' } } } }, 2, /\$regex/],
  [{ a: [1, 2, 1] }, { $pull: { a: 1 } }, 2, /\$pull of a value/],
  [{ a: [[1], 1] }, { $pull: { a: [1] } }, 2, /\$pull of a value/],
  [{ a: [1, 5, 9] }, { $pull: { a: { $gt: 4 } } }, 2, /\$gt/],
  [{ a: [1, 5, 9] }, { $pull: { a: { $in: [1, 9] } } }, 2, /\$in/],
  [{}, { $push: { a: { $each: [1] } } }, 2, /\$each/],
  [{}, { $addToSet: { a: 1 } }, 9, /\$addToSet/],
  [{}, { $min: { a: 1 } }, 9, /\$min/],
  [{ a: 1 }, { $set: { 'a.b': 1 } }, 28, /Cannot create field/],
  [{ a: null }, { $set: { 'a.b': 1 } }, 28, /Cannot create field/],
  [{ a: [1] }, { $set: { 'a.b': 1 } }, 28, /Cannot create field 'b' in element/],
  [{}, { $set: { a: 1, 'a.b': 1 } }, 40, /conflict at 'a'/],
  [{}, { $set: { a: 1 }, $inc: { a: 1 } }, 40, /conflict/],
  [
    { a: [1] },
    { $set: { 'a.$[x]': 1, 'a.$[y]': 2 } },
    40,
    /conflict/,
    { arrayFilters: [{ x: 1 }, { y: { $gt: 0 } }] },
  ],
  [{}, { $set: { _id: 2 } }, 66, /_id/],
  [{}, { $set: { 'a..b': 1 } }, 2, /empty field name/],
  [{}, { $set: { '__proto__.a': 1 } }, 2, /__proto__/],
  [{}, { $set: { a: 1 }, b: 1 }, 9, /Unknown modifier: b/],
  [{ a: 1 }, { b: 1 }, 9, /Unknown modifier: b/],
  [{ a: 1 }, {}, 9, /Replacing/],
  [{}, { $rename: { a: 'b' } }, 9, /\$rename/],
  [{}, { $currentDate: { a: { $type: 'timestamp' } } }, 2, /\$currentDate/],
  [{}, { $mul: { a: 2 } }, 9, /\$mul/],
  [{}, [{ $set: { a: 1 } }], 9, /pipeline/],
  [{ a: [1] }, { $set: { 'a.$': 1 } }, 2, /arrayFilters/],
  [{ a: [1, 2] }, { $inc: { 'a.$[]': 1 } }, 2, /'\$\[\]' in the update path/],
  [{ a: [1, 2] }, { $set: { 'a.1': 5 } }, 28, /Cannot create field '1'/],
  [{ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2 } }, 2, /position '0' in an update path/],
  [{ a: [1, 2] }, { $inc: { 'a.1': 5 } }, 2, /position '1' in an update path/],
  [{ a: [1, 2, 3] }, { $unset: { 'a.1': '' } }, 2, /position '1' in an update path/],
  [{ a: 1 }, { $set: { 'a.$[e]': 1 } }, 2, /array updates/, { arrayFilters: [{ e: 1 }] }],
  [{ a: [1] }, { $set: { 'a.$[e]': 1 } }, 2, /No array filter found/],
  [{ a: [1] }, { $set: { b: 1 } }, 9, /was not used/, { arrayFilters: [{ e: 1 }] }],
])('the document %j refuses the update %j with code %i', (before, update, code, message, options) => {
  const { reply, after } = apply(before, update, options);
  expect(reply.writeErrors).toMatchObject([{ index: 0, code, errmsg: expect.stringMatching(message) }]);
  expect(after).toEqual(before);
});

describe('upsert', () => {
  test.each<[filter: Doc, update: Doc, created: Doc]>([
    [{ _id: 7, a: 1 }, { $set: { b: 2 } }, { _id: 7, a: 1, b: 2 }],
    [{ _id: 7, 'a.b': 1, c: { $gt: 5 } }, { $inc: { n: 1 } }, { _id: 7, a: { b: 1 }, n: 1 }],
    [
      { _id: 7, $and: [{ a: 1 }, { b: { $in: [2] } }], c: { $in: [1, 2] } },
      { $set: { d: 1 } },
      { _id: 7, a: 1, b: 2, d: 1 },
    ],
    [
      { _id: 7, a: 1 },
      { $set: { a: 5 }, $setOnInsert: { b: 1 } },
      { _id: 7, a: 5, b: 1 },
    ],
    [{ a: 1 }, { $setOnInsert: { _id: 7 } }, { _id: 7, a: 1 }],
    [{ _id: 7, b: null }, { $set: { c: 1 } }, { _id: 7, b: null, c: 1 }],
  ])('with the filter %j and the update %j creates %j', (filter, update, created) => {
    const { run } = openTestStore();
    const statement = { update: 'docs', updates: [{ q: filter, u: update, upsert: true }] };
    expect(run(statement)).toMatchObject({ n: 1, nModified: 0, upserted: [{ index: 0, _id: 7 }] });
    expect(run({ find: 'docs' }).cursor.firstBatch).toEqual([created]);
    expect(Object.keys(run({ find: 'docs' }).cursor.firstBatch[0])[0]).toBe('_id');
  });

  test('generates an id if the filter has none', () => {
    const { run } = openTestStore();
    const reply = run({ update: 'docs', updates: [{ q: { a: 1 }, u: { $set: { b: 1 } }, upsert: true }] });
    expect(reply.upserted[0]._id).toBeInstanceOf(ObjectId);
  });

  test('refuses a filter with two values for one path', () => {
    const { run } = openTestStore();
    const q = { $and: [{ a: 1 }, { a: 2 }] };
    const reply = run({ update: 'docs', updates: [{ q, u: { $set: { b: 1 } }, upsert: true }] });
    expect(reply.writeErrors).toMatchObject([{ code: 54 }]);
  });
});

test('new fields are added in the order of their names, as in MongoDB', () => {
  const { after } = apply({ z: 1 }, { $set: { c: 1, a: 1 }, $inc: { b: 1 } });
  expect(Object.keys(after)).toEqual(['z', 'a', 'b', 'c']);
});

test('$currentDate sets the current time of the store', () => {
  vi.setSystemTime(5);
  onTestFinished(() => void vi.useRealTimers());
  const { reply, after } = apply({ a: 1 }, { $set: { a: 2 }, $currentDate: { at: true } });

  expect(reply).toMatchObject({ n: 1, nModified: 1 });
  expect(after).toEqual({ a: 2, at: new Date(5) });
});

test('an update changes the first matching document, or all of them with multi', () => {
  const { run } = openTestStore();
  run({ insert: 'docs', documents: [{ a: 1 }, { a: 1 }, { a: 2 }] });
  expect(run({ update: 'docs', updates: [{ q: { a: 1 }, u: { $set: { n: 1 } } }] })).toMatchObject({
    n: 1,
    nModified: 1,
  });
  expect(
    run({ update: 'docs', updates: [{ q: { a: 1 }, u: { $set: { n: 1 } }, multi: true }] }),
  ).toMatchObject({ n: 2, nModified: 1 });
  expect(run({ find: 'docs', filter: { n: 1 } }).cursor.firstBatch).toHaveLength(2);
});

test('an update with both multi and upsert is refused', () => {
  const { run } = openTestStore();
  const update = { q: { a: 1 }, u: { $set: { n: 1 } }, multi: true, upsert: true };
  expect(run({ update: 'docs', updates: [update] })).toMatchObject({
    writeErrors: [{ errmsg: expect.stringContaining('multi with upsert') }],
  });
  expect(run({ find: 'docs' }).cursor.firstBatch).toEqual([]);
});
