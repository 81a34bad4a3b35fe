import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import type { Session } from '../common/users/user.ts';
import { wholeChromium } from '../embedded/testing/installed-chromium.ts';
import { bookRide, payByCard } from './testing/book.ts';
import { openDriver, openRider, RIDER_PASSWORD, siteUrl } from './testing/people.ts';
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

const DRIVER_PAGES = [
  '/driver',
  '/driver-rides',
  '/driver-schedule',
  '/driver-earnings',
  '/driver-rating',
  '/driver/drive',
  '/account',
];

test('the main pages and those of riders and drivers fit a phone with a doubled browser font size', async ({
  browser,
  playwright,
}) => {
  const rider = await openRider(browser);
  await bookRide(rider);
  await payByCard(rider);
  await rider.waitForURL('**/my-rides');
  const ridePage = await rider.getByRole('link', { name: /^View ride/ }).getAttribute('href');
  await bookRide(rider);
  const checkout = rider.url();
  await signInElsewhere(browser, rider);
  const driver = await openDriver(browser);

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
  const page = await context.newPage();
  const visits = [
    { person: rider, paths: [...PAGES, '/my-rides', `${ridePage}`, checkout, '/account'] },
    { person: driver, paths: DRIVER_PAGES },
  ];

  for (const { person, paths } of visits) {
    await context.clearCookies();
    await context.addCookies(await person.context().cookies());
    for (const path of paths) {
      await page.goto(path);
      // In loading order: the page's code, the session, the data.
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
  }
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});

/** Signs the rider in to another browser, which the account page then offers to sign out. */
async function signInElsewhere(browser: Browser, rider: Page): Promise<void> {
  const session: Session = await (await rider.request.get('/api/session')).json();
  const other = await browser.newContext({ baseURL: siteUrl() });
  const reply = await other.request.post('/api/session', {
    headers: { origin: siteUrl() },
    data: { email: session.rider?.username, password: RIDER_PASSWORD },
  });
  expect(reply.status()).toBe(200);
}
