import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { openConfirmedRider } from './testing/confirmed-rider.ts';
import { acceptOffer, completeRide, startEarly } from './testing/drive.ts';
import { expectMails } from './testing/mailbox.ts';
import { openDriver, openStaff } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

test('a ride completed for a small part of its fare gets its receipt once staff confirm the final fare', async ({
  browser,
}) => {
  const rider = await openConfirmedRider(browser);
  const { rideId, dropoff } = await bookPaidRide(rider, { time: '03:10' });
  const driver = await openDriver(browser, 'nora');
  await driver.goto('/driver');
  await acceptOffer(driver, driver.getByRole('article', { name: dropoff }));
  await driver.goto('/driver-rides');
  const job = driver.getByRole('article', { name: dropoff });
  await startEarly(driver, job);

  // Completes the ride after half an hour of the three booked.
  await completeRide(driver, job);
  await expect(driver.getByText('Dispatch checks the final fare').first()).toBeVisible();
  await rider.goto(`/my-rides/${rideId}`);
  await expect(rider.getByText(/Your final fare is being checked\.$/)).toBeVisible();
  await expect(rider.getByRole('region', { name: 'Receipt' })).toHaveCount(0);

  const staff = await openStaff(browser, 'admin');
  await staff.goto(`/ops?ride=${rideId}`);
  const drawer = staff.getByRole('dialog').filter({ hasText: dropoff });
  await expect(drawer).toContainText('Final fare to check');
  expect(await accessibilityFaults(staff)).toEqual([]);
  await drawer.getByRole('button', { name: 'Decide final fare' }).click();
  const decision = staff.getByRole('dialog', { name: 'Decide the final fare' });
  await expect(decision).toContainText('Goes back');
  expect(await accessibilityFaults(staff)).toEqual([]);
  await decision.getByRole('button', { name: /^Confirm \$/ }).click();

  await expect(decision).toHaveCount(0);
  await expect(drawer.getByText('Final fare to check')).toHaveCount(0);
  await expect(rider.getByRole('region', { name: 'Receipt' })).toContainText('Back to Visa 4242');
  const [receipt] = await expectMails(
    ({ subject, text }) => /^Your receipt/.test(subject) && text.includes(dropoff),
  );
  expect(receipt?.text).toContain('The final fare of your ride is $');
});
