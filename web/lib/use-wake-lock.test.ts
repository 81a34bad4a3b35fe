// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
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

test('the wake lock is held until the view is unmounted', async () => {
  const locks = allowWakeLock();
  const { unmount } = renderHook(useWakeLock);
  await waitFor(() => expect(locks).toHaveLength(1));

  unmount();

  await waitFor(() => expect(locks[0]?.released).toBe(true));
});

test('a wake lock that was released while the page was hidden is requested again', async () => {
  const locks = allowWakeLock();
  renderHook(useWakeLock);
  await waitFor(() => expect(locks).toHaveLength(1));

  setVisible('hidden');
  await locks[0]?.release();
  expect(locks).toHaveLength(1);
  setVisible('visible');

  await waitFor(() => expect(locks).toHaveLength(2));
});

test('a browser that does not support wake locks causes no error', async () => {
  const failed = vi.fn();
  process.on('unhandledRejection', failed);
  onTestFinished(() => void process.off('unhandledRejection', failed));
  expect(navigator).not.toHaveProperty('wakeLock');

  renderHook(useWakeLock).unmount();
  await new Promise(setImmediate);

  expect(failed).not.toHaveBeenCalled();
});

test('a browser that refuses a wake lock causes no error', async () => {
  const request = vi.fn(() => Promise.reject(new DOMException('No battery', 'NotAllowedError')));
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });

  const { unmount } = renderHook(useWakeLock);

  await waitFor(() => expect(request).toHaveBeenCalledOnce());
  unmount();
});
