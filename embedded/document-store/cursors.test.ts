import { Long } from 'bson';
import { expect, test } from 'vitest';
import type { Doc } from './document.ts';
import { openTestStore } from './testing/open-test-store.ts';

function storeOf(count: number) {
  const opened = openTestStore();
  opened.run({ insert: 'docs', documents: Array.from({ length: count }, (_, _id) => ({ _id })) });
  return opened;
}
const ids = (batch: Doc[]) => batch.map(({ _id }) => _id);

test('batches continue to the end of the results, after which the cursor is gone', () => {
  const { run } = storeOf(250);
  const { cursor } = run({ find: 'docs' });
  expect(cursor).toMatchObject({ ns: 'test.docs', id: expect.any(Number) });
  expect(cursor.firstBatch).toHaveLength(101);

  const second = run({ getMore: cursor.id, collection: 'docs', batchSize: 100 }).cursor;
  expect(ids(second.nextBatch)).toEqual(Array.from({ length: 100 }, (_, at) => 101 + at));
  const third = run({ getMore: Long.fromNumber(second.id), collection: 'docs' }).cursor;
  expect(third.nextBatch).toHaveLength(49);
  expect(third.id).toBe(0);
  expect(run({ getMore: cursor.id, collection: 'docs' })).toMatchObject({
    ok: 0,
    code: 43,
    codeName: 'CursorNotFound',
  });
});

test('a cursor returns the documents that existed when it was opened', () => {
  const { run } = storeOf(4);
  const { cursor } = run({ find: 'docs', batchSize: 2 });
  run({ delete: 'docs', deletes: [{ q: {}, limit: 0 }] });
  expect(ids(run({ getMore: cursor.id, collection: 'docs' }).cursor.nextBatch)).toEqual([2, 3]);
});

test('find supports limit, singleBatch and an empty first batch', () => {
  const { run } = storeOf(10);
  expect(run({ find: 'docs', limit: 3 }).cursor).toMatchObject({
    id: 0,
    firstBatch: [{ _id: 0 }, { _id: 1 }, { _id: 2 }],
  });
  expect(run({ find: 'docs', batchSize: 2, singleBatch: true }).cursor).toMatchObject({ id: 0 });
  const { cursor } = run({ find: 'docs', batchSize: 0, limit: 2 });
  expect(cursor.firstBatch).toEqual([]);
  expect(ids(run({ getMore: cursor.id, collection: 'docs' }).cursor.nextBatch)).toEqual([0, 1]);
});

test('a batch stays below 16 MB', () => {
  const { run } = openTestStore();
  const documents = [1, 2, 3].map((_id) => ({ _id, text: 'x'.repeat(7_000_000) }));
  for (const doc of documents) run({ insert: 'docs', documents: [doc] });
  const { cursor } = run({ find: 'docs' });
  expect(ids(cursor.firstBatch)).toEqual([1, 2]);
  expect(ids(run({ getMore: cursor.id, collection: 'docs' }).cursor.nextBatch)).toEqual([3]);
});

test('a cursor is closed on request or after ten idle minutes', () => {
  const { run, cursors } = storeOf(10);
  const open = () => run({ find: 'docs', batchSize: 1 }).cursor.id;
  const killed = open();
  expect(run({ killCursors: 'docs', cursors: [killed, 999] })).toMatchObject({
    cursorsKilled: [killed],
    cursorsNotFound: [999],
  });

  const idle = open();
  cursors.closeIdle(Date.now() + 9 * 60_000);
  expect(run({ getMore: idle, collection: 'docs', batchSize: 1 }).ok).toBe(1);
  cursors.closeIdle(Date.now() + 11 * 60_000);
  expect(run({ getMore: idle, collection: 'docs' }).code).toBe(43);
});
