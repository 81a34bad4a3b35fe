import type { BrowserContext, Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { acceptOffer, completeRide } from './testing/drive.ts';
import { openDriver, openRider, signUpRider, siteUrl } from './testing/people.ts';
import { shows } from './testing/shows.ts';
import { expect, test } from './testing/test.ts';

/** Books and pays a ride. Also returns a function that reads the changes in its history. */
async function bookFollowedRide(rider: Page | BrowserContext) {
  const { rideId, dropoff } = await bookPaidRide(rider);
  const changes = async (): Promise<string[]> => {
    const { history } = await (await rider.request.get(`/api/rides/${rideId}`)).json();
    return history.map(({ change }: { change: string }) => change);
  };
  return { dropoff, rideId, changes };
}

const cardOf = (page: Page, dropoff: string) => page.getByRole('article', { name: dropoff });

const expectNoFaults = async (page: Page): Promise<void> =>
  expect(await accessibilityFaults(page)).toEqual([]);

test('a driver takes a ride from on the way to completed, and the rider’s side has each step', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  const { dropoff, changes } = await bookFollowedRide(rider);
  await rider.goto('/my-rides');
  await expect(rider.getByText('Live', { exact: true })).toBeVisible();
  const driver = await openDriver(browser, 'luis');
  await driver.goto('/driver');
  await acceptOffer(driver, cardOf(driver, dropoff));
  await driver.goto('/driver-rides');
  const job = cardOf(driver, dropoff);
  const riders = cardOf(rider, dropoff);
  const step = job.getByRole('listitem').and(job.locator('[aria-current=step]'));

  // The pickup is a week ahead, so every step asks for confirmation.
  await job.getByRole('button', { name: "I'm on my way" }).press('Enter');
  await driver.getByRole('button', { name: 'Yes, tell them' }).click();
  await expect(step).toHaveText(/^On the way\d+:\d\d [AP]M$/);
  await expect(job.getByRole('button', { name: 'Arrived' })).toBeFocused();
  await expect.poll(changes).toContain('en_route');

  await driver.keyboard.press('Enter');
  await driver.getByRole('button', { name: 'Yes, tell them' }).click();
  await expect(step).toHaveText(/^Arrived\d/);
  await expect(job.getByText(/^Free minutes begin at 7:30 PM/)).toBeVisible();
  await expect.poll(changes).toContain('arrived');
  await expectNoFaults(driver);

  await job.getByRole('button', { name: 'Start Ride' }).press('Enter');
  await driver.getByRole('button', { name: 'Start it now' }).click();
  await expect(step).toHaveText(/^In progress\d/);
  await expect(riders.getByText('Ride in progress')).toBeVisible();

  await completeRide(driver, job, 3);
  await expect(driver.getByText('Ride completed!').first()).toBeVisible();
  await expect(rider.getByRole('region', { name: 'Completed Rides' }).getByText(dropoff)).toBeVisible();
  expect(await changes()).toEqual([
    'requested',
    'paid',
    'accepted',
    'en_route',
    'arrived',
    'in_progress',
    'completed',
  ]);
});

test('a ride given back by its driver is offered to other drivers again', async ({ browser }) => {
  const rider = await signUpRider(browser);
  const { dropoff, changes } = await bookFollowedRide(rider);
  const [driver, other] = await Promise.all([openDriver(browser), openDriver(browser, 'nora')]);
  await Promise.all([driver.goto('/driver'), other.goto('/driver')]);
  const offer = cardOf(other, dropoff);
  await expect(offer).toBeVisible();
  await acceptOffer(driver, cardOf(driver, dropoff));
  await expect(offer).toHaveCount(0);
  await driver.goto('/driver-rides');
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();
  const job = cardOf(driver, dropoff);
  const lost = shows(driver, 'No longer your ride').then(() => 'called lost');

  await job.getByRole('button', { name: /^More for / }).press('Enter');
  await expect(driver.getByRole('link', { name: 'Google Maps' })).toBeVisible();
  await expectNoFaults(driver);
  await driver.getByRole('button', { name: 'Give this ride back' }).press('Enter');
  await driver.getByRole('button', { name: 'Give it back' }).click();
  await expect(driver.getByText('Please give a reason.')).toBeVisible();
  await expectNoFaults(driver);
  await driver.getByRole('radio', { name: 'Something else' }).check();
  await driver.getByLabel('What is it?').fill('A tyre is flat');
  await driver.getByRole('button', { name: 'Give it back' }).click();

  await expect(driver.getByText('Ride given back')).toBeVisible();
  await expect(job).toHaveCount(0);
  await expect(offer.getByRole('button', { name: 'Accept Ride' })).toBeVisible();
  expect(await changes()).toEqual(['requested', 'paid', 'accepted', 'given_back']);

  // Accepted in another window, the ride comes back by an event that follows that of its removal.
  const board = await driver.context().newPage();
  await board.goto('/driver');
  await acceptOffer(board, cardOf(board, dropoff));
  const back = expect(job)
    .toBeVisible()
    .then(() => 'back');
  expect(await Promise.race([lost, back])).toBe('back');
});

test('a driver undoes an accept from its toast by keyboard, and the offer is back on the board', async ({
  browser,
}) => {
  const rider = await signUpRider(browser);
  const { dropoff, changes } = await bookFollowedRide(rider);
  const driver = await openDriver(browser, 'nora');
  await driver.goto('/driver');
  const offer = cardOf(driver, dropoff);
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();
  await acceptOffer(driver, offer);
  await expect(offer).toHaveCount(0);

  // Sonner's shortcut moves the focus to the toasts, and Tab to the button.
  await driver.keyboard.press('Alt+KeyT');
  await driver.keyboard.press('Tab');
  await driver.keyboard.press('Tab');
  await expect(driver.getByRole('button', { name: 'Undo' })).toBeFocused();
  await driver.keyboard.press('Enter');

  await expect(driver.getByText('Ride given back')).toBeVisible();
  await expect(offer.getByRole('button', { name: 'Accept Ride' })).toBeVisible();
  expect(await changes()).toEqual(['requested', 'paid', 'accepted', 'given_back']);
});

test('when a rider cancels, the driver sees a notice on the board and on My Rides', async ({ browser }) => {
  const rider = await signUpRider(browser);
  const { dropoff, rideId } = await bookPaidRide(rider);
  const driver = await openDriver(browser);
  await driver.goto('/driver');
  await acceptOffer(driver, cardOf(driver, dropoff));
  await driver.goto('/driver-rides');
  await expect(cardOf(driver, dropoff)).toBeVisible();
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();
  const board = await driver.context().newPage();
  await board.goto('/driver');
  await expect(board.getByText('Live', { exact: true })).toBeVisible();

  const reply = await rider.request.post(`/api/rides/${rideId}/cancel`, {
    headers: { origin: siteUrl() },
    data: { expectedFeeCents: 0 },
  });
  expect(reply.status()).toBe(200);

  for (const page of [driver, board]) {
    const notice = page.getByRole('alert').filter({ hasText: 'Robin cancelled' });
    await expect(notice).toContainText(dropoff);
    await notice.getByRole('button', { name: 'OK' }).click();
    await expect(notice).toHaveCount(0);
  }
  const cancelled = driver.getByRole('region', { name: 'Cancelled Rides' });
  const row = cancelled.getByRole('listitem').filter({ hasText: dropoff });
  await expect(row.getByText('Robin cancelled.')).toBeVisible();
});
