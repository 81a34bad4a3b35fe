import axe from 'axe-core';
import type { Frame, Page } from 'playwright/test';

/** Loads axe into a document once: on a page that navigates by script it is there already. Frames of other origins answer it too. */
async function loadAxe(frame: Frame): Promise<void> {
  const isLoaded = await frame.evaluate(() => 'axe' in window);
  if (!isLoaded) {
    await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`);
  }
}

/**
 * Resolves once everything on a page and in its frames that enters or leaves has done so; what moves without end
 * goes on. Half faded in, text has too little contrast. Asks with every frame of the screen: the `finished`
 * promise of an animation in content that is skipped (`content-visibility: auto`) never settles.
 */
export const untilAtRest = async (page: Page): Promise<void> => {
  await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.waitForFunction(() =>
          document
            .getAnimations()
            .every(
              ({ playState, effect }) =>
                playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
            ),
        ),
      ),
  );
};

/** Which of axe's rules judge a page: those with these tags, or these by name. */
type Rules = { type: 'tag' | 'rule'; values: string[] };

/** The rules of WCAG 2.2, levels A and AA. */
export const WCAG: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** Those of them that a change of colours alone can break. */
export const COLOURS: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * What axe finds wrong on a page at rest, frames included: rule and elements. By all its rules unless told. Where
 * something came or went while axe looked, as on a board that other tests fill, it looks again.
 */
export async function accessibilityFaults(page: Page, rules?: Rules): Promise<string[]> {
  await Promise.all(page.frames().map(loadAxe));
  for (;;) {
    await untilAtRest(page);
    const faults = await page.evaluate(async (runOnly) => {
      let isMoved = false;
      const watch = (records: MutationRecord[]) => {
        isMoved ||= records.some(({ addedNodes, removedNodes }) =>
          [...addedNodes, ...removedNodes].some((node) => node instanceof Element),
        );
      };
      const observer = new MutationObserver(watch);
      observer.observe(document.body, { childList: true, subtree: true });
      // What passes is checked like everything else, but not described element by element.
      const { violations } = await window.axe.run({
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      });
      watch(observer.takeRecords());
      observer.disconnect();
      return isMoved
        ? null
        : violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }, rules);
    if (faults) return faults;
  }
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
