import type { Locator, Page } from 'playwright/test';
import { expect } from './test.ts';

/** Accepts an offer on the dashboard; anyway where it overlaps a ride that another test left the driver with. */
export async function acceptOffer(driver: Page, offer: Locator): Promise<void> {
  await offer.getByRole('button', { name: 'Accept Ride' }).click();
  const anyway = driver.getByRole('button', { name: 'Accept anyway' });
  const accepted = driver.getByText('Ride accepted!').first();
  await expect(anyway.or(accepted).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(accepted).toBeVisible();
}

/** Starts a ride of My Rides although its pickup is a week ahead, which the demo asks about. */
export async function startEarly(driver: Page, job: Locator): Promise<void> {
  await job.getByRole('button', { name: 'Start Ride' }).click();
  await driver.getByRole('button', { name: 'Start it now' }).click();
}

/** Completes a ride for the fare that its hours used come to: half an hour unless told. */
export async function completeRide(driver: Page, job: Locator, hours = 0.5): Promise<void> {
  await job.getByRole('button', { name: 'Complete Ride' }).press('Enter');
  const dialog = driver.getByRole('dialog');
  for (let used = 0.5; used < hours; used += 0.5) {
    await dialog.getByRole('button', { name: 'More hours' }).click();
  }
  await dialog.getByRole('button', { name: 'Complete Ride' }).click();
}
