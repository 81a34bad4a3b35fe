import { Binary, ObjectId, serialize } from 'bson';
import { expect, test } from 'vitest';
import { type Doc, decode } from './document.ts';
import { compileFilter } from './filter.ts';

const id = new ObjectId('64b000000000000000000001');
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

/** Filter, matching documents, other documents; taken from MongoDB's manual and its matcher's tests. */
const cases: [filter: Doc, matching: Doc[], others: Doc[]][] = [
  [{}, [{}, { a: 1 }], []],

  // Equality
  [{ a: 1 }, [{ a: 1 }, { a: [1, 2] }], [{ a: 2 }, { a: '1' }, { a: true }, {}]],
  [{ a: 'x' }, [{ a: 'x' }, { a: ['y', 'x'] }], [{ a: 'X' }, { a: ['xx'] }]],
  [{ a: true }, [{ a: true }], [{ a: 1 }, { a: 'true' }]],
  [{ a: 0 }, [{ a: 0 }, { a: -0 }], [{ a: false }, { a: null }]],
  [{ a: Number.NaN }, [{ a: Number.NaN }], [{ a: 0 }, {}]],
  [{ a: id }, [{ a: new ObjectId(id.toHexString()) }], [{ a: new ObjectId() }, { a: id.toHexString() }]],
  [{ a: day(1) }, [{ a: day(1) }], [{ a: day(2) }, { a: day(1).getTime() }]],
  [
    { a: new Binary(Buffer.from([255])) },
    [{ a: new Binary(Buffer.from([255])) }],
    [{ a: new Binary(Buffer.from([254])) }],
  ],
  [
    { a: new Binary(Buffer.alloc(16), 4) },
    [{ a: new Binary(Buffer.alloc(16), 4) }],
    [{ a: new Binary(Buffer.alloc(16), 0) }],
  ],
  [{ a: null }, [{ a: null }, {}, { a: [null] }], [{ a: 0 }, { a: '' }, { a: [] }]],
  [{ a: [1, 2] }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [2, 1] }, { a: [1, 2, 3] }]],
  [{ a: [] }, [{ a: [] }, { a: [[]] }], [{ a: [1] }, {}]],
  [{ a: { b: 1, c: 2 } }, [{ a: { b: 1, c: 2 } }], [{ a: { c: 2, b: 1 } }, { a: { b: 1 } }]],
  [{ a: {} }, [{ a: {} }], [{ a: { b: 1 } }, {}]],
  [{ constructor: null }, [{}], [{ constructor: 1 }]],

  // Paths
  [{ 'a.b': 1 }, [{ a: { b: 1 } }, { a: [{ b: 2 }, { b: 1 }] }, { a: { b: [1] } }], [{ a: 1 }, { 'a.c': 1 }]],
  [{ 'a.0': 5 }, [{ a: [5, 6] }, { a: { 0: 5 } }], [{ a: [6, 5] }, { a: 5 }]],
  [{ 'a.1.b': 5 }, [{ a: [{}, { b: 5 }] }], [{ a: [{ b: 5 }, {}] }]],
  [
    { 'a.b': null },
    [{}, { a: {} }, { a: 4 }, { a: { b: null } }, { a: [{}] }, { a: [4, {}] }],
    [{ a: [] }, { a: [4] }, { a: [{ b: 4 }] }],
  ],
  [{ 'a.b': { $exists: true } }, [{ a: { b: null } }, { a: [{ b: 1 }] }], [{ a: {} }, { a: [] }, { a: 'b' }]],
  [{ 'a.b': { $exists: false } }, [{ a: {} }, {}, { a: [] }], [{ a: { b: null } }]],

  // Comparison, within one type only
  [
    { a: { $gt: 1 } },
    [{ a: 2 }, { a: 1.5 }, { a: [0, 2] }],
    [{ a: 1 }, { a: '2' }, { a: null }, {}, { a: Number.NaN }],
  ],
  [{ a: { $gte: 1 } }, [{ a: 1 }], [{ a: 0 }, { a: true }]],
  [{ a: { $lt: 1 } }, [{ a: 0 }, { a: -1e300 }], [{ a: 1 }, { a: null }, {}, { a: Number.NaN }]],
  [{ a: { $lte: 'b' } }, [{ a: 'a' }, { a: 'B' }, { a: '' }], [{ a: 'c' }, { a: 1 }, { a: 'é' }]],
  [{ a: { $gt: '\uffff' } }, [{ a: '\u{1f600}' }], [{ a: 'z' }]],
  [{ a: { $gt: day(2) } }, [{ a: day(3) }], [{ a: day(2) }, { a: 9e15 }]],
  [{ a: { $gt: new Date(-5) } }, [{ a: new Date(-4) }, { a: new Date(0) }], [{ a: new Date(-6) }]],
  [{ a: { $gt: id } }, [{ a: new ObjectId('64b000000000000000000002') }], [{ a: id }]],
  [{ a: { $gt: false } }, [{ a: true }], [{ a: false }, { a: 1 }]],
  [{ a: { $gte: null } }, [{ a: null }, {}], [{ a: 0 }]],
  [{ a: { $gt: null } }, [], [{ a: null }, {}, { a: 1 }]],
  [{ a: { $gt: 1, $lt: 3 } }, [{ a: 2 }, { a: [0, 5] }], [{ a: 3 }, { a: [0] }]],
  [{ a: { $gt: { b: 1 } } }, [{ a: { b: 2 } }, { a: { b: 1, c: 0 } }], [{ a: { b: 1 } }, { a: { b: 0 } }]],
  [{ a: { $ne: 1 } }, [{ a: 2 }, {}, { a: [2] }], [{ a: 1 }, { a: [2, 1] }]],
  [{ a: { $ne: null } }, [{ a: 0 }, { a: [] }], [{ a: null }, {}, { a: [1, null] }]],
  [{ a: { $in: [1, 'x'] } }, [{ a: 1 }, { a: 'x' }, { a: [9, 'x'] }], [{ a: '1' }, {}]],
  [{ a: { $in: [null] } }, [{ a: null }, {}], [{ a: 0 }]],
  [{ a: { $in: [] } }, [], [{}, { a: 1 }]],
  [{ a: { $in: [[1]] } }, [{ a: [1] }, { a: [[1]] }], [{ a: 1 }]],
  [{ a: { $nin: [1, null] } }, [{ a: 2 }, { a: [] }], [{ a: 1 }, {}, { a: [1] }]],

  // Presence
  [{ a: { $exists: true } }, [{ a: null }, { a: [] }], [{}]],
  [{ a: { $exists: 0 } }, [{}], [{ a: null }]],

  // Arrays
  [
    { a: { $elemMatch: { b: 1, c: 2 } } },
    [{ a: [{ b: 1, c: 2 }] }],
    [{ a: [{ b: 1 }, { c: 2 }] }, { a: { b: 1, c: 2 } }],
  ],
  [{ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [{ a: [0, 2] }], [{ a: [0, 5] }, { a: 2 }, { a: [] }]],
  [{ a: { $elemMatch: { $or: [{ b: 1 }, { b: 2 }] } } }, [{ a: [{ b: 2 }] }], [{ a: [{ b: 3 }] }]],
  [
    { a: { $elemMatch: { b: { $exists: false } } } },
    [{ a: [{}] }, { a: [{ b: 1 }, {}] }],
    [{ a: [1] }, { a: [{ b: 1 }] }],
  ],

  // Logic
  [{ $and: [{ a: 1 }, { b: 2 }] }, [{ a: 1, b: 2 }], [{ a: 1 }]],
  [{ $or: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }, { b: 2 }], [{ a: 2 }]],
  [{ a: 1, b: { $in: [1, 2] } }, [{ a: 1, b: 2 }], [{ a: 1 }, { b: 1 }]],
];

