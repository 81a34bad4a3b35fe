import { expect, test } from 'vitest';
import { nextPath, signInPath } from './sign-in-path.ts';

test('sign-in knows the role and the way back', () => {
  expect(signInPath()).toBe('/sign-in');
  expect(signInPath({ role: 'driver', next: '/driver-rides' })).toBe(
    '/sign-in?role=driver&next=%2Fdriver-rides',
  );
});

test('nobody is sent back to a door', () => {
  expect(signInPath({ next: '/sign-up' })).toBe('/sign-in');
});

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
])('the way back from sign-in %j leads to %j', (next, path) => {
  expect(nextPath(new URLSearchParams({ next }))).toBe(path);
});
