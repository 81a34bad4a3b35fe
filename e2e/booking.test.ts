import { bookRide, fillBookingForm, payByCard } from './testing/book.ts';
import { holdRequests } from './testing/hold-requests.ts';
import { openDrivingRider, openRider, openVisitor, RIDER_PASSWORD } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

test('the booking form reports one problem at a time, in order, and marks the invalid field', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  await rider.goto('/');
  const request = rider.getByRole('button', { name: 'Request Ride' });
  const toast = rider.locator('[data-sonner-toast][data-visible=true]');

  await expect(rider.getByLabel('Full Name')).toHaveValue('Robin Rider');
  await rider.getByLabel('Full Name').fill('');
  await request.click();
  await expect(toast).toContainText('Contact information required');
  await expect(rider.getByLabel('Full Name')).toBeFocused();
  await expect(rider.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true');

  await rider.getByLabel('Full Name').fill('Robin Rider');
  await rider.getByLabel('Email Address').fill('robin@nowhere');
  await request.click();
  await expect(toast).toContainText('Invalid email');

  await rider.getByLabel('Email Address').fill('robin@example.com');
  await request.click();
  await expect(toast).toContainText('Missing information');
  await expect(toast).toHaveCount(1);

  await rider.getByLabel('Pickup location').fill('Bellagio');
  await rider.getByLabel('Drop-off location').fill('Sphere');
  await request.click();
  await expect(toast).toContainText('Missing date/time');
  expect(await rider.getByLabel('Drop-off location').inputValue()).toBe('Sphere');
});

test('a visitor who signs in while booking keeps the filled-in form and can then book', async ({
  browser,
}) => {
  const somebody = await openRider(browser);
  const { rider } = await (await somebody.request.get('/api/session')).json();

  const page = await openVisitor(browser);
  await page.goto('/');
  await fillBookingForm(page, { dropoff: 'Sphere' });
  await page.getByRole('button', { name: 'Request Ride' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await expect(dialog).toContainText('Please log in to book a ride.');
  await dialog.getByLabel('Email address').fill(rider.username);
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toContainText('Email or password is incorrect');
  await dialog.getByLabel('Password', { exact: true }).fill(RIDER_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  await expect(page.getByLabel('Drop-off location')).toHaveValue('Sphere');
  await page.getByRole('button', { name: 'Request Ride' }).click();
  await page.waitForURL('**/checkout?*');
});

test('a booking requested before the session is known is sent once the session has loaded', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  const answer = await holdRequests(rider, '**/api/session');
  await rider.goto('/');
  await fillBookingForm(rider, { dropoff: 'Sphere' });

  await rider.getByRole('button', { name: 'Request Ride' }).click();
  await expect(rider.getByRole('button', { name: 'Requesting...' })).toBeVisible();
  answer();
  await rider.waitForURL('**/checkout?*');
});

test('a double click books one ride', async ({ browser }) => {
  const rider = await openRider(browser);
  const posts: string[] = [];
  rider.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/rides')) posts.push(request.url());
  });
  await rider.goto('/');
  await fillBookingForm(rider, { dropoff: 'Sphere' });
  await rider.getByRole('button', { name: 'Request Ride' }).dblclick();
  await rider.waitForURL('**/checkout?*');
  expect(posts).toHaveLength(1);
});

test('booking while acting as a driver switches to the rider role, and My Rides shows the ride', async ({
  browser,
}) => {
  const page = await openDrivingRider(browser);
  const dropoff = await bookRide(page);
  await payByCard(page);
  await page.waitForURL('**/my-rides');
  await expect(page.getByRole('article', { name: dropoff })).toContainText('Paid');
});

test('the header shows who is signed in even if the first session request fails', async ({ browser }) => {
  const rider = await openRider(browser);
  await rider.route('**/api/session', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await rider.goto('/about');
  await expect(rider.getByRole('button', { name: 'Rider: Robin Rider, account' }).first()).toBeVisible();
});

test('the booking form shows a surge tier even if the first config request fails', async ({ browser }) => {
  const rider = await openRider(browser);
  const { surgeCalendar } = await (await rider.request.get('/api/config')).json();
  const [event] = surgeCalendar;
  await rider.route('**/api/config', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await rider.goto('/');

  await rider.getByLabel('Pickup Date').fill(event.date);
  await expect(
    rider.getByText(`${event.name}, ${event.tier.replace('-', ' ')} rate: base fare ×`),
  ).toBeVisible();
});

test('addresses are suggested and chosen by keyboard, and an airport pickup adds its fee', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  await rider.goto('/');
  const pickup = rider.getByRole('combobox', { name: 'Pickup location' });
  await pickup.fill('las vegas');
  await expect(rider.getByRole('listbox').getByRole('option')).toHaveCount(8);
  await pickup.fill('terminal 1');
  await pickup.press('ArrowDown');
  await pickup.press('Enter');
  await expect(pickup).toHaveValue('Harry Reid International Airport, Terminal 1, 5757 Wayne Newton Blvd');
  await rider.getByRole('combobox', { name: 'Drop-off location' }).fill('Sphere');
  await rider.keyboard.press('Escape');
  await expect(rider.getByText('Airport pickup fee')).toBeVisible();
});

test('a vehicle in the URL hash is selected in the booking form, and an unknown vehicle is ignored', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  await rider.goto('/#booking?vehicle=hummer-18');
  // By label, because the vehicle's name also occurs in the fleet section.
  const vehicle = rider.getByLabel('Vehicle Type');
  await expect(vehicle).toHaveValue('hummer-18');
  await rider.evaluate(() => {
    location.hash = 'booking?vehicle=submarine';
  });
  await expect(vehicle).toHaveValue('hummer-18');
  await rider.evaluate(() => {
    location.hash = 'booking?vehicle=shuttle-45';
  });
  await expect(vehicle).toHaveValue('shuttle-45');
});