const throughBson = (doc: Doc): Doc => decode(serialize(doc));

test.each(cases)('the filter %j matches the same documents as in MongoDB', (filter, matching, others) => {
  const matches = compileFilter(throughBson(filter));
  expect(matching.filter((doc) => !matches(throughBson(doc)))).toEqual([]);
  expect(others.filter((doc) => matches(throughBson(doc)))).toEqual([]);
});

test.each<[Doc, RegExp]>([
  [{ $where: 'true' }, /\$where/],
  [{ $expr: { $gt: ['$a', 1] } }, /\$expr/],
  [{ $text: { $search: 'x' } }, /\$text/],
  [{ $jsonSchema: {} }, /\$jsonSchema/],
  [{ a: { $near: [0, 0] } }, /\$near/],
  [{ a: { $mod: [2, 0] } }, /\$mod/],
  [{ a: { $all: [1] } }, /\$all/],
  [{ a: { $size: 2 } }, /\$size/],
  [{ a: { $type: 'string' } }, /\$type/],
  [{ a: { $not: { $gt: 1 } } }, /\$not/],
  [{ a: { $regex: 'x' } }, /\$regex/],
  [{ $nor: [{ a: 1 }] }, /\$nor/],
  [{ a: { $elemMatch: 1 } }, /\$elemMatch needs/],
  [{ a: { $gt: 1, b: 2 } }, /unknown operator: b/],
  [{ a: { $in: 1 } }, /\$in needs an array/],
  [{ $or: [] }, /nonempty array/],
  [{ $and: [1] }, /nonempty array/],
])('refuses the filter %j with an error that names the reason', (filter, message) => {
  expect(() => compileFilter(throughBson(filter))).toThrow(message);
  expect(() => compileFilter(throughBson(filter))).toThrow(expect.objectContaining({ codeName: 'BadValue' }));
});

test.each([{ a: /x/ }, { a: { $in: [/x/] } }])('refuses a regular expression in a filter', (filter) => {
  expect(() => compileFilter(throughBson(filter))).toThrow(/BSONRegExp is not supported/);
});
