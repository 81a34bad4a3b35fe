import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { isRefusal } from './is-refusal.ts';

test.each([
  [400, true],
  [404, true],
  [409, true],
  [429, false],
  [500, false],
  [503, false],
  [0, false],
])('an answer of status %i is a refusal: %j', (status, expected) => {
  expect(isRefusal(new ApiError({ status, text: '', body: null }))).toBe(expected);
});

test('what breaks in the browser is no refusal', () => {
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false);
});
