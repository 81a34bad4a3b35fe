import { PUBLIC_PATHS } from '../common/pages.ts';
import { openVisitor, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { watchNoise } from './testing/watch-noise.ts';

test('every link of header, side panel and footer leads to a page', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await openVisitor(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const inPanel = await page.getByRole('dialog').locator('a').evaluateAll(pathsOf);
  await page.keyboard.press('Escape');
  const inFooter = await page.locator('footer a[href^="/"]').evaluateAll(pathsOf);
  await page.setViewportSize({ width: 1440, height: 900 });
  const inHeader: string[] = await page.locator('header > div > a').evaluateAll(pathsOf);
  for (const menu of await page.locator('header nav button').all()) {
    await menu.click();
    inHeader.push(...(await page.locator('header nav a:visible').evaluateAll(pathsOf)));
    await page.keyboard.press('Escape');
  }
  expect(inHeader.length).toBeGreaterThan(15);
  expect(inPanel.length).toBeGreaterThan(15);
  expect(inFooter.length).toBeGreaterThan(20);

  const noise = await watchNoise(page);
  for (const path of new Set([...inHeader, ...inPanel, ...inFooter])) {
    const reply = await page.goto(path);
    expect.soft([path, reply?.status()]).toEqual([path, 200]);
    await expect(page.locator('main h1')).toBeVisible();
  }
  expect(noise).toEqual([]);
});

test('closing the side panel returns the focus to its button, and a link in it moves the focus to the page', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  const menu = page.getByRole('button', { name: 'Menu' });
  const panel = page.getByRole('dialog');

  await menu.click();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(menu).toBeFocused();

  await menu.press('Enter');
  await panel.getByText('Support').click();
  await panel.getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Contact Us', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

/** Returns the paths of links, without fragments. */
const pathsOf = (links: Element[]): string[] =>
  links.map((link) => (link.getAttribute('href') ?? '').replace(/#.*/, '') || '/');

test('public pages are readable without JavaScript, and have a canonical link, description and preview image', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: siteUrl(), javaScriptEnabled: false });
  const page = await context.newPage();
  const picture = page.locator('meta[property="og:image"]');
  for (const path of PUBLIC_PATHS) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect.soft(page.locator('main h1')).toBeVisible();
    await expect.soft(page.locator('link[rel=canonical]')).toHaveAttribute('href', siteUrl() + path);
    await expect.soft(page.locator('meta[name=description]')).toHaveCount(1);
    await expect.soft(picture).toHaveAttribute('content', `${siteUrl()}/preview.jpg`);
  }
  expect((await context.request.get('/preview.jpg')).headers()['content-type']).toBe('image/jpeg');

  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const cards = page.locator('#pricing article');
  await expect(cards).toHaveCount(16);
  for (const card of await cards.all()) await expect.soft(card.locator('svg.vehicle, img')).toBeVisible();
  for (const picture of await cards.locator('img').all()) {
    const reply = await context.request.get((await picture.getAttribute('src')) ?? '');
    expect.soft(reply.headers()['content-type']).toBe('image/svg+xml');
  }
  await context.close();
});

test('prerendered pages hydrate without errors in the dark theme, also with a vehicle in the URL hash', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const page = await openVisitor(browser);
  await page.emulateMedia({ colorScheme: 'dark' });
  const noise = await watchNoise(page);
  for (const path of PUBLIC_PATHS) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeAttached();
  }
  await page.goto('/#booking?vehicle=hummer-18');
  await expect(page.getByText('Hummer 18, drawn to scale')).toBeVisible();
  expect(noise).toEqual([]);
});
