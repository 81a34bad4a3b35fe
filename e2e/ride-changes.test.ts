import type { Browser, Page } from 'playwright/test';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { acceptOffer } from './testing/drive.ts';
import { BESIDE, fakeVisibility, HIDDEN, IN_USE, put } from './testing/fake-visibility.ts';
import { openDriver, openRider } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { untilConnected } from './testing/until-connected.ts';

/** Opens a page that shows no ride, and waits for its connection. */
async function openAbout(page: Page): Promise<void> {
  await fakeVisibility(page);
  const connected = untilConnected(page);
  await page.goto('/about');
  await connected;
}

/** Books and pays a ride, and opens the board of a driver who receives its offer. */
async function bookPaid(browser: Browser, time: string) {
  const rider = await openRider(browser);
  const { rideId, dropoff } = await bookPaidRide(rider, { time });
  const driver = await openDriver(browser, 'nora');
  await driver.goto('/driver');
  const cardOf = (page: Page) => page.getByRole('article', { name: dropoff });
  return { rider, driver, dropoff, rideId, cardOf };
}

/** Notes what a page announces from now on. @returns a function that returns it, oldest first */
async function noteAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const texts = await page.evaluateHandle(() => {
    const announcer = document.querySelector('#announcer');
    const noted: string[] = [];
    const note = () => void (announcer?.textContent && noted.push(announcer.textContent));
    if (announcer) new MutationObserver(note).observe(announcer, { childList: true, subtree: true });
    return noted;
  });
  return () => texts.jsonValue();
}

const toasts = (page: Page) => page.locator('[data-sonner-toast]');

test('a rider on another page is notified by toast, title and announcement that a driver has accepted', async ({
  browser,
}) => {
  const { rider, driver, dropoff, rideId, cardOf } = await bookPaid(browser, '01:00');
  await openAbout(rider);
  const title = await rider.title();
  await put(rider, BESIDE);

  await acceptOffer(driver, cardOf(driver));

  await expect(toasts(rider)).toContainText('Nora is your driver');
  // The toast stays while the pointer is on it.
  await toasts(rider).hover();
  await expect(toasts(rider)).toContainText(dropoff);
  await expect(rider.locator('#announcer')).toHaveText(/^Nora is your driver\. .* to Stage door/);
  await expect(rider).toHaveTitle(`(1) ${title}`);

  await put(rider, IN_USE);
  await expect(rider).toHaveTitle(title);
  await toasts(rider).getByRole('link', { name: 'Show' }).click();
  await rider.waitForURL(`**/my-rides/${rideId}`);
  await expect(toasts(driver).filter({ hasText: 'is your driver' })).toHaveCount(0);
});

test('of three windows only the one in view shows a toast, and the others do not repeat it later', async ({
  browser,
}) => {
  const { rider: seen, driver, cardOf } = await bookPaid(browser, '05:00');
  const others = [await seen.context().newPage(), await seen.context().newPage()];
  for (const page of [seen, ...others]) await openAbout(page);
  const title = await seen.title();
  for (const page of others) await put(page, HIDDEN);
  await acceptOffer(driver, cardOf(driver));
  await expect(toasts(seen)).toContainText('Nora is your driver');
  for (const page of others) await expect(page).toHaveTitle(title);

  await put(seen, HIDDEN);
  await driver.goto('/driver-rides');
  await cardOf(driver).getByRole('button', { name: "I'm on my way" }).click();
  await driver.getByRole('button', { name: 'Yes, tell them' }).click();
  for (const page of [seen, ...others]) await expect(page).toHaveTitle(`(1) ${title}`);

  const [first, second] = others;
  if (!first || !second) throw new Error('There are two.');
  await put(first, IN_USE);
  await expect(toasts(first)).toContainText('Nora is on the way');
  await expect(toasts(first)).toHaveCount(1);
  for (const page of [seen, ...others]) await expect(page).toHaveTitle(title);
  await put(first, HIDDEN);
  const announced = await noteAnnouncements(second);
  await put(second, IN_USE);
  await cardOf(driver).getByRole('button', { name: 'Arrived' }).click();
  await driver.getByRole('button', { name: 'Yes, tell them' }).click();
  // Every toast is announced, so the second window shows one about this change only.
  await expect(toasts(second)).toContainText('Nora is at the pickup');
  await expect.poll(announced).toEqual([expect.stringMatching(/^Nora is at the pickup/)]);
});
