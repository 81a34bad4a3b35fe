import type { Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { payByCard, pickupDate } from './testing/book.ts';
import { acceptOffer } from './testing/drive.ts';
import { openDriver, openRider } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

/** Fills in a ride on a Tuesday and a return trip four days later, a Saturday: $73.57 and $87.25. */
async function fillThereAndBack(rider: Page, dropoff: string): Promise<void> {
  await rider.goto('/');
  await expect(rider.getByLabel('Full Name')).not.toHaveValue('');
  await rider.getByRole('radio', { name: 'Point to Point' }).check({ force: true });
  await rider.getByLabel('Pickup location').fill('Bellagio Hotel & Casino, 3600 S Las Vegas Blvd');
  await rider.getByLabel('Drop-off location').fill(dropoff);
  await rider.keyboard.press('Escape');
  await rider.getByLabel('Pickup Date').fill(pickupDate());
  await rider.getByLabel('Pickup Time').fill('04:20');
  await rider.getByRole('switch', { name: /^Return trip/ }).click();
  await rider.getByLabel('Return Date').fill(pickupDate());
  await rider.getByLabel('Return Time').fill('04:30');
}

/** Returns the date this many days later, YYYY-MM-DD. */
const daysLater = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test('a ride and its return trip are booked and paid together, then accepted and cancelled separately', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  const dropoff = `Return gate ${process.pid}-${Date.now()}`;
  await fillThereAndBack(rider, dropoff);
  const request = rider.getByRole('button', { name: 'Request Ride' });
  await request.click();
  await expect(rider.getByLabel('Return Date')).toHaveAccessibleDescription(
    /^The first ride lasts until about 5:05 AM/,
  );
  await rider.getByLabel('Return Date').fill(daysLater(pickupDate(), 4));
  await expect(rider.getByText('$160.82')).toBeVisible();
  expect(await accessibilityFaults(rider)).toEqual([]);
  await request.click();

  await rider.waitForURL('**/checkout?*');
  const summary = rider.getByRole('region', { name: 'Your rides' });
  await expect(summary.getByRole('region', { name: 'There' })).toContainText('$73.57');
  await expect(summary.getByRole('region', { name: 'Back' })).toContainText('$87.25');
  await expect(summary).toContainText('$160.82');
  await expect(rider.getByLabel('Card number')).toBeVisible();
  expect(await accessibilityFaults(rider)).toEqual([]);

  // On My Rides both rides lead to the same payment.
  await rider.goto('/my-rides');
  const cards = rider.getByRole('article', { name: dropoff });
  await expect(cards).toHaveCount(2);
  await cards
    .filter({ hasText: 'Paid with the ride there, $160.82 for both.' })
    .getByRole('button', { name: 'Pay now' })
    .click();
  await expect(rider.getByRole('region', { name: 'Your rides' })).toContainText('$160.82');
  await payByCard(rider);
  await expect(rider.getByText('Both rides have been booked and paid for!').first()).toBeVisible();
  await rider.waitForURL('**/my-rides');
  await expect(cards.getByText('Paid', { exact: true })).toHaveCount(2);

  const driver = await openDriver(browser, 'luis');
  await driver.goto('/driver');
  const offers = driver.getByRole('article', { name: dropoff });
  await expect(offers).toHaveCount(2);
  await acceptOffer(driver, driver.getByRole('article', { name: new RegExp(`to ${dropoff}`) }));
  await expect(offers).toHaveCount(1);

  const back = rider.getByRole('article', { name: new RegExp(`${dropoff} to `) });
  await back.getByRole('link', { name: /^View ride/ }).click();
  // Waits until My Rides is gone, because each of its cards has such a button.
  await expect(cards).toHaveCount(0);
  await rider.getByRole('button', { name: 'Cancel ride' }).click();
  await expect(rider.getByText('You get back $87.25 to Visa 4242')).toBeVisible();
  await rider.getByRole('dialog').getByRole('button', { name: 'Cancel ride' }).click();
  await expect(rider.getByRole('heading', { level: 1, name: 'Ride cancelled' })).toBeVisible();
  await expect(rider.getByRole('region', { name: 'Receipt' })).toContainText(
    'You cancelled this ride. $87.25 went back to your card.',
  );
  await expect(offers).toHaveCount(0);

  await rider.getByText('Return trip of').locator('xpath=..').getByRole('link', { name: /^MRQ-/ }).click();
  await expect(
    rider.getByRole('heading', { level: 1, name: /^Your driver is booked for Tue / }),
  ).toBeVisible();
  await expect(rider.getByRole('region', { name: 'Fare' })).toContainText('$73.57');
});

test('cancelling one ride of an unpaid return booking cancels both rides', async ({ browser }) => {
  const rider = await openRider(browser);
  const dropoff = `Return gate ${process.pid}-${Date.now()}`;
  await fillThereAndBack(rider, dropoff);
  await rider.getByLabel('Return Date').fill(daysLater(pickupDate(), 1));
  await rider.getByRole('button', { name: 'Request Ride' }).click();
  await rider.waitForURL('**/checkout?*');
  await rider.goto('/my-rides');
  const cards = rider.getByRole('article', { name: dropoff });
  await expect(cards).toHaveCount(2);

  await cards.first().getByRole('button', { name: 'Cancel this booking' }).click();
  await expect(rider.getByRole('dialog', { name: 'Cancel both rides?' })).toBeVisible();
  expect(await accessibilityFaults(rider)).toEqual([]);
  await rider.getByRole('button', { name: 'Cancel booking' }).click();

  await expect(cards).toHaveCount(0);
  await expect(rider.getByRole('region', { name: 'Cancelled Rides' }).getByRole('link')).toHaveCount(2);
});
