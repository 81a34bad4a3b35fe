import * as fc from 'fast-check';

/** How an input is corrupted: one value is replaced or removed, or the whole body is changed. */
export type Corruption =
  | { kind: 'value'; at: number; value: unknown }
  | { kind: 'missing'; at: number }
  | { kind: 'extra'; key: string; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'twice' };

/** Values that no schema expects, or that are at the limits of one. */
const HOSTILE: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], '', ' ', '0', 'null', 'undefined', 'NaN', '[object Object]'],
  ...[0, -0, -1, 1, 0.1, 1e-7, 0.30000000000000004, 1e21, -1e21, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e308],
  ...[
    'x'.repeat(2_001),
    'x'.repeat(30_000),
    '9'.repeat(400),
    '$1e5',
    '$-1.00',
    '$0.001',
    '1e5',
    '0x10',
    '١٢',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\r\nBcc: x@example.com',
    '\u2028',
    '\u202e',
    '\ufeff',
    '\ud800',
    '👩‍👩‍👧‍👦',
    'é'.repeat(60),
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '$where',
    '$ne',
    '{"$gt":""}',
    '=cmd()',
    '<script>',
  ],
  ...['../../etc/passwd', '%2e%2e%2f', 'https://evil.example', '//evil.example', "' OR 1=1 --", '{{7*7}}'],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '10000-01-01',
    '-000001-01-01',
    '2027-03-14',
    '24:00',
    '02:30',
  ],
  ...[
    { $gt: '' },
    { $ne: null },
    { $where: '1' },
    { length: 1e9 },
    { toString: null },
    { a: { b: { c: {} } } },
  ],
  ...['000000000000000000000000', 'ffffffffffffffffffffffff', 'F'.repeat(24), 'g'.repeat(24), '0'.repeat(25)],
  `${'a'.repeat(64)}@${'b'.repeat(180)}.example.com`,
  `${'a@'.repeat(3_000)}`,
];

const hostile = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 1, arbitrary: fc.double() },
);

/** Bodies that are not JSON, too large, or nested too deeply. */
const TEXTS = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  `{"a":"${'x'.repeat(40_000)}"}`,
  '\ufeff{}',
];

/** Generates a corruption; null, most often, for valid input. */
export const corruption: fc.Arbitrary<Corruption | null> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('value' as const), at: fc.nat(30), value: hostile }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('missing' as const), at: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('extra' as const),
      key: fc.constantFrom('__proto__', 'constructor', 'role', 'riderId', 'status', 'fareCents', '$set', ''),
      value: hostile,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('text' as const), text: fc.constantFrom(...TEXTS) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'twice' as const }) },
);

/** Lists the paths of all values in an input, outermost first. */
const placesIn = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => [[...path, key], ...placesIn(part, [...path, key])])
    : [];

/** Sets the value at a path; undefined deletes it. */
function put(input: object, place: readonly string[], value: unknown): void {
  const [key = '', ...rest] = place;
  if (rest.length > 0) put(Reflect.get(input, key), rest, value);
  else if (value === undefined) Reflect.deleteProperty(input, key);
  else Object.defineProperty(input, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Serializes a body as JSON with the corruption applied. */
export function corrupt(input: unknown, how: Corruption | null): string {
  if (how === null) return JSON.stringify(input);
  if (how.kind === 'text') return how.text;
  const copy: object = structuredClone(Object(input));
  const places = placesIn(copy);
  const place = 'at' in how ? places[how.at % Math.max(1, places.length)] : undefined;
  if (how.kind === 'extra') put(copy, [how.key], how.value);
  if (place) put(copy, place, how.kind === 'value' ? how.value : undefined);
  const text = JSON.stringify(copy);
  return how.kind === 'twice' ? text.replace(/^\{(.+)\}$/s, '{$1,$1}') : text;
}
