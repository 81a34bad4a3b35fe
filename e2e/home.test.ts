import type { Browser, Page } from 'playwright/test';
import { openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { watchNoise } from './testing/watch-noise.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Opens the fleet section of the home page and waits until its cards are at rest. */
async function openFleet(browser: Browser): Promise<Page> {
  const page = await openVisitor(browser);
  await page.goto('/#pricing');
  await expect(slide(page, 'Lux Sedan, 1 of 16')).toBeInViewport();
  await expect(slidesInSight(page)).toHaveCount(3);
  return page;
}

const slide = (page: Page, name: string) =>
  page.locator(`[aria-roledescription=slide][aria-label="${name}"]`);
const slidesInSight = (page: Page) => page.locator('[aria-roledescription=slide]:not([inert])');

test('the carousel wraps around in both directions, announces its position, and makes hidden slides inert', async ({
  browser,
}) => {
  const page = await openFleet(browser);
  await expect(page.getByRole('group', { name: 'The fleet, to scale' })).toHaveAttribute(
    'aria-roledescription',
    'carousel',
  );

  await page.getByRole('button', { name: 'Previous vehicle' }).press('Enter');
  await expect(page.locator('#announcer')).toHaveText('Shuttle 45, 16 of 16');
  await expect(slide(page, 'Shuttle 45, 16 of 16')).toBeInViewport({ ratio: 0.9 });
  await expect(slide(page, 'Party Bus 33, 3 of 16')).toHaveAttribute('inert');

  await page.getByRole('button', { name: 'Next vehicle' }).press('Enter');
  await page.getByRole('button', { name: 'Next vehicle' }).press('Enter');
  await expect(page.locator('#announcer')).toHaveText('Hummer 18, 2 of 16');
  await expect(slide(page, 'Lux Sedan, 1 of 16')).toHaveAttribute('inert');
  await expect(slidesInSight(page)).toHaveCount(3);
});

test('the carousel draws vehicles out of view only once it is near, or once a button brings them close', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  const drawn = page.locator('#pricing .vehicle');
  await page.goto('/');
  await expect(slidesInSight(page)).toHaveCount(3);
  await expect(drawn).toHaveCount(3);

  await page.getByRole('heading', { name: 'The fleet, to scale' }).scrollIntoViewIfNeeded();
  await expect(drawn).toHaveCount(9);

  await page.getByRole('button', { name: 'Previous vehicle' }).press('Enter');
  await expect(slide(page, 'Shuttle 45, 16 of 16').locator('.vehicle path').first()).toBeVisible();
  await expect(drawn).toHaveCount(10);
});

for (const [width, count] of [
  [390, 1],
  [820, 2],
  [1440, 3],
] as const) {
  test(`at ${width} px the carousel shows ${count} at a time, with its buttons`, async ({ browser }) => {
    const page = await openVisitor(browser);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/#pricing');
    await expect(slidesInSight(page)).toHaveCount(count);
    await expect(page.getByRole('button', { name: 'Next vehicle' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('a paint chosen on a fleet card shows there, and goes to the booking form with the vehicle every time', async ({
  browser,
}) => {
  const page = await openFleet(browser);
  const hummer = slide(page, 'Hummer 18, 2 of 16');
  await expect(hummer.locator('.vehicle')).toHaveAttribute('data-paint', 'pink');
  await hummer.getByRole('radio', { name: 'green' }).check();
  await expect(hummer.locator('.vehicle')).toHaveAttribute('data-paint', 'green');

  for (const _time of ['first', 'second']) {
    await hummer.getByRole('button', { name: 'Select Hummer 18' }).click();
    await expect(page).toHaveURL(/#booking\?vehicle=hummer-18$/);
    await expect(page.getByRole('heading', { name: 'Book a ride' })).toBeInViewport();
    await expect(page.getByLabel('Vehicle Type')).toHaveValue('hummer-18');
    await expect(page.locator('#booking .vehicle')).toHaveAttribute('data-paint', 'green');
    await hummer.scrollIntoViewIfNeeded();
  }
});

for (const width of [390, 820, 1440]) {
  test(`at ${width} px sections far from the screen are not laid out, and reserve nearly their real height`, async ({
    browser,
  }) => {
    const page = await openVisitor(browser);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const heightOf = (id: string) =>
      page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().height);
    const isLaidOut = (id: string) =>
      page
        .locator(`#${id} h2`)
        .evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));

    for (const id of ['features', 'pricing', 'tracking']) {
      await expect.poll(() => isLaidOut(id)).toBe(false);
      const before = await heightOf(id);
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      await expect.poll(() => isLaidOut(id)).toBe(true);
      expect(Math.abs((await heightOf(id)) / before - 1), `${id}, ${before} px`).toBeLessThan(0.1);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    }
  });
}

test('links with a hash scroll to their section, from the hero and from other pages', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.goto('/#features');
  await expect(page.getByRole('heading', { name: 'Quiet, insured and on time' })).toBeInViewport();
  await page.goto('/');
  await page.getByRole('link', { name: 'See the fleet' }).click();
  await expect(page.getByRole('heading', { name: 'The fleet, to scale' })).toBeInViewport();
  await page.goto('/fare-estimator');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Fleet and pricing' }).click();
  await expect(page.getByRole('heading', { name: 'The fleet, to scale' })).toBeInViewport();
});

test('the section in the URL hash stays in place while content above it grows, until the user scrolls', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  // Disables scroll anchoring, which WebKit does not have.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      document.documentElement.style.setProperty('overflow-anchor', 'none'),
    ),
  );
  await page.goto('/#pricing');
  const fleet = page.locator('#pricing');
  const top = () => fleet.evaluate((section) => Math.round(section.getBoundingClientRect().top));
  const grow = () =>
    page.locator('#booking').evaluate((section) => {
      const { height } = section.getBoundingClientRect();
      section.style.minHeight = `${height + 400}px`;
    });
  await expect(fleet).toBeFocused();
  await expect(slidesInSight(page)).toHaveCount(3);
  const place = await top();

  await grow();
  await expect.poll(top).toBe(place);
  await grow();
  await expect.poll(top).toBe(place);

  await page.mouse.wheel(0, -100);
  await expect.poll(top).toBe(place + 100);
  await grow();
  expect(await top()).toBe(place + 500);
});

