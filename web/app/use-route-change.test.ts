import { expect, test } from 'vitest';
import { anchorName } from './use-route-change.ts';

test.each([
  ['#booking', 'booking'],
  ['#booking?vehicle=lux-suv', 'booking'],
  ['#caf%C3%A9', 'café'],
  ['#100%', '100%'],
  ['', ''],
])('hash %j points to the element with id %j', (hash, name) => {
  expect(anchorName(hash)).toBe(name);
});
