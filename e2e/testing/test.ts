import { test as base, expect } from 'playwright/test';

/** Playwright's test, whose windows are closed when it ends: a window left open goes on working beside the tests after it. */
const test = base.extend<{ closeWindows: undefined }>({
  closeWindows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect, test };
