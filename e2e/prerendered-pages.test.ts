import type { Page } from 'playwright/test';
import { holdRequests } from './testing/hold-requests.ts';
import { openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

/** Blocks the scripts of a page until the returned function is called. */
const holdScripts = (page: Page) => holdRequests(page, '**/assets/*.js');

test('text typed before a page is hydrated is kept', async ({ browser }) => {
  const page = await openVisitor(browser);
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Full Name').fill('Robin Rider');
  release();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeAttached();
  await page.getByLabel('Email Address').fill('robin@example.com');
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Robin Rider');
});

test('options chosen before a page is hydrated are kept', async ({ browser }) => {
  const page = await openVisitor(browser);
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Gratuity').selectOption('25');
  await page.getByRole('radio', { name: 'Point to Point' }).check();
  release();

  await expect(page.getByRole('group', { name: 'Return trip' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Point to Point' })).toBeChecked();
  await page.reload();
  await expect(page.getByLabel('Gratuity')).toHaveValue('25');
  await expect(page.getByRole('radio', { name: 'Point to Point' })).toBeChecked();
});

test('the scripts of a page are requested only after its styles have loaded', async ({ browser }) => {
  const page = await openVisitor(browser);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const release = await holdRequests(page, '**/assets/*.css');
  await page.goto('/about', { waitUntil: 'commit' });
  // The last element of the page, which holds the script tags until they are inserted.
  await expect(page.locator('#page-code')).toBeAttached();
  expect(scripts).toEqual([]);

  release();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeAttached();
  expect(scripts.length).toBeGreaterThan(0);
});

test('of several buttons pressed before a page is hydrated, only the last one takes effect, once', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  const release = await holdScripts(page);
  await page.goto('/careers', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Apply Now' }).last().click();
  const apply = page.getByRole('button', { name: 'Apply Now: Software Engineer' });
  await apply.dblclick();
  release();

  await expect(page.getByRole('dialog', { name: 'Software Engineer' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await apply.click();
  await expect(page.getByRole('dialog', { name: 'Software Engineer' })).toBeVisible();
});

test('a page whose script fails to load shows an error, and its Reload button loads the page', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  const code = '**/assets/careers-page-*.js';
  await page.route(code, (route) => route.abort());
  await page.goto('/careers', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();

  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'Apply Now: Software Engineer' }).click();
  await expect(page.getByRole('dialog', { name: 'Software Engineer' })).toBeVisible();
});

test('vehicles whose script fails to load show as prerendered, or as plain boxes until it loads', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  const code = '**/assets/vehicle-art-*.js*';
  await page.route(code, (route) => route.fulfill({ status: 503 }));
  await page.goto('/');
  const card = page.getByRole('group', { name: 'Lux Sedan, 1 of 16' });
  await expect(page.getByRole('button', { name: 'Request Ride' })).toBeEnabled();
  await card.scrollIntoViewIfNeeded();
  await expect(page.locator('.stand-in').first()).toBeAttached();
  await expect(card.locator('.vehicle path').first()).toBeVisible();

  await page.unroute(code);
  await expect(page.locator('.stand-in')).toHaveCount(0, { timeout: 30_000 });
  await expect(page.locator('.vehicle path').last()).toBeAttached();
});