test('a malformed URL hash does not break the home page', async ({ browser }) => {
  const page = await openVisitor(browser);
  const noise = await watchNoise(page);
  await page.goto('/#100%');
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeAttached();
  await expect(page.getByRole('button', { name: 'Request Ride' })).toBeVisible();
  expect(noise).toEqual([]);
});

test('the map loads when near, requests tiles only on demand, and works by keyboard and without tiles', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  const scripts: string[] = [];
  const tiles: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  page.on('request', (request) => request.url().includes('tile.') && tiles.push(request.url()));
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.route(/\.png$/, (route) => route.abort());

  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Request Ride' })).toBeVisible();
  expect(scripts.filter((url) => url.includes('tracking-map'))).toEqual([]);

  await page.getByRole('heading', { name: 'Track Your Ride in Real-Time' }).scrollIntoViewIfNeeded();
  const map = page.getByRole('region', { name: 'Map of the sample ride' });
  await expect(map.getByText('Marcus is 7 min away')).toBeVisible();
  await expect(map.getByText('Harry Reid Intl')).toBeVisible();
  // The popup is above its marker, which can still be pressed below it.
  await map
    .getByRole('button', { name: 'Driver: Marcus Thompson' })
    .click({ trial: true, position: { x: 20, y: 3 } });
  expect(tiles).toEqual([]);
  await page.getByRole('button', { name: 'Show street map' }).click();
  await expect(map.getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
  await expect.poll(() => tiles.length).toBeGreaterThan(0);

  const route = map.locator('path[stroke-dasharray="10,10"]');
  await expect(route).toHaveAttribute('stroke-width', '4');
  await expect(route).toHaveAttribute('stroke-opacity', '0.7');

  const pickup = map.getByRole('button', { name: 'Pickup: Bellagio' });
  await expect(pickup).toHaveCSS('width', '32px');
  await pickup.press('Enter');
  await expect(map.getByText('Bellagio, pickup 7:30 PM')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(map.getByText('Bellagio, pickup 7:30 PM')).toHaveCount(0);

  await expect(map.getByRole('button', { name: 'Driver: Marcus Thompson' })).toHaveCSS('width', '40px');
  await expect(map.getByRole('button', { name: 'Zoom in' })).toHaveCSS('height', '44px');

  await map.getByRole('button', { name: 'Driver: Marcus Thompson' }).press('Tab');
  await expect(map.getByRole('button', { name: 'Zoom in' })).toBeFocused();
  expect(refused).toEqual([]);
});

test('loaded map tiles are above the drawn streets', async ({ browser }) => {
  const page = await openVisitor(browser);
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  await page.route(/\.png$/, (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') }),
  );
  await page.goto('/#tracking');
  const map = page.getByRole('region', { name: 'Map of the sample ride' });
  await page.getByRole('button', { name: 'Show street map' }).click();
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible();

  const isAbove = await map.evaluate((element) => {
    const level = (pane: string) => Number(getComputedStyle(element.querySelector(pane) ?? element).zIndex);
    return level('.leaflet-tile-pane') > level('.leaflet-valley-pane');
  });
  expect(isAbove).toBe(true);
});

test('with reduced motion, a change of theme starts no transition on the page body', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const fading = await page.evaluate(() => {
    document.documentElement.classList.toggle('dark');
    return document.body.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  });
  expect(fading).toBe(0);
});

test('adding the toast container does not make the browser recalculate the styles of the whole page', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  // The container of toasts appears on the first key press after hydration.
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return page.locator('section[aria-label^=Notifications]').count();
    })
    .toBe(1);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const { traceEvents }: { traceEvents: { name: string; args: { elementCount?: number } }[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  );
  const styled = traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : [],
  );
  expect(styled.length).toBeGreaterThan(0);
  expect(Math.max(...styled)).toBeLessThan((await page.locator('main *').count()) / 4);
});
