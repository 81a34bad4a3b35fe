import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** How long `findBy…` and `waitFor` wait for an event, in milliseconds; they end with it, so only a failure takes this long. */
const EVENT_TIMEOUT_MS = 10_000;

const hasDom = typeof document !== 'undefined';
// Only a test file that asked for a DOM (`@vitest-environment jsdom`) pays for loading this.
const testingLibrary = hasDom ? await import('@testing-library/react') : null;
if (hasDom) await import('@testing-library/jest-dom/vitest');
if (testingLibrary) {
  const { passEffects } = await import('./pass-effects.ts');
  const { asyncWrapper } = testingLibrary.getConfig();
  testingLibrary.configure({
    asyncUtilTimeout: EVENT_TIMEOUT_MS,
    // What is seen on screen, or was clicked, may have effects yet to come: how soon is up to the machine.
    asyncWrapper: (wait) =>
      asyncWrapper(async () => {
        const found = await wait();
        await passEffects();
        return found;
      }),
  });
}

/** Test files run in threads of one process, which a channel reaches all of: each file is a browser of its own. */
const browser = randomUUID();
class OwnChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} of ${browser}`);
  }
}
Object.defineProperty(globalThis, 'BroadcastChannel', { value: OwnChannel });

// Before a test may put other timers in its place.
const { setTimeout } = globalThis;

beforeEach(() => {
  vi.spyOn(console, 'error');
});

// A test that means to cause a warning says so: expect(console.error).toHaveBeenCalled(), then vi.mocked(console.error).mockClear().
afterEach(async () => {
  testingLibrary?.cleanup();
  // A dialog that was open gives the focus back in the next turn, for which the document has to be there.
  if (hasDom) await new Promise((resolve) => setTimeout(resolve));
  const consoleErrors = vi.isMockFunction(console.error) ? vi.mocked(console.error).mock.calls : [];
  vi.restoreAllMocks();
  expect(consoleErrors).toEqual([]);
});
