// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWakeLock } from './use-wake-lock.ts';

class Sentinel {
  released = false;
  async release() {
    this.released = true;
  }
}

/** Simulates a browser that grants wake locks. @returns the granted locks */
function allowWakeLock(): Sentinel[] {
  const locks: Sentinel[] = [];
  const request = async () => {
    const lock = new Sentinel();
    locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  return locks;
}

function setVisible(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

test('the screen stays on until the view is left', async () => {
  const locks = allowWakeLock();
  const { unmount } = renderHook(useWakeLock);
  await waitFor(() => expect(locks).toHaveLength(1));

  unmount();

  await waitFor(() => expect(locks[0]?.released).toBe(true));
});

test('a lock that the browser let go with a hidden page is asked for again', async () => {
  const locks = allowWakeLock();
  renderHook(useWakeLock);
  await waitFor(() => expect(locks).toHaveLength(1));

  setVisible('hidden');
  await locks[0]?.release();
  expect(locks).toHaveLength(1);
  setVisible('visible');

  await waitFor(() => expect(locks).toHaveLength(2));
});

test('a browser that knows no wake lock, or refuses it, does no harm', async () => {
  renderHook(useWakeLock).unmount();
  const request = vi.fn(() => Promise.reject(new DOMException('No battery', 'NotAllowedError')));
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });

  const { unmount } = renderHook(useWakeLock);

  await waitFor(() => expect(request).toHaveBeenCalledOnce());
  unmount();
});
