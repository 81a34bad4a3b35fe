import { bookPaidRide } from './testing/book-paid-ride.ts';
import { acceptOffer, completeRide, startEarly } from './testing/drive.ts';
import { openDriver, openRider } from './testing/people.ts';
import { rateAndTip } from './testing/rate.ts';
import { expect, test } from './testing/test.ts';

test('a rider rates and tips on the ride page, and the driver’s earnings show the tip without a reload', async ({
  browser,
}) => {
  const [driver, rider] = [await openDriver(browser, 'luis'), await openRider(browser)];
  await driver.goto('/driver');
  const { dropoff } = await bookPaidRide(rider, { time: '13:10' });
  const offer = driver.getByRole('article', { name: dropoff });
  await acceptOffer(driver, offer);
  await driver.goto('/driver-rides');
  const job = driver.getByRole('article', { name: dropoff });
  await startEarly(driver, job);
  await completeRide(driver, job, 3);
  await expect(driver.getByText('Ride completed!').first()).toBeVisible();
  await driver.getByRole('link', { name: 'Earnings' }).locator('visible=true').click();
  const row = driver.getByRole('row').filter({ hasText: dropoff });
  // 80% of the base rate of $165.00, and the gratuity on the fare.
  await expect(row).toContainText('$132.00');
  await expect(row).toContainText('$35.63');

  await rider.goto('/my-rides');
  await rider.getByRole('link').filter({ hasText: dropoff }).click();
  await rateAndTip(rider, { driver: 'Luis', stars: '4 of 5, Very good', share: '18%', tip: '$29.70' });

  await expect(rider.getByText(/^Very good, and a tip of \$29\.70 from Visa 4242\./)).toBeVisible();
  await expect(row).toContainText('$65.33');
});
