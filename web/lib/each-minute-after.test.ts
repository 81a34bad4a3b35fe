import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eachMinuteAfter } from './each-minute-after.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('it ticks as each minute since that instant is full, until it is ended', () => {
  const tick = vi.fn();
  const end = eachMinuteAfter(new Date(Date.now() - 45_000), tick);

  vi.advanceTimersByTime(14_999);
  expect(tick).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(tick).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120_000);
  expect(tick).toHaveBeenCalledTimes(3);

  end();
  vi.advanceTimersByTime(600_000);
  expect(tick).toHaveBeenCalledTimes(3);
});
