import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { cancelResync } from '#web/lib/active-lists.ts';

/**
 * The timeout of `findBy…` and `waitFor`, in milliseconds. They resolve as soon as their condition holds, so
 * only a failure takes this long.
 */
const EVENT_TIMEOUT_MS = 10_000;

const hasDom = typeof document !== 'undefined';
// Loaded only for test files that request a DOM (`@vitest-environment jsdom`).
const testingLibrary = hasDom ? await import('@testing-library/react') : null;
if (hasDom) await import('@testing-library/jest-dom/vitest');
if (testingLibrary) {
  const { flushEffects } = await import('./pass-effects.ts');
  const { asyncWrapper } = testingLibrary.getConfig();
  testingLibrary.configure({
    asyncUtilTimeout: EVENT_TIMEOUT_MS,
    // Effects of a visible or clicked element may still be pending, depending on the machine's speed.
    asyncWrapper: (wait) =>
      asyncWrapper(async () => {
        const found = await wait();
        await flushEffects();
        return found;
      }),
  });
}

// jsdom has no pointer capture, which a pressed toast uses.
if (hasDom) Element.prototype.setPointerCapture ??= () => {};

/** Test files are threads of one process, which share channels. A unique name per file separates them. */
const browser = randomUUID();
class OwnChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} of ${browser}`);
  }
}
Object.defineProperty(globalThis, 'BroadcastChannel', { value: OwnChannel });

// Before a test can install fake timers.
const { setTimeout } = globalThis;

beforeEach(() => {
  vi.spyOn(console, 'error');
});

// A test that expects a warning asserts it: expect(console.error).toHaveBeenCalled(), then
// vi.mocked(console.error).mockClear().
afterEach(async () => {
  testingLibrary?.cleanup();
  // A reload that is still scheduled would replace what the next test of the file waits for.
  cancelResync();
  // A closing dialog returns the focus in the next task, for which the document must still exist.
  if (hasDom) await new Promise((resolve) => setTimeout(resolve));
  const consoleErrors = vi.isMockFunction(console.error) ? vi.mocked(console.error).mock.calls : [];
  vi.restoreAllMocks();
  expect(consoleErrors).toEqual([]);
});
