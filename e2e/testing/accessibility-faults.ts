import axe from 'axe-core';
import type { Frame, Page } from 'playwright/test';

/** Loads axe into a document once: on a page that navigates by script it is there already. Frames of other origins answer it too. */
async function loadAxe(frame: Frame): Promise<void> {
  const isLoaded = await frame.evaluate(() => 'axe' in window);
  if (!isLoaded) {
    await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`);
  }
}

/** Resolves once everything that enters or leaves has done so; what moves without end goes on. Half faded in, text has too little contrast. */
const untilAtRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    while (true) {
      const moving = document.getAnimations().filter(({ playState, effect }) => {
        const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
        return playState === 'running' && !isEndless;
      });
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });

/** What axe finds wrong on a page at rest, frames included: rule and elements. By the rules with these tags; without any, by all. */
export async function accessibilityFaults(page: Page, tags: string[] = []): Promise<string[]> {
  await untilAtRest(page);
  await Promise.all(page.frames().map(loadAxe));
  const { violations } = await page.evaluate(
    // What passes is checked like everything else, but not described element by element.
    (values) =>
      window.axe.run({ resultTypes: ['violations'], ...(values.length > 0 && { runOnly: values }) }),
    tags,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
