import { expect, type Locator, type Page } from 'playwright/test';
import { addDays, dateInVegas } from '../../common/time.ts';
import { annualEvents } from '../../server/fares/annual-events.ts';

const WEEKDAYS = { tuesday: 2, saturday: 6 };

/** Whether no annual event raises fares on a day (YYYY-MM-DD). */
const isPlain = (date: string): boolean =>
  annualEvents(Number(date.slice(0, 4))).every(({ firstDay, lastDay }) => date < firstDay || date > lastDay);

/**
 * Returns the first such weekday at least this many days ahead, as YYYY-MM-DD. Tuesdays are standard days,
 * Saturdays are not. No event raises that day, nor the Saturday after a Tuesday.
 */
export function plainDay(weekday: keyof typeof WEEKDAYS, daysAhead: number): string {
  let date = addDays(dateInVegas(new Date()), daysAhead);
  const isWanted = () => new Date(`${date}T00:00Z`).getUTCDay() === WEEKDAYS[weekday];
  while (!isWanted() || !isPlain(date) || (weekday === 'tuesday' && !isPlain(addDays(date, 4)))) {
    date = addDays(date, 1);
  }
  return date;
}

/** Default pickup dates: plain days that stay the same while the tests run. */
const DAYS = { tuesday: plainDay('tuesday', 7), saturday: plainDay('saturday', 7) };

/** Returns a pickup date at least a week ahead: a plain Tuesday or Saturday. */
export const pickupDate = (weekday: keyof typeof WEEKDAYS = 'tuesday'): string => DAYS[weekday];

/** Default pickup time. */
export const USUAL_TIME = '19:30';

/** Default pickup location and customer. */
export const PICKUP = 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd';
export const CUSTOMER = { name: 'Robin Rider', email: 'robin@example.com', phone: '(702) 555-0101' };

/** Fills in the booking form on the open page: a lux sedan for three hours on a standard day. */
export async function fillBookingForm(
  page: Page,
  { dropoff, time = USUAL_TIME }: { dropoff: string; time?: string },
): Promise<void> {
  await page.getByLabel('Pickup location').fill(PICKUP);
  await page.getByLabel('Drop-off location').fill(dropoff);
  await page.keyboard.press('Escape');
  await page.getByLabel('Pickup Date').fill(pickupDate());
  await page.getByLabel('Pickup Time').fill(time);
  await page.getByLabel('Full Name').fill(CUSTOMER.name);
  await page.getByLabel('Email Address').fill(CUSTOMER.email);
  await page.getByLabel('Phone Number').fill(CUSTOMER.phone);
}

let rides = 0;

/** Returns a unique drop-off, which identifies a ride. */
export function newDropoff(): string {
  rides += 1;
  return `Stage door ${process.pid}-${rides}-${Date.now()}`;
}

/** Books a ride with the form, up to the checkout. Returns its drop-off. */
export async function bookRide(page: Page, { time }: { time?: string } = {}): Promise<string> {
  const dropoff = newDropoff();
  await page.goto('/');
  // The form is visible before the session is loaded. The user's name in it shows that it is.
  await expect(page.getByLabel('Full Name')).not.toHaveValue('');
  await fillBookingForm(page, { dropoff, ...(time && { time }) });
  await page.getByRole('button', { name: 'Request Ride' }).click();
  await page.waitForURL('**/checkout?*');
  return dropoff;
}

/** Pays on the open checkout. */
export async function payByCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await fillInCard(page, number);
  await page.getByRole('button', { name: 'Complete Payment' }).click();
}

/** Pays an additional amount for a ride, such as `$73.93`, where the page asks for it. */
export async function payMore(within: Locator, dollars: string): Promise<void> {
  await fillInCard(within);
  await within.getByRole('button', { name: `Pay ${dollars}` }).click();
}

async function fillInCard(within: Page | Locator, number = '4242 4242 4242 4242'): Promise<void> {
  await within.getByLabel('Card number').fill(number);
  await within.getByLabel('Expiration date').fill('04 / 34');
  await within.getByLabel('Security code').fill('123');
  await within.getByLabel('ZIP code').fill('89109');
}
