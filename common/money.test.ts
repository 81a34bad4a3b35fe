import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatCents,
  formatDollars,
  formatWholeDollars,
  parseDollars,
  percentOf,
  toDollarString,
} from './money.ts';

test('a dollar string goes there and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      expect(parseDollars(toDollarString(cents))).toBe(cents);
    }),
  );
});

test.each(['', '$', '-1', '$-1.00', '1e5', '$1e5', '1,000', '1.234', 'NaN', '$12345678', ' $ 1', '٣'])(
  '%j is no amount',
  (text) => {
    expect(parseDollars(text)).toBeNull();
  },
);

test('halves of a cent are rounded up', () => {
  expect(percentOf(50, 3)).toBe(2);
  expect(percentOf(150, 15)).toBe(23);
  expect(percentOf(16_500, 3)).toBe(495);
  // Exactly 100.5, 307.5 and 28.5, but slightly less in binary floating point.
  expect([percentOf(5_000, 2.01), percentOf(15_000, 2.05), percentOf(5_000, 0.57)]).toEqual([101, 308, 29]);
});

test('a person reads thousands with a comma and a minus before the dollar', () => {
  expect(formatCents(101_244)).toBe('$1,012.44');
  expect(formatCents(-500)).toBe('−$5.00');
  expect(toDollarString(101_244)).toBe('$1012.44');
});

test('an even amount goes without its cents', () => {
  expect([2_500, 1_250, 100_000].map(formatDollars)).toEqual(['$25', '$12.50', '$1,000']);
});

test('whole dollars leave the cents out', () => {
  expect(formatWholeDollars(130_000)).toBe('$1,300');
  expect(formatWholeDollars(90_950)).toBe('$910');
});
