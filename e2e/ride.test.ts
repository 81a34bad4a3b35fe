import { bookRide, fillBookingForm, payByCard } from './testing/book.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { acceptOffer, completeRide, startEarly } from './testing/drive.ts';
import { openDriver, openRider, signUpRider } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a ride updates live from booking to completion in the windows of its rider and driver', async ({
  browser,
}) => {
  const driver = await openDriver(browser);
  await driver.goto('/driver');
  await expect(driver.getByRole('heading', { name: 'Available Ride Requests' })).toBeVisible();
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();

  const rider = await openRider(browser);
  const dropoff = await bookRide(rider);
  // Once a later offer is shown, an offer of this ride would be shown too.
  const later = await bookPaidRide(await signUpRider(browser));
  await expect(driver.getByRole('article', { name: later.dropoff })).toBeVisible();
  await expect(driver.getByText(dropoff)).toHaveCount(0);

  await payByCard(rider);
  await expect(rider.getByText('Payment Successful').first()).toBeVisible();
  const offer = driver.getByRole('article', { name: dropoff });
  await expect(offer).toBeVisible();
  await rider.waitForURL('**/my-rides');

  await acceptOffer(driver, offer);
  const ride = rider.getByRole('article', { name: dropoff });
  await expect(ride.getByText(/^Your driver is booked for Tue /)).toBeVisible();

  await driver.goto('/driver-rides');
  const job = driver.getByRole('article', { name: dropoff });
  await startEarly(driver, job);
  await expect(ride.getByText('Ride in progress')).toBeVisible();

  await completeRide(driver, job, 3);
  await expect(driver.getByText('Ride completed!').first()).toBeVisible();
  const completed = rider.getByRole('region', { name: 'Completed Rides' });
  await expect(completed.getByText(dropoff)).toBeVisible();
});

test('a double click on Start Ride starts the ride and does not complete it', async ({ browser }) => {
  const driver = await openDriver(browser, 'nora');
  const rider = await signUpRider(browser);
  const { dropoff } = await bookPaidRide(rider);
  await driver.goto('/driver');
  const card = driver.getByRole('article', { name: dropoff });
  await acceptOffer(driver, card);
  await expect(card).toHaveCount(0);
  await driver.goto('/driver-rides');
  const completions: string[] = [];
  driver.on('request', (request) => request.url().endsWith('/complete') && completions.push(request.url()));

  await startEarly(driver, card);
  const complete = card.getByRole('button', { name: 'Complete Ride' });
  await expect(complete).toBeVisible();
  await driver.mouse.down({ clickCount: 2 });
  await driver.mouse.up({ clickCount: 2 });
  await expect(driver.getByText('Status updated').first()).toBeVisible();
  expect(completions).toEqual([]);

  await completeRide(driver, card, 3);
  await expect(driver.getByText('Ride completed!').first()).toBeVisible();
  expect(completions).toHaveLength(1);
});

test('the booking form shows the fare once it is filled in', async ({ browser }) => {
  const rider = await openRider(browser);
  await rider.goto('/');
  await expect(rider.getByText('$233.58')).toHaveCount(0);
  await fillBookingForm(rider, { dropoff: 'Allegiant Stadium' });
  await expect(rider.getByText('$233.58')).toBeVisible();
});
