import type { Page } from 'playwright/test';

/**
 * Makes visibility and focus of a page controllable, because a headless page is always visible and focused.
 */
export async function fakeVisibility(page: Page): Promise<void> {
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

/** Sets visibility and focus of such a page. */
export const put = (page: Page, detail: { isHidden: boolean; isFocused: boolean }): Promise<void> =>
  page.evaluate((sight) => void document.dispatchEvent(new CustomEvent('sight', { detail: sight })), detail);

export const HIDDEN = { isHidden: true, isFocused: false };
export const BESIDE = { isHidden: false, isFocused: false };
export const IN_USE = { isHidden: false, isFocused: true };
