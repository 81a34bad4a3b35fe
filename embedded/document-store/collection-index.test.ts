import { describe, expect, test } from 'vitest';
import type { Doc } from './document.ts';
import { openTestStore } from './testing/open-test-store.ts';

function indexed(...indexes: Doc[]) {
  const opened = openTestStore();
  expect(opened.run({ createIndexes: 'docs', indexes })).toMatchObject({
    ok: 1,
    numIndexesAfter: 1 + indexes.length,
  });
  const insert = (...documents: Doc[]) => opened.run({ insert: 'docs', documents, ordered: false });
  return { ...opened, insert };
}

describe('a unique index', () => {
  test('refuses the second document with a key and reports the index name and key value', () => {
    const { run, insert } = indexed({ name: 'code', key: { code: 1 }, unique: true });
    expect(insert({ _id: 1, code: 'a' }, { _id: 2, code: 'a' }, { _id: 3, code: 'b' })).toMatchObject({
      n: 2,
      writeErrors: [{ index: 1, code: 11000, keyPattern: { code: 1 }, keyValue: { code: 'a' } }],
    });
    const update = { update: 'docs', updates: [{ q: { _id: 3 }, u: { $set: { code: 'a' } } }] };
    expect(run(update).writeErrors).toMatchObject([
      { code: 11000, errmsg: expect.stringContaining('test.docs index: code') },
    ]);
    expect(run({ find: 'docs', filter: { _id: 3 } }).cursor.firstBatch).toEqual([{ _id: 3, code: 'b' }]);
  });

  test('applies to _id, where an ordered insert stops at the first refused document', () => {
    const { run } = openTestStore();
    expect(run({ insert: 'docs', documents: [{ _id: 1 }, { _id: 1 }, { _id: 2 }] })).toMatchObject({
      n: 1,
      writeErrors: [{ index: 1 }],
    });
    expect(run({ find: 'docs' }).cursor.firstBatch).toHaveLength(1);
  });

  test('counts a missing field as null', () => {
    const { insert } = indexed({ name: 'code', key: { code: 1 }, unique: true });
    expect(insert({ _id: 1 }, { _id: 2 }, { _id: 3, code: null })).toMatchObject({ n: 1 });
  });

  test('covers only documents that match its partial filter', () => {
    const partialFilterExpression = { open: true };
    const partial = indexed({ name: 'rider', key: { rider: 1 }, unique: true, partialFilterExpression });
    expect(
      partial.insert(
        { _id: 1, rider: 7, open: true },
        { _id: 2, rider: 7, open: true },
        { _id: 3, rider: 7, open: false },
      ),
    ).toMatchObject({
      n: 2,
      writeErrors: [{ index: 1 }],
    });
    const reopen = { update: 'docs', updates: [{ q: { _id: 3 }, u: { $set: { open: true } } }] };
    expect(partial.run(reopen).writeErrors).toMatchObject([{ code: 11000 }]);
    partial.run({ update: 'docs', updates: [{ q: { _id: 1 }, u: { $set: { open: false } } }] });
    expect(partial.run(reopen)).toMatchObject({ nModified: 1 });
  });

  test('holds each element of an array as a key, which the same document may repeat', () => {
    const { insert } = indexed({ name: 'ids', key: { ids: 1 }, unique: true });
    expect(insert({ _id: 1, ids: [1, 2, 2] }, { _id: 2, ids: [3, 2] }, { _id: 3, ids: 4 })).toMatchObject({
      n: 2,
      writeErrors: [{ index: 1 }],
    });
  });

  test('cannot be created over documents that violate it', () => {
    const { run, store } = openTestStore();
    run({ insert: 'docs', documents: [{ a: 1 }, { a: 1 }] });
    expect(
      run({ createIndexes: 'docs', indexes: [{ name: 'a', key: { a: 1 }, unique: true }] }),
    ).toMatchObject({ ok: 0, code: 11000 });
    expect(store.get('test.docs')?.indexes.size).toBe(1);
  });
});

test('a document with arrays in two fields of one index is refused', () => {
  const { insert } = indexed({ name: 'ab', key: { a: 1, b: 1 } });
  expect(insert({ a: [1], b: [2] }).writeErrors).toMatchObject([{ code: 171 }]);
  expect(insert({ a: [1], b: 2 })).toMatchObject({ n: 1 });
});

test('creating the same index again changes nothing, and a conflicting index is refused', () => {
  const spec = { name: 'a_1', key: { a: 1 }, unique: true };
  const { run } = indexed(spec);
  const create = (index: Doc) => run({ createIndexes: 'docs', indexes: [index] });
  expect(create(spec)).toMatchObject({
    ok: 1,
    numIndexesBefore: 2,
    numIndexesAfter: 2,
  });
  expect(create({ name: '_id_', key: { _id: 1 } })).toMatchObject({ ok: 1, numIndexesAfter: 2 });
  expect(create({ ...spec, unique: false })).toMatchObject({ ok: 0, code: 86 });
  expect(create({ ...spec, expireAfterSeconds: 5 })).toMatchObject({ ok: 0, code: 85 });
  expect(create({ ...spec, name: 'other' })).toMatchObject({ ok: 0, code: 85 });
  expect(create({ name: 'a_1', key: { b: 1 } })).toMatchObject({ ok: 0, code: 86 });
});

