import type { Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { ownMarquee } from './testing/own-marquee.ts';
import { openDriver, openRider } from './testing/people.ts';
import { shows } from './testing/shows.ts';
import { expect, test } from './testing/test.ts';

// Uses its own product, because the view shows the next ride, and other tests leave the shared
// drivers with rides.
test.describe.configure({ mode: 'default' });

const marquee = ownMarquee();

/** The rule for a text contrast of at least 7:1, in addition to the usual rules. */
const ENHANCED = { type: 'rule' as const, values: ['color-contrast-enhanced'] };

const PHONE = { width: 390, height: 844 };
const SIZES = [
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  PHONE,
];

/**
 * Expects the screen to be accessible, and to fit without scrolling on a phone in both orientations, a
 * tablet and a desktop.
 */
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

/** Books and pays a ride. Returns its card on the rider's My Rides. */
async function openPaidRide(rider: Page, time: string) {
  const { dropoff } = await bookPaidRide(rider, { time, services: marquee.services });
  await rider.goto('/my-rides');
  await expect(rider.getByText('Live', { exact: true })).toBeVisible();
  return rider.getByRole('article', { name: dropoff });
}

/** Opens the Drive view on a driver's phone, from the board. */
async function openDriveView(driver: Page): Promise<void> {
  await driver.setViewportSize(PHONE);
  await driver.goto('/driver');
  await driver.getByRole('link', { name: 'Drive view' }).click();
  await expect(shown(driver, 'No requests now')).toBeVisible();
}

/** Finds visible text, not the announcements for screen readers. */
const shown = (page: Page, text: string) => page.locator('.drive-content').getByText(text);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The ways to press a button: a tap, or its key. Space is the key of the main button. */
const WAYS = {
  thumb: (page: Page) => (name: string) => button(page, name).click(),
  keys: (page: Page) => async (name: string, key?: string) => {
    await expect(button(page, name)).not.toHaveAttribute('aria-disabled');
    if (key) return page.keyboard.press(key);
    // The main button has the focus, or no element has it after another button was pressed.
    await button(page, name).press('Enter');
  },
};

for (const { how, name, time } of [
  { how: 'keys', name: 'luis', time: '10:00' },
  { how: 'thumb', name: 'nora', time: '16:00' },
] as const) {
  test(`a driver takes a ride from accept to complete in the Drive view by ${how}, and its rider sees each step`, async ({
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
    // Undo is only available for a few seconds, so this does not wait for the rider's page.
    await press('Undo', 'u');
    await expect(shown(driver, 'Given back')).toBeVisible();
    await booked;
    await expect(card.getByText('Finding your driver')).toBeVisible();

    await press('Hear it', 'h');
    await press('Accept', 'a');
    await expect(shown(driver, 'Yours')).toBeVisible();
    await expectGoodScreen(driver);

    // The pickup is a week ahead, so every step asks for confirmation.
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

/** Lists the texts of the Drive view that are cut, or wider than their element. */
const cutTexts = (page: Page): Promise<(string | null)[]> =>
  page.locator('.drive *:not(.sr-only)').evaluateAll((parts) =>
    parts
      .filter((part) => {
        const isWider = part.clientWidth > 0 && part.scrollWidth > part.clientWidth;
        // By a line, which is 28 px high: glyphs may be a little higher than theirs.
        const isHigher = part.scrollHeight >= part.clientHeight + 28;
        return isWider || (isHigher && getComputedStyle(part).overflowY === 'hidden');
      })
      .map((part) => part.textContent),
  );

test('a name of one long word is shown whole on every screen of a ride on a phone', async ({ browser }) => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff';
  const site = marquee.services.web;
  const [driver, rider] = [await openDriver(browser, 'sam', site), await openRider(browser, site)];
  await openDriveView(driver);
  await bookPaidRide(rider, { time: '13:00', customerName: name, services: marquee.services });
  await button(driver, 'Accept').click();
  await button(driver, "I'm on my way").click();
  await button(driver, 'Yes, tell them').click();
  await expect(shown(driver, name)).toBeVisible();
  expect(await cutTexts(driver)).toEqual([]);
  await driver.getByText(`Let ${name} see you`).click();
  await expect(shown(driver, `Let ${name} see you come?`)).toBeVisible();
  expect(await cutTexts(driver)).toEqual([]);
  await button(driver, 'Not now').click();

  await button(driver, 'Arrived').click();
  await button(driver, 'Yes, tell them').click();
  await expect(shown(driver, `Waiting for ${name}`)).toBeVisible();
  expect(await cutTexts(driver)).toEqual([]);

  await button(driver, 'Start ride').click();
  await button(driver, 'Start it now').click();
  await expect(shown(driver, name)).toBeVisible();
  expect(await cutTexts(driver)).toEqual([]);
  await button(driver, 'Complete').click();
  const hours = driver.getByRole('status', { name: 'Hours used' });
  for (const chosen of ['1', '1.5', '2']) {
    await button(driver, 'More hours').click();
    await expect(hours).toHaveText(chosen);
  }
  await expect(shown(driver, `${name} gets back`)).toBeVisible();
  expect(await cutTexts(driver)).toEqual([]);
  await button(driver, 'Next').click();
  await expect(shown(driver, `${name} gets back`)).toBeVisible();
  expect(await cutTexts(driver)).toEqual([]);
});
