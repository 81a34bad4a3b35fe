import type { Locator, Page } from 'playwright/test';
import { expect } from './test.ts';

/** Accepts an offer on the dashboard, even if it overlaps a ride that another test gave to the driver. */
export async function acceptOffer(driver: Page, offer: Locator): Promise<void> {
  await offer.getByRole('button', { name: 'Accept Ride' }).click();
  const anyway = driver.getByRole('button', { name: 'Accept anyway' });
  const accepted = driver.getByText('Ride accepted!').first();
  await expect(anyway.or(accepted).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(accepted).toBeVisible();
}

/** Starts a ride of My Rides. As its pickup is a week ahead, the page asks for confirmation. */
export async function startEarly(driver: Page, job: Locator): Promise<void> {
  await job.getByRole('button', { name: 'Start Ride' }).click();
  await driver.getByRole('button', { name: 'Start it now' }).click();
}

/** Completes a ride for the fare of the hours used, half an hour by default. */
export async function completeRide(driver: Page, job: Locator, hours = 0.5): Promise<void> {
  await job.getByRole('button', { name: 'Complete Ride' }).press('Enter');
  const dialog = driver.getByRole('dialog');
  for (let used = 0.5; used < hours; used += 0.5) {
    await dialog.getByRole('button', { name: 'More hours' }).click();
  }
  await dialog.getByRole('button', { name: 'Complete Ride' }).click();
}
