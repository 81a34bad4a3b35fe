import { expect, test } from 'vitest';
import type { Doc } from './doc.ts';
import { openTestStore } from './testing/open-test-store.ts';

const entries = [
  { _id: 1, card: 'a', cents: 100, at: 3, tags: ['x', 'y'] },
  { _id: 2, card: 'b', cents: 50, at: 1 },
  { _id: 3, card: 'a', cents: -30, at: 2, note: null },
  { _id: 4, cents: 'free', at: 4, note: 'n' },
];

function aggregate(pipeline: Doc[]) {
  const { run } = openTestStore();
  run({ insert: 'ledger', documents: entries });
  return run({ aggregate: 'ledger', pipeline, cursor: {} });
}

test.each<[pipeline: Doc[], expected: Doc[]]>([
  [
    [{ $match: { card: 'a' } }, { $sort: { at: 1 } }, { $project: { at: 1 } }],
    [
      { _id: 3, at: 2 },
      { _id: 1, at: 3 },
    ],
  ],
  [
    [{ $sort: { at: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }],
    [{ _id: 1 }, { _id: 3 }],
  ],
  [[{ $match: { card: 'a' } }, { $count: 'n' }], [{ n: 2 }]],
  [[{ $match: { card: 'z' } }, { $count: 'n' }], []],
  [[{ $match: {} }, { $group: { _id: 1, n: { $sum: 1 } } }], [{ _id: 1, n: 4 }]],
  [
    [{ $group: { _id: null, total: { $sum: '$cents' }, mean: { $avg: '$cents' } } }],
    [{ _id: null, total: 120, mean: 40 }],
  ],
  [
    [{ $group: { _id: '$card', total: { $sum: '$cents' } } }],
    [
      { _id: 'a', total: 70 },
      { _id: 'b', total: 50 },
      { _id: null, total: 0 },
    ],
  ],
  [
    [
      { $sort: { at: 1 } },
      {
        $group: {
          _id: null,
          first: { $first: '$card' },
          last: { $last: '$card' },
          lastNote: { $last: '$note' },
        },
      },
    ],
    [{ _id: null, first: 'b', last: null, lastNote: 'n' }],
  ],
  [
    [{ $group: { _id: null, least: { $min: '$cents' }, most: { $max: '$cents' }, none: { $max: '$x' } } }],
    [{ _id: null, least: -30, most: 'free', none: null }],
  ],
  [
    [{ $group: { _id: null, notes: { $push: '$note' }, ids: { $push: { id: '$_id', note: '$note' } } } }],
    [
      {
        _id: null,
        notes: [null, 'n'],
        ids: [{ id: 1 }, { id: 2 }, { id: 3, note: null }, { id: 4, note: 'n' }],
      },
    ],
  ],
  [
    [{ $match: { _id: 2 } }, { $group: { _id: '$card', whole: { $first: '$$ROOT' } } }],
    [{ _id: 'b', whole: entries[1] }],
  ],
  [
    [
      { $match: { card: { $exists: true } } },
      { $group: { _id: { card: '$card', x: '$x' }, n: { $sum: 1 } } },
    ],
    [
      { _id: { card: 'a' }, n: 2 },
      { _id: { card: 'b' }, n: 1 },
    ],
  ],
  [
    [{ $match: { _id: 2 } }, { $group: { _id: null, avg: { $avg: '$x' }, sum: { $sum: '$x' } } }],
    [{ _id: null, avg: null, sum: 0 }],
  ],
])('%j', (pipeline, expected) => {
  expect(aggregate(pipeline).cursor.firstBatch).toEqual(expected);
});

test.each<[pipeline: Doc[], code: number, message: RegExp]>([
  [[{ $changeStream: {} }], 40573, /replica sets/],
  [[{ $lookup: { from: 'x' } }], 40324, /\$lookup/],
  [[{ $unwind: '$tags' }], 40324, /\$unwind/],
  [[{ $out: 'x' }], 40324, /\$out/],
  [[{ $match: {}, $limit: 1 }], 40324, /exactly one/],
  [[{ $group: { _id: null, x: { $stdDevPop: '$cents' } } }], 2, /\$stdDevPop/],
  [[{ $group: { _id: null, x: { $sum: { $multiply: ['$cents', 2] } } } }], 2, /\$multiply/],
  [[{ $group: { _id: null, x: { $sum: '$$NOW' } } }], 2, /\$\$NOW/],
  [[{ $group: { x: { $sum: 1 } } }], 2, /_id/],
  [[{ $group: { _id: null, x: 5 } }], 2, /'x'/],
  [[{ $project: { x: { $add: ['$a', 1] } } }], 2, /expression/],
  [[{ $limit: 0 }], 2, /\$limit/],
  [[{ $skip: -1 }], 2, /\$skip/],
  [[{ $count: '$n' }], 2, /\$count/],
  [[{ $sort: { a: { $meta: 'textScore' } } }], 2, /\$sort/],
])('refuses %j', (pipeline, code, message) => {
  expect(aggregate(pipeline)).toMatchObject({ ok: 0, code, errmsg: expect.stringMatching(message) });
});
