import type { Page } from 'playwright/test';

/** Hidden or in sight, in use or not: headless, every page is all of it at once. */
export async function fakeSight(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sight = { isHidden: false, isFocused: true };
    Object.defineProperty(document, 'hidden', { get: () => sight.isHidden });
    document.hasFocus = () => sight.isFocused;
    document.addEventListener('sight', (event) => {
      Object.assign(sight, (event as CustomEvent).detail);
      document.dispatchEvent(new Event('visibilitychange'));
      if (sight.isFocused) window.dispatchEvent(new Event('focus'));
    });
  });
}

/** Puts a page whose sight is faked out of sight, or back. */
export const put = (page: Page, detail: { isHidden: boolean; isFocused: boolean }): Promise<void> =>
  page.evaluate((sight) => void document.dispatchEvent(new CustomEvent('sight', { detail: sight })), detail);

export const HIDDEN = { isHidden: true, isFocused: false };
export const BESIDE = { isHidden: false, isFocused: false };
export const IN_USE = { isHidden: false, isFocused: true };
