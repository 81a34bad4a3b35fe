import type { Page } from 'playwright/test';

export type Theme = 'light' | 'dark';

/** Returns the theme that a page shows. */
export const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => (document.documentElement.classList.contains('dark') ? 'dark' : 'light'));

/** Switches the system to the other theme, and waits until the page and its frames have followed. */
export async function toggleTheme(page: Page): Promise<void> {
  const theme = (await themeOf(page)) === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: theme });
  await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.waitForFunction(
          (isDark) => document.documentElement.classList.contains('dark') === isDark,
          theme === 'dark',
        ),
      ),
  );
}
