import type { Page } from 'playwright';

/** Types a card that is good until April 2039 into the form of a page. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('0439');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('89109');
}
