import type { Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { ownMarquee } from './testing/own-marquee.ts';
import { openDriver, openRider } from './testing/people.ts';
import { shows } from './testing/shows.ts';
import { expect, test } from './testing/test.ts';

// A company of its own: the view shows whatever comes first, and other tests leave the drivers they share with rides in hand.
test.describe.configure({ mode: 'default' });

const marquee = ownMarquee();

/** Text at least 7:1, besides all that every page keeps to. */
const ENHANCED = { type: 'rule' as const, values: ['color-contrast-enhanced'] };

const PHONE = { width: 390, height: 844 };
const SIZES = [
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  PHONE,
];

/** Every screen can be read by anybody, and is seen whole on a phone held either way, a tablet and a desk. */
async function expectGoodScreen(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await accessibilityFaults(page, ENHANCED)).toEqual([]);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const hidden = await page.evaluate(() => {
      const parts = [document.documentElement, ...document.querySelectorAll('.drive-content')];
      return parts.flatMap((part) => [
        part.scrollHeight - part.clientHeight,
        part.scrollWidth - part.clientWidth,
      ]);
    });
    expect(Math.max(...hidden), `${size.width} px`).toBeLessThanOrEqual(0);
  }
}

/** A ride that is paid for, as its rider sees it on My Rides. */
async function openPaidRide(rider: Page, time: string) {
  const { dropoff } = await bookPaidRide(rider, { time, services: marquee.services });
  await rider.goto('/my-rides');
  await expect(rider.getByText('Live', { exact: true })).toBeVisible();
  return rider.getByRole('article', { name: dropoff });
}

/** A driver's phone with the Drive view on it, come to from the board. */
async function openDriveView(driver: Page): Promise<void> {
  await driver.setViewportSize(PHONE);
  await driver.goto('/driver');
  await driver.getByRole('link', { name: 'Drive view' }).click();
  await expect(shown(driver, 'No requests now')).toBeVisible();
}

/** On the screen, not in what screen readers are told of it. */
const shown = (page: Page, text: string) => page.locator('.drive-content').getByText(text);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The ways of pressing: a thumb on the button, or the key that means it, which is Space for the main one. */
const WAYS = {
  thumb: (page: Page) => (name: string) => button(page, name).click(),
  keys: (page: Page) => async (name: string, key?: string) => {
    await expect(button(page, name)).not.toHaveAttribute('aria-disabled');
    if (key) return page.keyboard.press(key);
    // The focus is on the main button, or nowhere, as after a press of another one.
    await button(page, name).press('Enter');
  },
};

for (const { how, name, time } of [
  { how: 'keys', name: 'luis', time: '10:00' },
  { how: 'thumb', name: 'nora', time: '16:00' },
] as const) {
  test(`a driver does a whole ride in the Drive view by ${how}, and its rider sees each step`, async ({
    browser,
  }) => {
    const site = marquee.services.web;
    const [driver, rider] = [await openDriver(browser, name, site), await openRider(browser, site)];
    await openDriveView(driver);
    const press = WAYS[how](driver);
    const card = await openPaidRide(rider, time);

    await expect(shown(driver, 'Free all day')).toBeVisible();
    await expectGoodScreen(driver);
    const booked = shows(card.page(), 'Your driver is booked for');
    await press('Accept', 'a');
    await expect(shown(driver, 'Yours')).toBeVisible();
    // For a few seconds, whatever the rider reads by then.
    await press('Undo', 'u');
    await expect(shown(driver, 'Given back')).toBeVisible();
    await booked;
    await expect(card.getByText('Finding your driver')).toBeVisible();

    await press('Hear it', 'h');
    await press('Accept', 'a');
    await expect(shown(driver, 'Yours')).toBeVisible();
    await expectGoodScreen(driver);

    // Its pickup is a week ahead, which is asked about at every step.
    await press("I'm on my way", ' ');
    await press('Yes, tell them');
    await expect(shown(driver, 'To the pickup')).toBeVisible();
    await expect(card.getByText('On the way').first()).toBeVisible();
    await expectGoodScreen(driver);
    await press('Arrived', ' ');
    await press('Yes, tell them');
    await expect(shown(driver, 'Free minutes begin then.')).toBeVisible();
    await expect(card.getByText('Your driver is here')).toBeVisible();
    await expectGoodScreen(driver);

    await press('Start ride', ' ');
    await press('Start it now');
    await expect(card.getByText('Ride in progress')).toBeVisible();
    await press('Complete', ' ');
    const hours = driver.getByRole('status', { name: 'Hours used' });
    await expect(hours).toHaveText('0.5');
    const more = button(driver, 'More hours');
    for (const chosen of ['1', '1.5', '2']) {
      await (how === 'keys' ? driver.keyboard.press('ArrowUp') : more.click());
      await expect(hours).toHaveText(chosen);
    }
    const back = await driver.locator('.drive-content').getByText(/^\$/).textContent();
    await expectGoodScreen(driver);
    await press('Next', ' ');
    await expect(shown(driver, '2 hours')).toBeVisible();
    await expect(shown(driver, `${back}`)).toBeVisible();
    await expectGoodScreen(driver);
    await press('Yes', ' ');
    await expect(shown(driver, 'Completed')).toBeVisible();
    await expect(rider.getByRole('region', { name: 'Completed Rides' }).getByRole('listitem')).toHaveCount(1);

    await expect(shown(driver, 'No requests now')).toBeVisible();
    await driver.getByRole('button', { name: 'Sound' }).click();
    await expectGoodScreen(driver);
    await driver.keyboard.press('Escape');
    await driver.keyboard.press('Escape');
    await expect(driver.getByRole('heading', { name: 'Available Ride Requests' })).toBeVisible();
  });
}
