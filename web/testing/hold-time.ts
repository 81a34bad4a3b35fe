import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { PATIENCE } from './gateway.ts';

/**
 * Switches to fake timers.
 *
 * @returns `passUntil`, which advances the clock second by second until a condition holds, and `release`,
 * which restores real timers, as `findBy…` and `waitFor` need
 */
export function holdTime() {
  const release = () => void vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(release);
  const passUntil = (isSo: () => boolean) =>
    vi.waitUntil(async () => {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      return isSo();
    }, PATIENCE);
  return { passUntil, release };
}
