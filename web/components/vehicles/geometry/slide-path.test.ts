import { expect, test } from 'vitest';
import { slidePath } from './slide-path.ts';

test('moves every x of a path and no y', () => {
  expect(slidePath('M10 20L-5.5 20C1 2 3 4 5 6Z', 100)).toBe('M110 20L94.5 20C101 2 103 4 105 6Z');
});
