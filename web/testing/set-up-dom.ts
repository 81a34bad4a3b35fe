import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Timeout of `findBy…` and `waitFor`, in milliseconds; only a failing test takes this long. */
const EVENT_TIMEOUT_MS = 15_000;

const hasDom = typeof document !== 'undefined';
// Loaded only by test files with a DOM (`@vitest-environment jsdom`).
const testingLibrary = hasDom ? await import('@testing-library/react') : null;
if (hasDom) await import('@testing-library/jest-dom/vitest');
testingLibrary?.configure({ asyncUtilTimeout: EVENT_TIMEOUT_MS });

beforeEach(() => {
  vi.spyOn(console, 'error');
});

// A test that expects a warning: expect(console.error).toHaveBeenCalled(), then
// vi.mocked(console.error).mockClear().
afterEach(() => {
  testingLibrary?.cleanup();
  const consoleErrors = vi.isMockFunction(console.error) ? vi.mocked(console.error).mock.calls : [];
  vi.restoreAllMocks();
  expect(consoleErrors).toEqual([]);
});
