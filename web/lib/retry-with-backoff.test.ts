import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryWithBackoff } from './retry-with-backoff.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FAILURE = new Error('not now');

test('an attempt that succeeds is made once', async () => {
  const attempt = vi.fn(async () => {});
  retryWithBackoff(attempt);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempt).toHaveBeenCalledTimes(1);
});

test('a failing attempt is retried after growing delays until it succeeds', async () => {
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

test('nothing is retried after the signal is aborted', async () => {
  const ending = new AbortController();
  const attempt = vi.fn(() => Promise.reject(FAILURE));
  retryWithBackoff(attempt, ending.signal);
  await vi.advanceTimersByTimeAsync(1_000);

  ending.abort();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempt).toHaveBeenCalledTimes(1);
});
