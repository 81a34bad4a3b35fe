import type { Page } from 'playwright/test';

/** Resolves once a page shows a text, however briefly. */
export const shows = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
        function look() {
          if (!document.body.innerText.includes(wanted)) return;
          observer.disconnect();
          resolve();
        }
      }),
    text,
  );
