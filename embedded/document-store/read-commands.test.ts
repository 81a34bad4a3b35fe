import { describe, expect, test } from 'vitest';
import type { Doc } from './document.ts';
import { openTestStore } from './testing/open-test-store.ts';

function aggregate(pipeline: Doc[]) {
  const { run } = openTestStore();
  run({ insert: 'ledger', documents: [{ card: 'a' }, { card: 'b', by: null }, { card: 'a' }] });
  return run({ aggregate: 'ledger', pipeline, cursor: {} });
}

const COUNT = { $group: { _id: 1, n: { $sum: 1 } } };
const countBy = (fields: Doc) => ({ $group: { _id: fields, n: { $sum: 1 } } });

describe('aggregate', () => {
  test.each<[pipeline: Doc[], expected: Doc[]]>([
    [[{ $match: {} }, COUNT], [{ _id: 1, n: 3 }]],
    [[{ $match: { card: 'a' } }, COUNT], [{ _id: 1, n: 2 }]],
    [[{ $match: { card: 'z' } }, COUNT], []],
    [
      [{ $match: {} }, countBy({ card: '$card', who: '$by' })],
      [
        { _id: { card: 'a' }, n: 2 },
        { _id: { card: 'b', who: null }, n: 1 },
      ],
    ],
    [[{ $match: { card: 'z' } }, countBy({ card: '$card' })], []],
  ])('of the pipeline %j returns the expected groups', (pipeline, expected) => {
    expect(aggregate(pipeline).cursor.firstBatch).toEqual(expected);
  });

  test.each<[pipeline: Doc[], code: number, message: RegExp]>([
    [[{ $changeStream: {} }], 40573, /replica sets/],
    [[{ $match: {} }, { $lookup: { from: 'x' } }], 40324, /\$match, \$lookup/],
    [[{ $match: {} }, { $group: { _id: '$card', n: { $sum: 1 } } }], 40324, /\$group/],
    [[{ $match: {} }, { $group: { _id: 1, n: { $sum: '$cents' } } }], 40324, /\$group/],
    [[{ $match: {} }, countBy({ card: '$card.last4' })], 40324, /\$group/],
    [[{ $match: {} }, countBy({ card: { $toLower: '$card' } })], 40324, /\$group/],
    [[{ $match: {} }, { $limit: 1 }, COUNT], 40324, /\$limit/],
    [[{ $match: { $where: 'true' } }, COUNT], 2, /\$where/],
  ])('refuses the pipeline %j', (pipeline, code, message) => {
    expect(aggregate(pipeline)).toMatchObject({ ok: 0, code, errmsg: expect.stringMatching(message) });
  });

  test('with a hint counts the same, and refuses one that is not the key of an index', () => {
    const { run } = openTestStore();
    const count = (hint: unknown, pipeline: Doc[] = [{ $match: { by: null } }, COUNT]) =>
      run({ aggregate: 'ledger', pipeline, cursor: {}, hint });
    expect(count({ card: 1, by: -1 })).toMatchObject({ ok: 1, cursor: { firstBatch: [] } });

    run({ insert: 'ledger', documents: [{ card: 'a' }, { card: 'b', by: null }, { card: 'c', by: 'x' }] });
    run({ createIndexes: 'ledger', indexes: [{ name: 'card', key: { card: 1, by: -1 } }] });

    expect(count({ card: 1, by: -1 }).cursor.firstBatch).toEqual([{ _id: 1, n: 2 }]);
    expect(count({ _id: 1 }).cursor.firstBatch).toEqual([{ _id: 1, n: 2 }]);
    for (const hint of [{ by: -1, card: 1 }, { card: 1 }, { card: 1, by: 1 }])
      expect(count(hint)).toMatchObject({ ok: 0, code: 2, errmsg: expect.stringMatching(/existing index/) });
    expect(count('card')).toMatchObject({
      ok: 0,
      code: 14,
      errmsg: expect.stringMatching(/aggregate\.hint/),
    });
  });
});

describe('projection', () => {
  const project = (projection: Doc) => {
    const { run } = openTestStore();
    run({ insert: 'docs', documents: [{ _id: 1, a: 1, b: { c: 2 } }] });
    return run({ find: 'docs', projection });
  };

  test.each<[projection: Doc, expected: Doc]>([
    [{ a: 1 }, { _id: 1, a: 1 }],
    [{ _id: 1 }, { _id: 1 }],
    [{ missing: 1 }, { _id: 1 }],
  ])('of %j returns only these fields and _id', (projection, expected) => {
    expect(project(projection).cursor.firstBatch).toEqual([expected]);
  });

  test('keeps the order of the document', () => {
    expect(Object.keys(project({ b: 1, a: 1 }).cursor.firstBatch[0])).toEqual(['_id', 'a', 'b']);
  });

  test.each<Doc>([{ a: 0 }, { _id: 0 }, { a: { $slice: 1 } }, { a: '$b' }, { 'b.c': 1 }, { 'a.$': 1 }])(
    'refuses the fields %j',
    (projection) => {
      const errmsg = expect.stringMatching(/is not supported by this document store/);
      expect(project(projection)).toMatchObject({ ok: 0, code: 2, errmsg });
    },
  );
});
