import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { acceptOffer } from './testing/drive.ts';
import { openDriver, openDrivingRider, openRider, openStaff, signUpRider } from './testing/people.ts';
import { shows } from './testing/shows.ts';
import { expect, test } from './testing/test.ts';

test('when one of two drivers accepts an offer, the other sees that it is taken and it disappears', async ({
  browser,
}) => {
  const first = await openDriver(browser);
  const second = await openDriver(browser, 'nora');
  await Promise.all([first.goto('/driver'), second.goto('/driver')]);
  // A driver who connects later would read a list without the accepted ride.
  await expect(second.getByText('Live', { exact: true })).toBeVisible();
  const rider = await signUpRider(browser);
  const { dropoff } = await bookPaidRide(rider);
  const offer = second.getByRole('article', { name: dropoff });
  await expect(offer).toBeVisible();

  const taken = shows(second, 'Taken');
  await acceptOffer(first, first.getByRole('article', { name: dropoff }));
  await taken;
  await expect(offer).toHaveCount(0);
});

test('a driver whose WebSocket is blocked can accept an offer that the board loaded when it opened', async ({
  browser,
}) => {
  const rider = await signUpRider(browser);
  const { dropoff } = await bookPaidRide(rider);
  const driver = await openDriver(browser, 'luis');
  await driver.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await driver.goto('/driver');
  const offer = driver.getByRole('article', { name: dropoff });
  await expect(driver.getByText(/^Requests below are from /)).toBeVisible();

  await acceptOffer(driver, offer);

  await expect(offer).toHaveCount(0);
  await driver.goto('/driver-rides');
  await expect(offer.getByRole('button', { name: 'Start Ride' })).toBeVisible();
});

test('a driver and a dispatcher are warned that a shared vehicle is in use, and the driver accepts anyway', async ({
  browser,
}) => {
  const rider = await signUpRider(browser);
  const dropoffs: string[] = [];
  for (let ride = 0; ride < 3; ride += 1) {
    dropoffs.push((await bookPaidRide(rider)).dropoff);
  }
  const [first, second, third = ''] = dropoffs;
  const [luis, nora] = [await openDriver(browser, 'luis'), await openDriver(browser, 'nora')];
  await Promise.all([luis.goto('/driver'), nora.goto('/driver')]);
  await acceptOffer(luis, luis.getByRole('article', { name: first }));

  const offer = nora.getByRole('article', { name: second });
  await offer.getByRole('button', { name: 'Accept Ride' }).click();
  const dialog = nora.getByRole('dialog');
  await expect(dialog).toContainText(/NV 904-LRT is with Luis from 7:30 PM until 10:30 PM\./);
  expect(await accessibilityFaults(nora)).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await acceptOffer(nora, offer);
  await expect(offer).toHaveCount(0);

  const staff = await openStaff(browser, 'dispatcher');
  await staff.goto(`/ops?q=${encodeURIComponent(third)}`);
  await expect(staff.getByText('Live', { exact: true })).toBeVisible();
  await staff.getByRole('row').filter({ hasText: third }).click();
  await staff.getByRole('button', { name: 'Assign driver' }).click();
  await staff.getByRole('option', { name: /^Nora Whitfield/ }).click();
  await expect(staff.getByRole('alert')).toContainText(
    /NV 904-LRT is with Luis .+ from 7:30 PM until 10:30 PM\./,
  );
});

test('an offer does not show the rider’s name, phone number or email', async ({ browser }) => {
  const driver = await openDriver(browser);
  await driver.goto('/driver');
  const rider = await signUpRider(browser);
  const { dropoff } = await bookPaidRide(rider);
  const offer = driver.getByRole('article', { name: dropoff });
  await expect(offer).toBeVisible();
  await expect(offer).not.toContainText('Robin');
  await expect(offer).not.toContainText('555-0101');
  await expect(offer).not.toContainText('@');
});

test('two windows of one browser keep different roles, each by the page it opened, also after a reload', async ({
  browser,
}) => {
  const first = await openDrivingRider(browser);
  const second = await first.context().newPage();
  await first.goto('/my-rides');
  await second.goto('/driver');
  const asRider = first.getByRole('button', { name: /^Rider: Robin Rider/ });
  const asDriver = second.getByRole('button', { name: /^Driver: Luis/ });

  for (const reload of [false, true]) {
    if (reload) await Promise.all([first.reload(), second.reload()]);
    await expect(asRider).toBeVisible();
    await expect(first.getByText('Book a ride to get started')).toBeVisible();
    await expect(asDriver).toBeVisible();
    await expect(second.getByText('Live', { exact: true })).toBeVisible();
  }

  await first.goto('/about');
  await expect(asRider).toBeVisible();
  await second.goto('/about');
  await expect(asDriver).toBeVisible();
});

test('a rider who is not a driver sees a sign-in prompt and no offers on the driver board', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  await rider.goto('/driver');
  await expect(rider.getByText('This page is for drivers')).toBeVisible();
  await expect(rider.getByRole('link', { name: 'Sign in as a driver' })).toBeVisible();
  await expect(rider.getByRole('button', { name: 'Accept Ride' })).toHaveCount(0);
});
