import type { Page } from 'playwright/test';
import { payMore } from './book.ts';
import { expect } from './test.ts';

interface Rating {
  /** Of whom, as the card asks. */
  driver: string;
  /** As the star says: `4 of 5, Very good`. */
  stars: string;
  /** The share of the fare: `18%`. */
  share: string;
  /** What that comes to: `$29.70`. */
  tip: string;
}

/** Rates the driver on the page of a completed ride, and pays the tip, as its rider does. */
export async function rateAndTip(rider: Page, { driver, stars, share, tip }: Rating): Promise<void> {
  const card = rider.getByRole('region', { name: `How was the ride with ${driver}?` });
  await card.getByRole('radio', { name: stars }).check({ force: true });
  await card.getByRole('radio', { name: new RegExp(`^${share}`) }).check({ force: true });
  await card.getByRole('button', { name: `Send, and tip ${tip}` }).click();
  await payMore(rider.getByRole('region', { name: `Tip of ${tip}` }), tip);
  await expect(rider.getByRole('heading', { name: 'Thank you' })).toBeVisible();
}
