import type { Browser, Page } from 'playwright/test';
import { OPS_POSITION_EVERY_MS } from '../common/rides/position.ts';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { openConfirmedRider } from './testing/confirmed-rider.ts';
import { acceptOffer } from './testing/drive.ts';
import { ownMarquee } from './testing/own-marquee.ts';
import { openDriver, openStaff } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

test.describe.configure({ mode: 'serial' });

// Uses its own product, because the driver's bar is about the one ride that the driver is on the road for.
const marquee = ownMarquee();

const expectNoFaults = async (page: Page): Promise<void> =>
  expect(await accessibilityFaults(page)).toEqual([]);

/** Opens a ride from the Bellagio that a driver has accepted, in the windows of both. */
async function openRide(browser: Browser) {
  const { web } = marquee.services;
  const rider = await openConfirmedRider(browser, marquee.services);
  const { rideId, dropoff } = await bookPaidRide(rider, { services: marquee.services });
  const driver = await openDriver(browser, 'sam', web);
  await driver.goto('/driver');
  await acceptOffer(driver, driver.getByRole('article', { name: dropoff }));
  await driver.goto('/driver-rides');
  await rider.goto(`/my-rides/${rideId}`);
  await expect(rider.getByRole('heading', { level: 1, name: /^Your driver is booked/ })).toBeVisible();
  return { rider, driver, job: driver.getByRole('article', { name: dropoff }) };
}

/** Finds the car on a page's map. Leaflet moves it by its style attribute. */
const carOn = (page: Page) => page.locator('.map-marker-driver');
const placeOf = (page: Page) => carOn(page).evaluate((car) => car.getAttribute('style'));

/** @param everyMs the interval at which the page receives positions, if longer than a step's time limit */
async function expectToMove(page: Page, everyMs = 0): Promise<void> {
  await expect(carOn(page)).toBeVisible();
  const before = await placeOf(page);
  await expect.poll(() => placeOf(page), { timeout: everyMs + 10_000 }).not.toBe(before);
}

test('a simulated drive moves the car for rider, trip link and console; the link ends when sharing stops', async ({
  browser,
}) => {
  const { rider, driver, job } = await openRide(browser);
  await expect(rider.getByRole('region', { name: 'Map of your ride' })).toHaveCount(0);

  await rider.getByRole('button', { name: 'Share trip' }).click();
  await rider.getByRole('button', { name: 'Get a link' }).click();
  const link = await rider.getByLabel('Trip link').inputValue();
  await expectNoFaults(rider);
  await rider.keyboard.press('Escape');
  const context = await browser.newContext();
  const viewer = await context.newPage();
  await viewer.goto(link);
  await expect(viewer.getByRole('heading', { level: 1, name: /^Pickup Tue / })).toBeVisible();

  await job.getByRole('button', { name: "I'm on my way" }).click();
  await driver.getByRole('button', { name: 'Yes, tell them' }).click();
  const staff = await openStaff(browser, 'dispatcher', marquee.services.web);
  await staff.goto(`/ops?ride=${new URL(rider.url()).pathname.split('/').at(-1)}`);
  await expect(staff.getByRole('dialog')).toBeVisible();
  const bar = driver.getByRole('region', { name: 'Your position' });
  await expect(bar.getByText('Let Robin see you come?')).toBeVisible();
  await bar.getByRole('button', { name: 'Simulate the drive' }).click();
  await expect(bar.getByText('Demo: a simulated drive')).toBeVisible();

  // Concurrently, because the simulated drive ends after a while.
  const whereabouts = staff.getByRole('region', { name: 'Where the car is' });
  await Promise.all([
    expect(rider.getByText(/^Sam reaches Bellagio Hotel & Casino at about \d+:\d\d [AP]M/)).toBeVisible(),
    expect(rider.getByText('Arrives in')).toBeVisible(),
    expect(viewer.getByRole('heading', { level: 1, name: 'Sam is on the way' })).toBeVisible(),
    expect(whereabouts.getByText(/ min to Bellagio Hotel & Casino, about /)).toBeVisible(),
    ...[rider, viewer].map((page) => expectToMove(page)),
    expectToMove(staff, OPS_POSITION_EVERY_MS),
  ]);
  await expect(viewer.getByText(/Robin|\$|Stage door/)).toHaveCount(0);
  for (const page of [rider, driver, viewer, staff]) await expectNoFaults(page);

  await driver.goto('/driver');
  await expect(driver.getByRole('region', { name: 'Your position' })).toBeVisible();

  await rider.getByRole('button', { name: 'Share trip' }).click();
  await rider.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(viewer.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await viewer.reload();
  await expect(viewer.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('a rider can require a start PIN; a wrong PIN is refused, and the right one starts the ride', async ({
  browser,
}) => {
  const { rider, driver, job } = await openRide(browser);
  await rider.getByRole('switch', { name: /^Driver asks for my PIN/ }).click();
  const shown = rider.getByRole('region', { name: 'Start PIN' });
  await expect(shown).toBeVisible();
  const pin = (await shown.locator('.sr-only').innerText()).replaceAll(' ', '');
  expect(pin).toMatch(/^\d{4}$/);
  await expectNoFaults(rider);

  await job.getByRole('button', { name: 'Start Ride' }).click();
  await driver.getByRole('button', { name: 'Start it now' }).click();
  const dialog = driver.getByRole('dialog', { name: 'Ask Robin for the PIN' });
  await expect(dialog).toBeVisible();
  await driver.keyboard.type(pin === '0000' ? '1111' : '0000');
  await expect(dialog.getByText("That is not Robin's PIN. 4 tries left.")).toBeVisible();
  await expectNoFaults(driver);
  for (const digit of pin) await dialog.getByRole('button', { name: digit, exact: true }).click();

  await expect(dialog).toHaveCount(0);
  await expect(rider.getByRole('heading', { level: 1, name: 'Ride in progress' })).toBeVisible();
});

test('a trip link shows the ride status and the driver without JavaScript', async ({ browser }) => {
  const { rider } = await openRide(browser);
  await rider.getByRole('button', { name: 'Share trip' }).click();
  await rider.getByRole('button', { name: 'Get a link' }).click();
  const link = await rider.getByLabel('Trip link').inputValue();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);

  await expect(page.getByRole('heading', { name: 'Shared trip' })).toBeVisible();
  // By element, because Playwright's text engine ignores the content of `noscript`.
  const line = page.locator('p');
  await expect(line.filter({ hasText: /^Accepted\.$/ })).toBeVisible();
  await expect(line.filter({ hasText: /^Driver: Sam, / })).toBeVisible();
});
