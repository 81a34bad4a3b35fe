import type { Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { ownMarquee } from './testing/own-marquee.ts';
import { openDriver, openStaff, signUpRider } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

// Uses its own product, because its changes to vehicles and drivers would affect other tests.
test.describe.configure({ mode: 'serial' });

const marquee = ownMarquee();

const PLATE = 'NV 777-NEW';

const expectNoFaults = async (page: Page) => expect(await accessibilityFaults(page)).toEqual([]);

test('an admin records a vehicle, edits it, and takes it out of service', async ({ browser }) => {
  const page = await openStaff(browser, 'admin', marquee.services.web);
  await page.goto('/ops/vehicles');
  const add = page.getByRole('button', { name: 'Add vehicle' });
  await add.click();
  const form = page.getByRole('form', { name: 'Add a vehicle' });
  await form.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(form.getByLabel('Kind')).toBeFocused();
  await expect(form.getByText('Please enter the plate.')).toBeVisible();

  await form.getByLabel('Kind').selectOption('limousine-10');
  await form.getByLabel('What riders look for').fill('White Lincoln Stretch');
  await form.getByLabel('Plate').fill(PLATE.toLowerCase());
  await form.getByLabel('Model year').fill('2023');
  await form.getByText('Lux SUV', { exact: true }).click();
  await form.getByText('Nora Whitfield').click();
  await form.getByRole('button', { name: 'Add a document' }).click();
  await form.getByLabel('Number').fill('R-7');
  await form.getByLabel('Expires').fill('2020-01-31');
  await expectNoFaults(page);
  await form.getByRole('button', { name: 'Add vehicle' }).click();

  const row = page.getByRole('row', { name: PLATE });
  await expect(row).toContainText('Also Lux SUV');
  await expect(row).toContainText('Nora Whitfield');
  await expect(row).toContainText('Registration ended Fri 31 Jan 2020');
  await expect(add).toBeFocused();

  await row.getByRole('button', { name: `Edit ${PLATE}` }).click();
  const edit = page.getByRole('form', { name: `Edit ${PLATE}` });
  await edit.getByLabel('Expires').fill('2035-01-31');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('All in date');

  await row.getByRole('button', { name: `Out of service: ${PLATE}` }).click();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Take out of service' }).click();
  const back = page.getByRole('button', { name: `Put back: ${PLATE}` });
  await expect(back).toBeFocused();
  await page.reload();
  await expect(back).toBeVisible();
});

test('a dispatcher who suspends a driver is shown which ride needs another driver', async ({ browser }) => {
  const { web } = marquee.services;
  const driver = await openDriver(browser, 'sam', web);
  await driver.goto('/driver');
  const rider = await signUpRider(browser, web);
  const { dropoff } = await bookPaidRide(rider, { services: marquee.services });
  const offer = driver.getByRole('article', { name: dropoff });
  await offer.getByRole('button', { name: 'Accept Ride' }).click();
  await expect(driver.getByText('Ride accepted!').first()).toBeVisible();

  const page = await openStaff(browser, 'dispatcher', web);
  await page.goto('/ops/drivers');
  await page.getByRole('link', { name: 'Sam Ortega' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sam Ortega' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit documents and hours' })).toHaveCount(0);
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The insurance card is out of date.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();

  await expect(dialog.getByRole('list', { name: '1 ride needs another driver' })).toContainText(dropoff);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('The insurance card is out of date.')).toBeVisible();
  await page.getByRole('link', { name: 'Drivers' }).last().click();
  await expect(page.getByRole('row', { name: /Sam Ortega/ })).toContainText('Suspended since');
});
