import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { payByCard, pickupDate } from './testing/book.ts';
import { acceptOffer } from './testing/drive.ts';
import { openDriver, openRider } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

test('the flight, stop and passenger of a ride for a friend show at checkout, to its driver and on its page', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  const dropoff = `Friend's door ${process.pid}-${Date.now()}`;
  await rider.goto('/');
  await expect(rider.getByLabel('Full Name')).not.toHaveValue('');
  await rider.getByRole('radio', { name: 'Point to Point' }).check({ force: true });
  await rider.getByLabel('Pickup location').fill('Harry Reid International Airport, Terminal 1');
  await rider.getByLabel('Drop-off location').fill(dropoff);
  await rider.getByLabel('Flight number').fill('Southwest');
  await rider.getByRole('button', { name: 'Add a stop' }).click();
  // The code of the stop field is loaded after the page's own.
  await expect(rider.getByRole('combobox', { name: /^Stop/ })).toBeFocused();
  await rider.keyboard.type('Fashion Show Mall');
  await rider.keyboard.press('Escape');
  await rider.getByLabel('Pickup Date').fill(pickupDate());
  await rider.getByLabel('Pickup Time').fill('03:10');
  await expect(rider.getByText('Stop on the way')).toBeVisible();
  await rider.getByRole('switch', { name: 'Booking for someone else' }).click();
  await rider.getByLabel('Passenger Name').fill('Jordan Lee');

  const request = rider.getByRole('button', { name: 'Request Ride' });
  await request.click();
  const phone = rider.getByLabel('Passenger Phone');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription("Please enter the passenger's phone number.");
  await phone.fill('(702) 555-0134');
  await request.click();
  await expect(rider.getByLabel('Flight number')).toHaveAccessibleDescription(
    'Please enter a flight number such as WN 1482.',
  );
  await rider.getByLabel('Flight number').fill('wn1482');
  await request.click();

  await rider.waitForURL('**/checkout?*');
  const summary = rider.getByRole('region', { name: 'Your ride' });
  for (const shown of ['Fashion Show Mall', 'WN 1482', 'Jordan Lee', '$15.00', '$103.07']) {
    await expect(summary.getByText(shown).first()).toBeVisible();
  }
  await payByCard(rider);
  await rider.waitForURL('**/my-rides');

  const driver = await openDriver(browser, 'nora');
  await driver.goto('/driver');
  const offer = driver.getByRole('article', { name: dropoff });
  await expect(offer).toContainText('Fashion Show Mall');
  await expect(offer).not.toContainText('Jordan');
  await acceptOffer(driver, offer);
  await driver.goto('/driver-rides');
  const job = driver.getByRole('article', { name: dropoff });
  await expect(job).toContainText('Jordan Lee');
  await expect(job).toContainText('Flight WN 1482.');
  // The pickup is days ahead. Drivers can call from one day before it.
  await expect(job.getByRole('link', { name: 'Call rider' })).toHaveCount(0);

  await rider
    .getByRole('article')
    .filter({ hasText: dropoff })
    .getByRole('link', { name: /^View ride/ })
    .click();
  const ride = rider.getByRole('region', { name: 'Your ride' });
  for (const shown of ['Fashion Show Mall', 'WN 1482', 'Jordan Lee']) {
    await expect(ride.getByText(shown)).toBeVisible();
  }
});

for (const width of [390, 1440]) {
  test(`the price by day is browsed and chosen by keyboard at ${width} px, without accessibility faults`, async ({
    browser,
  }) => {
    const rider = await openRider(browser);
    await rider.setViewportSize({ width, height: 900 });
    await rider.goto('/');
    await expect(rider.getByLabel('Full Name')).not.toHaveValue('');
    await rider.getByLabel('Pickup location').fill('Bellagio');
    await rider.getByLabel('Drop-off location').fill('Sphere');
    await rider.keyboard.press('Escape');
    const days = rider.getByRole('radiogroup', { name: 'Price by day' }).getByRole('radio');
    await expect(days).toHaveCount(14);

    await days.first().focus();
    await rider.keyboard.press('End');
    await expect(days.last()).toBeChecked();
    await rider.keyboard.press('Home');
    await expect(days.first()).toBeFocused();
    await expect(days.first()).toBeChecked();
    await rider.keyboard.press('ArrowDown');
    await expect(days.nth(width === 390 ? 7 : 1)).toBeChecked();
    await rider.keyboard.press('ArrowRight');
    const chosen = days.nth(width === 390 ? 8 : 2);
    await expect(chosen).toBeFocused();
    await expect(chosen).toHaveAccessibleName(/^\w{3} \d+ \w{3}, \$\d{3}(, .+)?$/);
    await expect(rider.getByLabel('Pickup Date')).toHaveValue(await chosen.inputValue());

    await rider.getByRole('button', { name: 'Add a stop' }).click();
    await rider.keyboard.press('Escape');
    await rider.getByRole('switch', { name: 'Booking for someone else' }).click();
    expect(await accessibilityFaults(rider)).toEqual([]);
  });
}
