import type { Page } from 'playwright/test';
import { accessibilityFaults, COLOURS, WCAG } from './testing/accessibility-faults.ts';
import { bookRide, payByCard } from './testing/book.ts';
import { acceptOffer } from './testing/drive.ts';
import { openDriver, openRider } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { toggleTheme } from './testing/theme.ts';

/** Checks accessibility in both themes, on a desktop and on a phone. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `wider than ${width} px`).toBeLessThanOrEqual(0);
    for (const rules of [WCAG, COLOURS]) {
      expect.soft(await accessibilityFaults(page, rules), `at ${width} px`).toEqual([]);
      await toggleTheme(page);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Opens the page of the ride to this drop-off from My Rides. */
async function openRide(rider: Page, dropoff: string): Promise<void> {
  const card = rider.getByRole('article', { name: dropoff });
  await card.getByRole('link', { name: 'View ride' }).click();
  await rider.waitForURL('**/my-rides/*');
}

test('a rider cancels a paid ride for a full refund, and it disappears from the driver’s rides', async ({
  browser,
}) => {
  const driver = await openDriver(browser);
  await driver.goto('/driver');
  const rider = await openRider(browser);
  const dropoff = await bookRide(rider);
  await expect(rider.getByText(/^Free to cancel until /)).toBeVisible();
  await payByCard(rider);
  await rider.waitForURL('**/my-rides');
  await acceptOffer(driver, driver.getByRole('article', { name: dropoff }));
  await driver.goto('/driver-rides');
  const job = driver.getByRole('article', { name: dropoff });
  await expect(job).toBeVisible();

  await openRide(rider, dropoff);
  await expect(
    rider.getByRole('heading', { level: 1, name: /^Your driver is booked for Tue / }),
  ).toBeVisible();
  await expectAccessible(rider);
  await rider.getByRole('button', { name: 'Cancel ride' }).click();
  await expect(rider.getByText('You get back $233.58 to Visa 4242')).toBeVisible();
  await expect(rider.getByRole('button', { name: 'Keep ride' })).toBeFocused();
  await expectAccessible(rider);
  await rider.getByRole('dialog').getByRole('button', { name: 'Cancel ride' }).click();

  await expect(rider.getByRole('heading', { level: 1, name: 'Ride cancelled' })).toBeVisible();
  await expect(rider.getByText('$233.58 is on its way to Visa 4242').first()).toBeVisible();
  await expect(job).toHaveCount(0);
  const fare = rider.getByRole('region', { name: 'Receipt' });
  await expect(fare.getByText('Back to Visa 4242')).toBeVisible();
  await expect(fare).toContainText('You cancelled this ride. $233.58 went back to your card.');
});

test('a rider cancels an unpaid booking without a charge', async ({ browser }) => {
  const rider = await openRider(browser);
  const dropoff = await bookRide(rider);
  await rider.goto('/my-rides');
  await openRide(rider, dropoff);

  await rider.getByRole('button', { name: 'Cancel this booking' }).click();
  await expect(rider.getByText('Nothing was charged.')).toBeVisible();
  await expect(rider.getByRole('button', { name: 'Keep booking' })).toBeFocused();
  await expectAccessible(rider);
  await rider.getByRole('button', { name: 'Cancel booking' }).click();

  await expect(rider.getByRole('heading', { level: 1, name: 'Ride cancelled' })).toBeVisible();
  await expect(rider.getByRole('region', { name: 'Fare' })).toContainText('You have not been charged.');
  await rider.goto('/my-rides');
  await expect(rider.getByRole('region', { name: 'Cancelled Rides' }).getByRole('link')).toHaveCount(1);
});

test('an unknown ride id shows that the ride is not yours or does not exist', async ({ browser }) => {
  const rider = await openRider(browser);
  await rider.goto(`/my-rides/${'0'.repeat(24)}`);
  await expect(rider.getByText("This ride isn't yours, or it doesn't exist.")).toBeVisible();
  await expectAccessible(rider);
});
