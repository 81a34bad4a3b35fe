import type { Page } from 'playwright/test';
import { wholeChromium } from '../embedded/testing/installed-chromium.ts';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { fakeVisibility, HIDDEN, IN_USE, put } from './testing/fake-visibility.ts';
import { openDriver, signUpRider } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

test.use({ launchOptions: wholeChromium() });

/** Records the notifications that a page shows. The browser still shows them. */
async function noteNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: { words: string; isClosed: boolean }[] = [];
    Object.assign(window, { noted });
    window.Notification = class extends Notification {
      readonly #entry: (typeof noted)[number];
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        this.#entry = { words: `${title}. ${options?.body}`, isClosed: false };
        noted.push(this.#entry);
      }
      override close() {
        this.#entry.isClosed = true;
        super.close();
      }
    };
  });
}

const noted = (page: Page): Promise<{ words: string; isClosed: boolean }[]> =>
  page.evaluate(() => Object(window).noted);

test('a driver with notifications on gets one for a request while the page is hidden; returning closes it', async ({
  browser,
}) => {
  const driver = await openDriver(browser, 'nora');
  await driver.context().grantPermissions(['notifications']);
  await fakeVisibility(driver);
  await noteNotifications(driver);
  await driver.goto('/driver');
  await expect(
    driver.getByText('Get notified of new requests while this page is open but hidden.'),
  ).toBeVisible();
  expect(await accessibilityFaults(driver)).toEqual([]);

  await driver.getByRole('button', { name: 'Turn on' }).click();
  await expect(driver.getByRole('switch', { name: 'Notify while hidden' })).toBeChecked();
  expect(await noted(driver)).toMatchObject([{ words: expect.stringMatching(/^Notifications are on\. /) }]);

  await put(driver, HIDDEN);
  const rider = await signUpRider(browser);
  const { dropoff } = await bookPaidRide(rider, { time: '05:00' });
  const own = async () => (await noted(driver)).find(({ words }) => words.includes(dropoff));
  await expect
    .poll(own)
    .toMatchObject({ words: expect.stringMatching(/^(New request, \$|\d+ new requests)/) });

  await put(driver, IN_USE);
  // A newer offer of another test may have replaced the notification.
  await expect.poll(async () => (await noted(driver)).at(-1)).toMatchObject({ isClosed: true });
});

test('when the browser blocks notifications, the page says so and removes the button to turn them on', async ({
  browser,
}) => {
  const driver = await openDriver(browser, 'luis');
  await driver.goto('/driver');

  await driver.getByRole('button', { name: 'Turn on' }).click();

  await expect(driver.getByText('Notifications are blocked. Allow them in your browser.')).toBeVisible();
  await expect(driver.getByRole('button', { name: 'Turn on' })).toHaveCount(0);
});
