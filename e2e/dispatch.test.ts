import type { Page } from 'playwright/test';
import { accessibilityFaults, COLOURS } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { openDriver, openRider, openStaff, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { toggleTheme } from './testing/theme.ts';

/** Expects no accessibility faults in the current theme, and no colour faults in the other. */
async function expectNoFaults(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  await toggleTheme(page);
  expect(await accessibilityFaults(page, COLOURS)).toEqual([]);
}

test('a dispatcher assigns a paid ride, undoes that, reassigns it, and cancels it with a refund by keyboard', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  // In the morning, because other tests give this driver rides in the evening, and assigning would then ask
  // for confirmation.
  const { dropoff } = await bookPaidRide(rider, { time: '09:00' });
  const driver = await openDriver(browser, 'sam');
  await driver.goto('/driver-rides');
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();
  const onDriversPage = driver.getByRole('article', { name: dropoff });
  const staff = await openStaff(browser, 'dispatcher');
  await staff.goto(`/ops?q=${encodeURIComponent(dropoff)}`);
  await expect(staff.getByRole('row').filter({ hasText: dropoff })).toBeVisible();

  // J selects the ride, Enter opens it, A lists the suitable drivers, a name and Enter assign it.
  await staff.keyboard.press('j');
  await staff.keyboard.press('Enter');
  const drawer = staff.getByRole('dialog').filter({ hasText: dropoff });
  await expect(drawer).toContainText('Nobody has this ride.');
  await expectNoFaults(staff);
  const assignByKeyboard = async () => {
    await staff.keyboard.press('a');
    await expect(staff.getByRole('option').first()).toBeVisible();
    await staff.keyboard.type('sam');
    await expect(staff.getByRole('option', { selected: true })).toContainText('Sam');
    await staff.keyboard.press('Enter');
  };
  await staff.keyboard.press('a');
  await expect(staff.getByRole('option').first()).toBeVisible();
  await expectNoFaults(staff);
  await staff.keyboard.press('Escape');
  await expect(staff.getByRole('option')).toHaveCount(0);

  await assignByKeyboard();
  await expect(onDriversPage).toBeVisible();
  await expect(drawer).toContainText(/Sam drives/);
  const undo = staff.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await staff.keyboard.press('Enter');
  await expect(drawer).toContainText('Nobody has this ride.');
  await expect(onDriversPage).toHaveCount(0);

  await drawer.getByRole('button', { name: 'Assign driver' }).focus();
  await assignByKeyboard();
  await expect(onDriversPage).toBeVisible();

  await drawer.getByRole('button', { name: 'Cancel and refund' }).focus();
  await staff.keyboard.press('Enter');
  await expect(staff.getByRole('button', { name: 'Keep the ride' })).toBeFocused();
  await expectNoFaults(staff);
  await staff.getByLabel('Reason').fill('No car is free');
  await staff.getByRole('button', { name: 'Cancel and refund $233.58' }).press('Enter');

  await expect(drawer).toContainText('We called it off.');
  await rider.goto('/my-rides');
  await expect(rider.getByText(/went back to your card|refund is on its way/).first()).toBeVisible();
});

test('the reason why a driver nearly fits takes at most two lines on a wide window', async ({ browser }) => {
  const [rider, driver] = [await openRider(browser), await openDriver(browser, 'luis')];
  const dropoff = 'Mandalay Bay Resort and Casino, 3950 Las Vegas Blvd S';
  const taken = await bookPaidRide(rider, { time: '05:00', dropoff });
  const { rideId } = await bookPaidRide(rider, { time: '05:30' });
  const { driver: luis } = await (await driver.request.get('/api/session')).json();
  const accepted = await driver.request.patch(`/api/rides/${taken.rideId}/status`, {
    headers: { origin: siteUrl() },
    data: { status: 'accepted', driverId: luis.id },
  });
  expect(accepted.status()).toBe(200);
  const staff = await openStaff(browser, 'dispatcher');
  await staff.setViewportSize({ width: 1440, height: 900 });

  await staff.goto(`/ops?ride=${rideId}&do=assign`);

  const reason = staff
    .getByRole('option', { name: 'Luis' })
    .getByText('to Mandalay Bay Resort and Casino at 5:00 AM.');
  const lines = await reason.evaluate(
    (text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight),
  );
  expect(Math.round(lines)).toBeLessThanOrEqual(2);
});
