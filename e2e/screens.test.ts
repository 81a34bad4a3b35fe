import type { Browser, Page } from 'playwright/test';
import { OPS_PAGES } from '../common/ops/ops-pages.ts';
import { PUBLIC_PATHS } from '../common/pages.ts';
import { accessibilityFaults, COLOURS, WCAG } from './testing/accessibility-faults.ts';
import { bookRide } from './testing/book.ts';
import { openDriver, openRider, openStaff, openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { type Theme, themeOf, toggleTheme } from './testing/theme.ts';
import { watchNoise } from './testing/watch-noise.ts';

test.setTimeout(300_000);

/** `MARQUEE_SCREENS=1` takes a screenshot of every page in both themes, for review. */
const TAKES_PICTURES = process.env.MARQUEE_SCREENS === '1';

/** Sets the size of a window of this width. */
const setWidth = (page: Page, width: number) =>
  page.setViewportSize({ width, height: width < 500 ? 844 : 900 });

async function preparePage(page: Page, width: number): Promise<string[]> {
  await setWidth(page, width);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return watchNoise(page);
}

/** Navigates as a link does, without reloading the document. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // Polls with every frame of the page; `expect` would poll at longer intervals.
  await page.waitForFunction(() => document.querySelector('h1:not([data-left])')?.checkVisibility());
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}

/**
 * Expects every tap target on a phone to be at least 44 px high, except links within a sentence and those
 * that only open by keyboard.
 */
async function expectTouchable(page: Page): Promise<void> {
  const small = await page
    .locator('a[href], button, select, textarea, summary, input:not([type=radio])')
    .evaluateAll((targets) =>
      targets
        .filter((target) => {
          const { height } = target.getBoundingClientRect();
          const isInSentence = getComputedStyle(target).display === 'inline';
          return height > 0 && height < 44 && !isInSentence && target.getAttribute('href') !== '#main';
        })
        .map(({ outerHTML }) => outerHTML),
    );
  expect.soft(small, `${page.url()} has what is hard to touch`).toEqual([]);
}

/** What shows that content is loading, and the placeholder of the map, which loads near the viewport only. */
const LOADING = '[aria-busy=true], [role=status] [data-moving=true], .valley:has(> svg)';

/**
 * Makes the window as high as the page, before and after content has loaded. Otherwise content far down would
 * be skipped, such as the map, and a sticky bar at the bottom would cover some.
 */
async function showWhole(page: Page, width: number): Promise<void> {
  const grow = async () =>
    page.setViewportSize({
      width,
      height: await page.evaluate(() => document.documentElement.scrollHeight),
    });
  await grow();
  await expect(page.locator(`main :is(${LOADING})`)).toHaveCount(0);
  await grow();
}

async function takePicture(page: Page, name: string, width: number, theme: Theme): Promise<void> {
  const path = `test-results/screens/${name}-${width}-${theme}.jpg`;
  // Colours are still fading after a change of theme.
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 80, animations: 'disabled' });
}

/**
 * Checks a loaded page: its width, its accessibility, and its colours in both themes. Every other page starts
 * with the dark theme, because changing takes time.
 */
async function checkPage(page: Page, name: string, width: number): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await showWhole(page, width);
  await expectNoOverflow(page);
  if (width < 500) await expectTouchable(page);
  for (const rules of [WCAG, COLOURS]) {
    if (rules === COLOURS) await toggleTheme(page);
    const theme = await themeOf(page);
    if (TAKES_PICTURES) await takePicture(page, name, width, theme);
    expect.soft(await accessibilityFaults(page, rules), `${page.url()} in ${theme}`).toEqual([]);
  }
}

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '-') || 'home';

/** The console's pages that have a fixed path. */
const OPS_PATHS = OPS_PAGES.map(({ path }) => path).filter((path) => !path.includes(':'));

/** The pages of each kind of user, opened in one window each. */
const VISITS = [
  {
    whose: 'a visitor',
    open: openVisitor,
    paths: [...PUBLIC_PATHS, '/sign-in', '/sign-up', '/reset-password', '/nowhere'],
  },
  { whose: 'a rider', open: (browser: Browser) => openRider(browser), paths: ['/my-rides', '/account'] },
  { whose: 'a driver', open: (browser: Browser) => openDriver(browser), paths: ['/driver', '/driver-rides'] },
  {
    whose: 'the staff',
    open: (browser: Browser) => openStaff(browser),
    paths: [...OPS_PATHS, '/ops/nowhere'],
  },
];

for (const width of [390, 1440]) {
  for (const { whose, open, paths } of VISITS) {
    test(`every page of ${whose} at ${width} px fits, is accessible in both themes, and logs no errors`, async ({
      browser,
    }) => {
      const page = await open(browser);
      const noise = await preparePage(page, width);
      await page.goto('/sign-up');
      for (const path of paths) {
        await setWidth(page, width);
        await follow(page, path);
        await checkPage(page, nameOf(path), width);
      }
      expect(noise).toEqual([]);
    });
  }

  test(`checkout and ride page at ${width} px fit, are accessible in both themes, and log no errors`, async ({
    browser,
  }) => {
    const page = await openRider(browser);
    const noise = await preparePage(page, width);
    await bookRide(page);
    await expect(page.getByRole('button', { name: 'Complete Payment' })).toBeVisible();
    await checkPage(page, 'checkout', width);
    const rideId = new URL(page.url()).searchParams.get('rideId');
    await follow(page, `/my-rides/${rideId}`);
    await checkPage(page, 'my-ride', width);
    expect(noise).toEqual([]);
  });
}

test('no page overflows at the width of a tablet', async ({ browser }) => {
  for (const { open, paths } of VISITS) {
    const page = await open(browser);
    await preparePage(page, 820);
    await page.goto('/sign-up');
    for (const path of paths) {
      await follow(page, path);
      await expectNoOverflow(page);
    }
    await page.context().close();
  }
});