test('an update moves a document in every index over the fields that it changes', () => {
  const { run } = indexed(
    { name: 'nested', key: { 'a.b': 1, c: 1 }, unique: true },
    { name: 'partial', key: { d: 1 }, unique: true, partialFilterExpression: { 'a.b': { $exists: true } } },
  );
  const found = (filter: Doc) => run({ find: 'docs', filter }).cursor.firstBatch.map(({ _id }: Doc) => _id);
  const update = (_id: number, u: Doc) => run({ update: 'docs', updates: [{ q: { _id }, u }] });
  const documents = [
    { _id: 1, a: { b: 1 }, c: 1, d: 1 },
    { _id: 2, a: {}, c: 2, d: 1 },
  ];
  run({ insert: 'docs', documents });

  update(1, { $set: { a: { b: 2 } } });
  expect([found({ 'a.b': 1 }), found({ 'a.b': 2 })]).toEqual([[], [1]]);
  const isTaken = (keyValue: Doc) => [{ code: 11000, keyValue }];
  expect(update(2, { $set: { 'a.b': 3 } }).writeErrors).toMatchObject(isTaken({ d: 1 }));
  expect(update(1, { $unset: { a: 1 } })).toMatchObject({ nModified: 1 });
  expect([found({ 'a.b': 2 }), found({ 'a.b': null }).toSorted()]).toEqual([[], [1, 2]]);
  expect(update(2, { $set: { 'a.b': 3 } })).toMatchObject({ nModified: 1 });
  expect(update(1, { $set: { 'a.b': 3 } }).writeErrors).toMatchObject(isTaken({ d: 1 }));
  const both = { 'a.b': 3, c: 2 };
  expect(update(1, { $set: { ...both, d: 2 } }).writeErrors).toMatchObject(isTaken(both));
  expect(update(1, { $set: { ...both, c: 3, d: 2 } })).toMatchObject({ nModified: 1 });
});

test('dropping a unique index allows duplicates again', () => {
  const { run, insert } = indexed({ name: 'a_1', key: { a: 1 }, unique: true });
  insert({ _id: 1, a: 1 });
  expect(run({ dropIndexes: 'docs', index: 'a_1' })).toMatchObject({ ok: 1, nIndexesWas: 2 });

  expect(insert({ _id: 2, a: 1 })).toMatchObject({ n: 1 });
  expect(run({ dropIndexes: 'docs', index: 'a_1' })).toMatchObject({ ok: 0, code: 27 });
  expect(run({ dropIndexes: 'docs', index: '_id_' })).toMatchObject({ ok: 0, code: 72 });
  expect(run({ dropIndexes: 'none', index: 'a_1' })).toMatchObject({ ok: 0, code: 26 });
});

test.each([
  { name: 'x', key: { a: 'text' } },
  { name: 'x', key: { a: '2dsphere' } },
  { name: 'x', key: { a: 'hashed' } },
  { name: 'x', key: { '$**': 1 } },
  { name: 'x', key: { a: 1 }, collation: { locale: 'en' } },
  { name: 'x', key: { a: 1 }, sparse: true },
  { name: 'x', key: { a: 1 }, v: 2 },
  { name: 'x', key: { a: 1 }, background: true },
  { name: 'x', key: { a: 1 }, partialFilterExpression: { a: { $ne: 1 } } },
  { name: 'x', key: { a: 1 }, partialFilterExpression: { a: { $exists: false } } },
  { name: 'x', key: { a: 1 }, partialFilterExpression: { $or: [{ a: 1 }, { b: 1 }] } },
  { name: 'x', key: { a: 1 }, partialFilterExpression: { $and: [{ a: 1 }, { $or: [{ b: 1 }] }] } },
  { name: 'x', key: { a: 1, b: 1 }, expireAfterSeconds: 1 },
])('refuses the index %j', (index) => {
  const { run } = openTestStore();
  expect(run({ createIndexes: 'docs', indexes: [index] })).toMatchObject({
    ok: 0,
    code: 67,
    codeName: 'CannotCreateIndex',
  });
});

test('a TTL index deletes only expired documents that it covers', () => {
  const { store, run, insert } = indexed(
    { name: 'ttl', key: { at: 1 }, expireAfterSeconds: 60 },
    { name: 'partial', key: { gone: -1 }, expireAfterSeconds: 0, partialFilterExpression: { done: true } },
  );
  const now = Date.UTC(2026, 0, 1);
  insert(
    { _id: 1, at: new Date(now - 61_000) },
    { _id: 2, at: new Date(now - 59_000) },
    { _id: 3, at: 'long ago' },
    { _id: 4, gone: new Date(now - 1), done: true },
    { _id: 5, gone: new Date(now - 1), done: false },
    { _id: 6, at: [new Date(now), new Date(0)] },
    { _id: 7, gone: new Date(now + 1), done: true },
  );
  store.deleteExpired(now);
  const left = run({ find: 'docs', sort: { _id: 1 } }).cursor.firstBatch;
  expect(left.map(({ _id }: Doc) => _id)).toEqual([2, 3, 5, 7]);
});
