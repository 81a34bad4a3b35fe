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

test('a dollar string is parsed back to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      expect(parseDollars(toDollarString(cents))).toBe(cents);
    }),
  );
});

test.each(['', '$', '-1', '$-1.00', '1e5', '$1e5', '1,000', '1.234', 'NaN', '$12345678', ' $ 1', '٣'])(
  '%j is not a dollar amount',
  (text) => {
    expect(parseDollars(text)).toBeNull();
  },
);

test('half cents are rounded up', () => {
  expect(percentOf(50, 3)).toBe(2);
  expect(percentOf(150, 15)).toBe(23);
  expect(percentOf(16_500, 3)).toBe(495);
  // Exactly 100.5, 307.5 and 28.5, but slightly less in binary floating point.
  expect([percentOf(5_000, 2.01), percentOf(15_000, 2.05), percentOf(5_000, 0.57)]).toEqual([101, 308, 29]);
});

test('formatCents uses a thousands comma and puts the minus before the dollar sign', () => {
  expect(formatCents(101_244)).toBe('$1,012.44');
  expect(formatCents(-500)).toBe('−$5.00');
  expect(toDollarString(101_244)).toBe('$1012.44');
});

test('formatDollars omits the cents of whole dollars', () => {
  expect([2_500, 1_250, 100_000].map(formatDollars)).toEqual(['$25', '$12.50', '$1,000']);
});

test('formatWholeDollars rounds to whole dollars', () => {
  expect(formatWholeDollars(130_000)).toBe('$1,300');
  expect(formatWholeDollars(90_950)).toBe('$910');
});
