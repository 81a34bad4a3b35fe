import { expect, test } from 'vitest';
import { ApiError, isClientError } from './api-error.ts';

test.each([
  [400, true],
  [404, true],
  [409, true],
  [429, false],
  [500, false],
  [503, false],
  [0, false],
])('isClientError of status %i is %j', (status, expected) => {
  expect(isClientError(new ApiError({ status, text: '', body: null }))).toBe(expected);
});

test('isClientError is false for an error thrown by the browser', () => {
  expect(isClientError(new TypeError('Failed to fetch'))).toBe(false);
});
