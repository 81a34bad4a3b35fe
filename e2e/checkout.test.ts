import type { Page } from 'playwright/test';
import { bookRide, payByCard } from './testing/book.ts';
import { openRider } from './testing/people.ts';
import { shows } from './testing/shows.ts';
import { expect, test } from './testing/test.ts';

const NEEDS_CODE = '4000 0000 0000 3220';

const complete = (page: Page) => page.getByRole('button', { name: 'Complete Payment' }).click();

test.describe('a declined card charges nothing, and the rider can pay with another card', () => {
  for (const [number, message] of [
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
  ] as const) {
    test(message, async ({ browser }) => {
      const rider = await openRider(browser);
      await bookRide(rider);
      await payByCard(rider, number);
      const alert = rider.getByRole('alert').filter({ hasText: 'You have not been charged.' });
      await expect(alert).toContainText(message);

      await payByCard(rider);
      await expect(rider.getByText('Payment Successful').first()).toBeVisible();
    });
  }
});

test('a ride is paid once its card passes 3-D Secure', async ({ browser }) => {
  const rider = await openRider(browser);
  const dropoff = await bookRide(rider);
  await payByCard(rider, NEEDS_CODE);
  await rider.getByRole('button', { name: 'Complete authentication' }).click();
  await rider.waitForURL('**/my-rides');
  await expect(rider.getByRole('article', { name: dropoff })).toContainText('Paid');
});

test('a payment whose 3-D Secure fails or is abandoned charges nothing', async ({ browser }) => {
  const rider = await openRider(browser);
  await bookRide(rider);
  await payByCard(rider, NEEDS_CODE);
  await rider.getByRole('button', { name: 'Fail authentication' }).click();
  const alert = rider.getByRole('alert').filter({ hasText: 'You have not been charged.' });
  await expect(alert).toContainText('We are unable to authenticate your payment method.');

  await complete(rider);
  await expect(rider.getByRole('button', { name: 'Complete authentication' })).toBeVisible();
  await rider.keyboard.press('Escape');
  await expect(alert).toContainText('We are unable to authenticate your payment method.');
});

test('the checkout URL does not contain the client secret, and payment works after a reload', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  await bookRide(rider);
  await expect(rider.getByRole('button', { name: 'Complete Payment' })).toBeVisible();
  expect(rider.url()).not.toContain('secret');

  await rider.reload();
  await payByCard(rider);
  await expect(rider.getByText('Payment Successful').first()).toBeVisible();
});

test('an unpaid ride is listed in My Rides and can be paid from there', async ({ browser }) => {
  const rider = await openRider(browser);
  const dropoff = await bookRide(rider);
  await rider.goto('/my-rides');
  const ride = rider.getByRole('article', { name: dropoff });
  await expect(ride).toContainText('Awaiting payment');
  await ride.getByRole('button', { name: 'Pay now' }).click();
  await payByCard(rider);
  await rider.waitForURL('**/my-rides');
  await expect(ride).toContainText('Paid');
});

test('the booking form, reached by Back from the checkout or after a reload, shows the unpaid ride, which can be paid from there', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  const dropoff = await bookRide(rider);
  await expect(rider.getByRole('button', { name: 'Complete Payment' })).toBeVisible();

  await rider.goBack();

  const unpaid = rider.getByRole('article', { name: `Bellagio Hotel & Casino to ${dropoff}` });
  await expect(unpaid).toBeInViewport({ ratio: 1 });
  await expect(unpaid).toContainText(/Held until \d+:\d\d [AP]M P[SD]T/);
  await expect(rider.getByLabel('Drop-off location')).toHaveValue('');
  await rider.reload();
  await unpaid.getByRole('button', { name: 'Pay now' }).click();
  await payByCard(rider);
  await rider.waitForURL('**/my-rides');
});

test('a ride paid in one tab is confirmed in a second tab, and its checkout then shows that it is paid', async ({
  browser,
}) => {
  const first = await openRider(browser);
  await bookRide(first);
  const second = await first.context().newPage();
  const address = new URL(first.url());
  await second.goto(`${address.pathname}${address.search}`);
  await expect(second.getByRole('button', { name: 'Complete Payment' })).toBeVisible();
  // Shown for two seconds before the page continues.
  const booked = shows(second, 'Payment Successful');
  await payByCard(first);

  await booked;
  await expect(second.getByRole('button', { name: 'Complete Payment' })).toHaveCount(0);
  await Promise.all([first.waitForURL('**/my-rides'), second.waitForURL('**/my-rides')]);
  await second.goto(`${address.pathname}${address.search}`);
  await expect(second.getByText('Already paid')).toBeVisible();
});

test('the checkout of another rider’s ride cannot be opened', async ({ browser }) => {
  const rider = await openRider(browser);
  await bookRide(rider);
  const address = new URL(rider.url());
  const other = await openRider(browser);
  await other.goto(`${address.pathname}${address.search}`);
  await expect(other.getByText('Ride not found')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Complete Payment' })).toHaveCount(0);
});

test('the checkout without parameters redirects to the home page', async ({ browser }) => {
  const rider = await openRider(browser);
  await rider.goto('/checkout');
  await expect(rider).toHaveURL(/\/$/);
});
