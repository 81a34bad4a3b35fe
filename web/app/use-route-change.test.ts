import { expect, test } from 'vitest';
import { anchorName } from './use-route-change.ts';

test.each([
  ['#booking', 'booking'],
  ['#booking?vehicle=lux-suv', 'booking'],
  ['#caf%C3%A9', 'café'],
  ['#100%', '100%'],
  ['', ''],
])('%j names the element %j', (hash, name) => {
  expect(anchorName(hash)).toBe(name);
});
