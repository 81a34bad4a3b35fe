import axe from 'axe-core';
import type { Frame, Page } from 'playwright/test';

/** Whether no finite animation runs in a document. Evaluated in pages. */
const isAtRest = (): boolean =>
  document
    .getAnimations()
    .every(
      ({ playState, effect }) =>
        playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    );

/**
 * Loads axe and `isAtRest` into a frame, unless they are loaded: navigation by script keeps them. Axe also
 * accepts messages from frames of other origins.
 */
async function loadAxe(frame: Frame): Promise<void> {
  const isLoaded = await frame.evaluate(() => 'axe' in window);
  if (isLoaded) return;
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`);
  await frame.evaluate(`window.isAtRest = ${isAtRest}`);
}

/**
 * Resolves once all finite animations on a page and in its frames have ended, because half-faded text has too
 * little contrast. Polls with every frame, because the `finished` promise of an animation in skipped content
 * (`content-visibility: auto`) never settles.
 */
export const untilAtRest = async (page: Page): Promise<void> => {
  await Promise.all(page.frames().map((frame) => frame.waitForFunction(isAtRest)));
};

/** The axe rules to check, by tag or by name. */
type Rules = { type: 'tag' | 'rule'; values: string[] };

/** The rules of WCAG 2.2, levels A and AA. */
export const WCAG: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** The WCAG rules that a change of colours alone can break. */
export const COLOURS: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Returns the faults that axe finds on a page at rest and in its frames: rule, elements and why. Checks all
 * rules by default. Repeats the check if elements were added or removed meanwhile, as on a board that
 * other tests fill, or if an animation began, as on a button that is enabled.
 */
export async function accessibilityFaults(page: Page, rules?: Rules): Promise<string[]> {
  await Promise.all(page.frames().map(loadAxe));
  for (;;) {
    await untilAtRest(page);
    const faults = await page.evaluate(async (runOnly) => {
      let isMoved = !window.isAtRest();
      const watch = (records: MutationRecord[]) => {
        isMoved ||= records.some(({ addedNodes, removedNodes }) =>
          [...addedNodes, ...removedNodes].some((node) => node instanceof Element),
        );
      };
      const observer = new MutationObserver(watch);
      observer.observe(document.body, { childList: true, subtree: true });
      const watchAnimation = () => {
        isMoved = true;
      };
      document.addEventListener('transitionrun', watchAnimation);
      document.addEventListener('animationstart', watchAnimation);
      // Rules that pass are still checked, but not reported element by element.
      const { violations } = await window.axe.run({
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      });
      watch(observer.takeRecords());
      observer.disconnect();
      document.removeEventListener('transitionrun', watchAnimation);
      document.removeEventListener('animationstart', watchAnimation);
      return isMoved || !window.isAtRest()
        ? null
        : violations.map(({ id, nodes }) => {
            const elements = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`);
            return `${id}: ${elements.join(' ')}`;
          });
    }, rules);
    if (faults) return faults;
  }
}

declare global {
  interface Window {
    axe: typeof axe;
    isAtRest: typeof isAtRest;
  }
}
