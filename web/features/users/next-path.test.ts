import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

test.each([
  ['/my-rides', '/my-rides'],
  ['/checkout?rideId=1', '/checkout?rideId=1'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['//', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the next path %j of a sign-in leads to %j', (next, path) => {
  expect(nextPath(new URLSearchParams({ next }))).toBe(path);
});
