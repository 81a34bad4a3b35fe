import { expect, onTestFinished, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

test('a throttle lets each key through once per time window', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const isFirst = throttle(1_000);

  expect(['a', 'a', 'b', 'a'].map(isFirst)).toEqual([true, false, true, false]);
  vi.advanceTimersByTime(999);
  expect(isFirst('a')).toBe(false);
  vi.advanceTimersByTime(1);
  expect(['a', 'a'].map(isFirst)).toEqual([true, false]);
});
