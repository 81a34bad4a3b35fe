import { expect, test } from 'vitest';
import type { Doc } from './document.ts';
import { openTestStore } from './testing/open-test-store.ts';

/** Unsupported options must be refused: silently ignoring one would return wrong results. */
test.each<[command: Doc, code: number, message: RegExp]>([
  [{ find: 'docs', collation: { locale: 'en' } }, 40415, /find\.collation/],
  [{ find: 'docs', tailable: true }, 40415, /find\.tailable/],
  [{ find: 'docs', let: { x: 1 } }, 40415, /find\.let/],
  [{ find: 'docs', returnKey: true }, 40415, /find\.returnKey/],
  [{ find: 'docs', sort: { a: { $meta: 'textScore' } } }, 14, /find\.sort/],
  [{ find: 'docs', sort: { $natural: -1 } }, 14, /find\.sort/],
  [{ find: 'docs', limit: -1 }, 14, /find\.limit/],
  [{ find: 'docs', comment: 'x' }, 40415, /find\.comment/],
  [{ find: 'docs', $readPreference: { mode: 'secondary' } }, 40415, /find\.\$readPreference/],
  [{ find: 'docs', filter: { $where: 'true' } }, 2, /\$where/],
  [{ find: 'missing', filter: { $text: { $search: 'x' } } }, 2, /\$text/],
  [
    { update: 'docs', updates: [{ q: {}, u: {}, collation: { locale: 'en' } }] },
    40415,
    /update\.updates\.0\.collation/,
  ],
  [{ find: 'docs', readConcern: { level: 'snapshot' } }, 2, /readConcern/],
  [{ insert: 'docs', documents: [{}], writeConcern: { w: 3 } }, 2, /writeConcern/],
  [{ insert: 'docs', documents: [{}], writeConcern: { w: 1, fsync: true } }, 2, /writeConcern/],
  [{ insert: 'docs', documents: [{}], txnNumber: 1, startTransaction: true }, 20, /no transactions/],
  [{ commitTransaction: 1 }, 59, /commitTransaction/],
  [{ aggregate: 'docs', pipeline: [{ $changeStream: {} }], cursor: {} }, 40573, /replica sets/],
  [{ aggregate: 1, pipeline: [{ $currentOp: {} }], cursor: {} }, 14, /aggregate\.aggregate/],
  [{ aggregate: 'docs', pipeline: [], explain: true }, 14, /aggregate\.cursor/],
  [{ find: 'docs', hint: 'a' }, 40415, /find\.hint/],
  [{ find: 'docs', skip: 1 }, 40415, /find\.skip/],
  [{ count: 'docs' }, 59, /count/],
  [{ distinct: 'docs', key: 'a' }, 59, /distinct/],
  [{ create: 'docs', capped: true, size: 1000 }, 40415, /create\.capped/],
  [{ create: 'docs', viewOn: 'x', pipeline: [] }, 40415, /create\.viewOn/],
  [{ create: 'docs', timeseries: { timeField: 't' } }, 40415, /create\.timeseries/],
  [{ create: 'docs', validator: {} }, 40415, /create\.validator/],
  [{ create: 'a$b' }, 73, /a\$b/],
  [{ explain: { find: 'docs' } }, 59, /explain/],
  [{ mapReduce: 'docs' }, 59, /mapReduce/],
  [{ saslStart: 1 }, 59, /saslStart/],
  [{ constructor: 1 }, 59, /constructor/],
  [{ findAndModify: 'docs', query: {} }, 9, /update or remove/],
  [{ findAndModify: 'docs', remove: true, new: true }, 9, /remove=true/],
  [{ findAndModify: 'docs', update: { $set: { a: 1 } }, upsert: true }, 14, /findAndModify\.upsert/],
  [{ createIndexes: 'docs', indexes: [], commitQuorum: 1 }, 40415, /createIndexes\.commitQuorum/],
  [{ listCollections: 1, filter: { name: 'a' } }, 40415, /listCollections\.filter\.name/],
  [{ listCollections: 1, nameOnly: true }, 14, /listCollections\.nameOnly/],
  [{ find: 'docs', projection: { a: { $slice: 1 } } }, 2, /'a'/],
])('refuses the command %j', (command, code, message) => {
  const { run } = openTestStore();
  expect(run(command)).toMatchObject({ ok: 0, code, errmsg: expect.stringMatching(message) });
});

test('refuses a document over 16 MB and an array as _id', () => {
  const { run } = openTestStore();
  const tooLarge = run({ insert: 'docs', documents: [{ text: 'x'.repeat(16 * 1024 * 1024) }] });
  expect(tooLarge.writeErrors).toMatchObject([{ code: 10334 }]);
  expect(run({ insert: 'docs', documents: [{ _id: [1] }] }).writeErrors).toMatchObject([{ code: 53 }]);
  expect(run({ find: 'docs' }).cursor.firstBatch).toEqual([]);
});
