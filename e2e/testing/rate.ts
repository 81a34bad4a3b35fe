import type { Page } from 'playwright/test';
import { payMore } from './book.ts';
import { expect } from './test.ts';

interface Rating {
  /** The driver's name on the card. */
  driver: string;
  /** The label of the star, such as `4 of 5, Very good`. */
  stars: string;
  /** The share of the fare, such as `18%`. */
  share: string;
  /** The resulting amount, such as `$29.70`. */
  tip: string;
}

/** Rates the driver on the page of a completed ride and pays the tip. */
export async function rateAndTip(rider: Page, { driver, stars, share, tip }: Rating): Promise<void> {
  const card = rider.getByRole('region', { name: `How was the ride with ${driver}?` });
  await card.getByRole('radio', { name: stars }).check({ force: true });
  await card.getByRole('radio', { name: new RegExp(`^${share}`) }).check({ force: true });
  await card.getByRole('button', { name: `Send, and tip ${tip}` }).click();
  await payMore(rider.getByRole('region', { name: `Tip of ${tip}` }), tip);
  await expect(rider.getByRole('heading', { name: 'Thank you' })).toBeVisible();
}
