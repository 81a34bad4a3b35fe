import { test as base, expect } from 'playwright/test';

/**
 * Playwright's `test`, extended to close all pages at the end of a test. An open page would keep working and
 * slow down the following tests.
 */
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
