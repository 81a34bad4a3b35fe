import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { PATIENCE } from './gateway.ts';

/**
 * From here on what waits by a timer waits until the test lets time pass.
 *
 * @returns `passUntil`, which lets seconds pass until something is so, and `release`, after which time passes by itself again, as
 * `findBy…` and `waitFor` need
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
