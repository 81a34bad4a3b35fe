import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryWithBackoff } from './retry-with-backoff.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FAILURE = new Error('not now');

test('what succeeds is tried once', async () => {
  const attempt = vi.fn(async () => {});
  retryWithBackoff(attempt);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempt).toHaveBeenCalledTimes(1);
});

test('what fails is tried again, ever more rarely, until it succeeds', async () => {
  const attempt = vi
    .fn(async () => {})
    .mockRejectedValueOnce(FAILURE)
    .mockRejectedValueOnce(FAILURE);
  retryWithBackoff(attempt);

  await vi.advanceTimersByTimeAsync(2_000);
  expect(attempt).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(attempt).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempt).toHaveBeenCalledTimes(3);
});

test('nothing is tried after the end', async () => {
  const ending = new AbortController();
  const attempt = vi.fn(() => Promise.reject(FAILURE));
  retryWithBackoff(attempt, ending.signal);
  await vi.advanceTimersByTimeAsync(1_000);

  ending.abort();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempt).toHaveBeenCalledTimes(1);
});
