import ical, { type VEvent } from 'node-ical';
import type { Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { openConfirmedRider } from './testing/confirmed-rider.ts';
import { acceptOffer, completeRide, startEarly } from './testing/drive.ts';
import { expectMails, readAttachment } from './testing/mailbox.ts';
import { openDriver } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

/** Returns the number of printed pages. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Expects the printed page to be white, including its margins, in the dark theme. */
async function expectWhitePaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
  const sheet = () =>
    page.evaluate(() => {
      const [root, body] = [document.documentElement, document.body].map((part) => getComputedStyle(part));
      return [root?.colorScheme, body?.backgroundColor];
    });
  // Colours fade when the theme changes.
  await expect.poll(sheet).toEqual(['light', 'rgb(255, 255, 255)']);
}

test('a ride sends a calendar entry and a receipt by email, and its order sheet and receipt print on one page', async ({
  browser,
}) => {
  const [rider, driver] = [await openConfirmedRider(browser), await openDriver(browser, 'nora')];
  const { rideId, dropoff } = await bookPaidRide(rider, { time: '05:15' });

  const [booked] = await expectMails(
    ({ subject, text }) => / is booked$/.test(subject) && text.includes(dropoff),
  );
  const file = await readAttachment(booked, 'application/ics');
  const entry = Object.values(ical.sync.parseICS(file)).find((each) => each?.type === 'VEVENT') as VEvent;
  expect(entry.uid).toContain(rideId);
  expect(entry.description).toContain(dropoff);
  expect(entry.start.toLocaleString('en-US', { timeZone: 'America/Los_Angeles' })).toMatch(/, 5:15:00 AM$/);

  await rider.goto(`/my-rides/${rideId}`);
  const download = rider.waitForEvent('download');
  await rider.getByRole('link', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toMatch(/^MRQ-\w+\.ics$/);

  await driver.goto('/driver');
  await acceptOffer(driver, driver.getByRole('article', { name: dropoff }));
  await driver.goto(`/driver-rides/${rideId}/order-sheet`);
  const order = driver.getByRole('article', { name: 'Charter order' });
  await expect(order).toContainText('From 24 hours before the pickup');
  await expect(order).toContainText(dropoff);
  expect(await accessibilityFaults(driver)).toEqual([]);
  expect(await sheetsOf(driver)).toBe(1);
  await expectWhitePaper(driver);
  await expect(order.getByText('Page 1 of 1')).toBeVisible();
  await driver.emulateMedia({ media: null, colorScheme: null });

  await driver.goto('/driver-rides');
  const job = driver.getByRole('article', { name: dropoff });
  await startEarly(driver, job);
  await completeRide(driver, job, 3);
  await expect(driver.getByText('Ride completed!').first()).toBeVisible();

  const [receipt] = await expectMails(
    ({ subject, text }) => /^Your receipt/.test(subject) && text.includes(dropoff),
  );
  expect(receipt?.text).toContain('Paid: $233.58\nVisa ending 4242, ');
  await expect(rider.getByRole('region', { name: 'Receipt' })).toContainText('Visa ending 4242');
  expect(await accessibilityFaults(rider)).toEqual([]);
  expect(await sheetsOf(rider)).toBe(1);
  await expectWhitePaper(rider);
});
