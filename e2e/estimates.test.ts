import type { Browser, Page } from 'playwright/test';
import { openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

/** Opens the estimator and waits until the page is hydrated, because earlier input would be lost. */
async function openEstimator(browser: Browser): Promise<Page> {
  const page = await openVisitor(browser);
  await page.goto('/fare-estimator');
  await expect(page.getByRole('button', { name: 'Calculate' })).toBeEnabled();
  return page;
}

/** Returns the date in Las Vegas this many days from now, YYYY-MM-DD. */
const vegasDate = (daysAhead: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
    Date.now() + daysAhead * 86_400_000,
  );

/** Returns the first upcoming Friday without an event that raises its fares. */
function plainFriday(surgeCalendar: { date: string }[]): string {
  const days = Array.from({ length: 60 }, (_each, index) => vegasDate(index + 1));
  const friday = days.find(
    (day) => new Date(`${day}T00:00Z`).getUTCDay() === 5 && !surgeCalendar.some(({ date }) => date === day),
  );
  if (!friday) throw new Error('Every Friday has an event.');
  return friday;
}

test('the estimator shows a fare line by line, and its link carries the ride over to the booking form', async ({
  browser,
}) => {
  const page = await openEstimator(browser);
  const { surgeCalendar } = await (await page.request.get('/api/config')).json();
  const friday = plainFriday(surgeCalendar);

  await page.getByLabel('Vehicle').selectOption({ label: 'Limousine 10, seats 10' });
  await page.getByLabel('Ride date').fill(friday);
  await page.getByRole('button', { name: 'More hours' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Hours' })).toHaveValue('3.5');
  await page.getByRole('switch', { name: 'Airport pickup' }).click();
  await page.getByRole('button', { name: 'Calculate' }).click();

  const result = page.getByRole('region', { name: 'Fare breakdown' });
  for (const amount of ['$525.00', '$15.75', '$21.00', '$10.00', '$104.72', '$686.47']) {
    await expect(result.getByText(amount, { exact: true }).first()).toBeVisible();
  }
  await expect(result).toContainText('Weekend rate: base fare × 1.25');
  await expect(page.locator('#announcer')).toHaveText('Total $686.47');

  await result.getByRole('link', { name: 'Book this ride' }).click();
  await expect(page).toHaveURL(/\/#booking\?vehicle=limousine-10$/);
  await expect(page.getByLabel('Vehicle Type')).toHaveValue('limousine-10');
  await expect(page.getByLabel('Number of Hours')).toHaveValue('3.5');
  await expect(page.getByLabel('Pickup Date')).toHaveValue(friday);
  await expect(page.getByRole('heading', { name: 'Book a ride' })).toBeInViewport();
});

test('the estimator uses the standard rate when no date is chosen', async ({ browser }) => {
  const page = await openEstimator(browser);
  await page.getByLabel('Vehicle').selectOption('lux-sedan');
  await page.getByRole('button', { name: 'Calculate' }).click();
  const result = page.getByRole('region', { name: 'Fare breakdown' });
  await expect(result).toContainText('Standard day');
  await expect(result).toContainText('$233.58');
});

test('the estimator refuses a missing vehicle, less than one hour, and past dates', async ({ browser }) => {
  const page = await openEstimator(browser);
  const calculate = page.getByRole('button', { name: 'Calculate' });
  const hours = page.getByRole('spinbutton', { name: 'Hours' });

  await calculate.click();
  await expect(page.getByLabel('Vehicle')).toHaveAccessibleDescription('Please choose a vehicle');
  await expect(page.getByLabel('Vehicle')).toBeFocused();

  await page.getByLabel('Vehicle').selectOption('hummer-18');
  await hours.fill('0.5');
  await calculate.click();
  await expect(hours).toHaveAccessibleDescription('Minimum booking is 1 hour');
  await expect(hours).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: 'Minimum booking is 1 hour' })).toBeVisible();

  await hours.fill('2');
  await expect(page.getByLabel('Ride date')).toHaveAttribute('min', vegasDate(0));
  await page.getByLabel('Ride date').fill(vegasDate(-2));
  await calculate.click();
  await expect(page.getByLabel('Ride date')).toHaveAccessibleDescription(
    'Please choose today or a later day',
  );
});

test('the earnings page calculates earnings by vehicle category and hours per week', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.goto('/earnings');
  const row = (name: string) => page.getByRole('row', { name });
  const slider = page.getByRole('slider', { name: 'Hours per week' });

  await page.getByRole('radio', { name: 'Luxury SUV' }).check();
  await expect(slider).toHaveValue('25');
  await expect(row('Weekly')).toContainText('$1,100$1,500$1,300');
  await expect(row('Monthly')).toContainText('$4,763$6,495$5,629');
  await expect(row('Yearly')).toContainText('$57,200$78,000$67,600');

  await page.getByRole('radio', { name: 'Limousine' }).check();
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '60 hours, $5,880 a week on average');
  await slider.press('ArrowLeft');
  await expect(slider).toHaveValue('55');
  await expect(row('Weekly')).toContainText('$4,180$6,600$5,390');
});
