import { expect, type Locator, type Page } from 'playwright/test';
import { addDays, dateInVegas } from '../../common/time.ts';
import { annualEvents } from '../../server/fares/annual-events.ts';

const WEEKDAYS = { tuesday: 2, saturday: 6 };

/** Whether no event of the calendar's own raises a day (YYYY-MM-DD) further. */
const isPlain = (date: string): boolean =>
  annualEvents(Number(date.slice(0, 4))).every(({ firstDay, lastDay }) => date < firstDay || date > lastDay);

/**
 * The first such weekday that is so many days ahead at least, as YYYY-MM-DD: a Tuesday is a standard day, and a Saturday is not. No event
 * raises it, nor the Saturday after a Tuesday.
 */
export function plainDay(weekday: keyof typeof WEEKDAYS, daysAhead: number): string {
  let date = addDays(dateInVegas(new Date()), daysAhead);
  const isWanted = () => new Date(`${date}T00:00Z`).getUTCDay() === WEEKDAYS[weekday];
  while (!isWanted() || !isPlain(date) || (weekday === 'tuesday' && !isPlain(addDays(date, 4)))) {
    date = addDays(date, 1);
  }
  return date;
}

/** When rides are picked up that say nothing else: a plain day, the same for as long as the tests run. */
const DAYS = { tuesday: plainDay('tuesday', 7), saturday: plainDay('saturday', 7) };

/** A pickup date at least a week ahead: a plain Tuesday, or Saturday. */
export const pickupDate = (weekday: keyof typeof WEEKDAYS = 'tuesday'): string => DAYS[weekday];

/** When rides are picked up that say nothing else. */
export const USUAL_TIME = '19:30';

/** Where they are, and whom they are for. */
export const PICKUP = 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd';
export const CUSTOMER = { name: 'Robin Rider', email: 'robin@example.com', phone: '(702) 555-0101' };

/** Fills in the booking form on the page that is open: a lux sedan for three hours on a standard day. */
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

/** A place of its own, by which a ride can be told. */
export function newDropoff(): string {
  rides += 1;
  return `Stage door ${process.pid}-${rides}-${Date.now()}`;
}

/** Books a ride by the form, up to the checkout; returns its drop-off. */
export async function bookRide(page: Page, { time }: { time?: string } = {}): Promise<string> {
  const dropoff = newDropoff();
  await page.goto('/');
  // The form stands before the server has said who is signed in; their name in it says that it has.
  await expect(page.getByLabel('Full Name')).not.toHaveValue('');
  await fillBookingForm(page, { dropoff, ...(time && { time }) });
  await page.getByRole('button', { name: 'Request Ride' }).click();
  await page.waitForURL('**/checkout?*');
  return dropoff;
}

/** Pays on the checkout that is open. */
export async function payByCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await fillInCard(page, number);
  await page.getByRole('button', { name: 'Complete Payment' }).click();
}

/** Pays so many dollars more for a ride, where the page asks for them. */
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
