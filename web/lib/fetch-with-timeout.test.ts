import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_TIMEOUT_MS, readBySocket } from './fetch-with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A read by REST that never answers, and records when it was begun and aborted. */
function hangingRead() {
  const startedAt = Date.now();
  const log: string[] = [];
  const note = (what: string) => log.push(`${what} after ${Date.now() - startedAt} ms`);
  const read = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      note('begun');
      signal.addEventListener('abort', () => {
        note('aborted');
        reject(signal.reason);
      });
    });
  return { log, read };
}

test('what the socket answers is returned without a read by REST', async () => {
  const { log, read } = hangingRead();

  expect(await readBySocket(Promise.resolve('listed'), read)).toBe('listed');
  expect(log).toEqual([]);
});

test('after an immediate refusal REST has both of its attempts', async () => {
  const { log, read } = hangingRead();
  const reading = readBySocket(Promise.reject(new Error('too long')), read);
  const failed = expect(reading).rejects.toThrow();

  await vi.advanceTimersByTimeAsync(10_000);
  await failed;

  expect(log).toEqual([
    'begun after 0 ms',
    'aborted after 3000 ms',
    'begun after 3000 ms',
    'aborted after 10000 ms',
  ]);
});

test('a socket that does not answer counts as the first attempt', async () => {
  const { log, read } = hangingRead();
  const unanswered = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('timed out')), FIRST_TIMEOUT_MS);
  });
  const failed = expect(readBySocket(unanswered, read)).rejects.toThrow();

  await vi.advanceTimersByTimeAsync(10_000);
  await failed;

  expect(log).toEqual(['begun after 3000 ms', 'aborted after 10000 ms']);
});
