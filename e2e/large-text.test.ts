import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeChromium } from '../embedded/testing/installed-chromium.ts';
import { bookRide, payByCard } from './testing/book.ts';
import { openRider, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

const PAGES = [
  '/',
  '/gift-cards',
  '/promotions',
  '/earnings',
  '/help',
  '/contact',
  '/fare-estimator',
  '/sign-in',
];

test('the main pages, My Rides and the checkout fit a phone with a doubled browser font size', async ({
  browser,
  playwright,
}) => {
  const rider = await openRider(browser);
  await bookRide(rider);
  await payByCard(rider);
  await rider.waitForURL('**/my-rides');
  await bookRide(rider);
  const checkout = rider.url();

  // The browser's font size setting, which scripts cannot change and which defines `rem` in style sheets.
  const profile = mkdtempSync(join(tmpdir(), 'marquee-large-text-'));
  mkdirSync(join(profile, 'Default'));
  writeFileSync(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ webkit: { webprefs: { default_font_size: 32 } } }),
  );
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...wholeChromium(),
    baseURL: siteUrl(),
    viewport: { width: 390, height: 844 },
  });
  await context.addCookies(await rider.context().cookies());
  const page = await context.newPage();

  for (const path of [...PAGES, '/my-rides', checkout]) {
    await page.goto(path);
    // In loading order: the page's code, the session, the rides.
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    const { fontSize, overflow } = await page.evaluate(() => ({
      fontSize: getComputedStyle(document.documentElement).fontSize,
      overflow: document.documentElement.scrollWidth - window.innerWidth,
    }));
    expect(fontSize).toBe('32px');
    expect.soft(overflow, `${path} is wider than its window`).toBeLessThanOrEqual(0);
  }
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});
