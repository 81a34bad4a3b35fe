import type { Browser, Page } from 'playwright/test';
import { payByCard, payMore, pickupDate } from './testing/book.ts';
import { expectLedgerInOrder } from './testing/check-ledger.ts';
import { openConfirmedRider } from './testing/confirmed-rider.ts';
import { expectMails, readAttachment } from './testing/mailbox.ts';
import { ownMarquee } from './testing/own-marquee.ts';
import { openDriversPhone, openStaff, openVisitor, PHONE } from './testing/people.ts';
import { rateAndTip } from './testing/rate.ts';
import { expect, test } from './testing/test.ts';
import { watchNoise } from './testing/watch-noise.ts';

test.setTimeout(240_000);

// Uses its own product, because the Drive view shows the next ride, and the ledger check covers all payments.
const marquee = ownMarquee();

/**
 * Prices in dollars of a lux sedan from the airport on a standard day with 18% gratuity: fares by hours, and
 * the price of each step.
 */
const FARE = { threeHours: '$245.38', fourHours: '$319.31', fourAndAHalf: '$356.28' };
const MORE = { fromThreeToFour: '$73.93', halfAnHour: '$36.97', tip: '$49.50' };
/** A position on the way to the airport. */
const START = { latitude: 36.12, longitude: -115.17 };
const ALL_PAID = '$405.78';
/** The driver's share by hours, and with the tip: 80% of the base rate and the whole gratuity. */
const SHARE = { threeHours: '$169.43', fourHours: '$224.71', fourAndAHalf: '$252.35', tipped: '$301.85' };

const shown = (page: Page, text: string | RegExp) => page.getByText(text).locator('visible=true').first();
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const tap = (phone: Page, name: string) => phone.getByRole('button', { name, exact: true }).tap();

/**
 * Taps a button that appeared where another one was. Retries until it is gone, because a tap right after the
 * first counts as a double tap and is ignored.
 */
const tapThere = (phone: Page, name: string) =>
  expect(async () => {
    await tap(phone, name);
    await expect(phone.getByRole('button', { name, exact: true })).toHaveCount(0, { timeout: 2_000 });
  }).toPass();

/**
 * Returns the documents that a page loads or navigates to from now on. Without any, everything it
 * shows arrived live.
 */
function watchLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && loads.push(frame.url()));
  return loads;
}

/** Books three hours from the airport for a friend who lands there, up to the payment. */
async function bookForFriend(rider: Page): Promise<string> {
  await rider.goto('/');
  await expect(rider.getByLabel('Full Name')).not.toHaveValue('');
  await rider
    .getByLabel('Pickup location')
    .fill('Harry Reid International Airport, Terminal 1, 5757 Wayne Newton Blvd');
  await rider.getByLabel('Drop-off location').fill('Bellagio Hotel & Casino, 3600 S Las Vegas Blvd');
  await rider.keyboard.press('Escape');
  await rider.getByLabel('Flight number').fill('wn1482');
  await rider.getByLabel('Pickup Date').fill(pickupDate());
  await rider.getByLabel('Pickup Time').fill('19:30');
  await rider.getByRole('switch', { name: 'Booking for someone else' }).click();
  await rider.getByLabel('Passenger Name').fill('Jordan Lee');
  await rider.getByLabel('Passenger Phone').fill('(702) 555-0134');
  await rider.getByRole('button', { name: 'Request Ride' }).click();
  await rider.waitForURL('**/checkout?*');
  await expect(rider.getByRole('region', { name: 'Your ride' }).getByText(FARE.threeHours)).toBeVisible();
  return new URL(rider.url()).searchParams.get('rideId') ?? '';
}

/** Moves the ride by half an hour and adds an hour, which has to be paid first. */
async function editTime(rider: Page): Promise<void> {
  await rider.getByRole('button', { name: /^Edit ride/ }).click();
  const dialog = rider.getByRole('dialog', { name: 'Edit this ride' });
  await dialog.getByLabel('Pickup Time').fill('20:00');
  await dialog.getByLabel('Number of Hours').fill('4');
  await expect(dialog.getByRole('row', { name: /^Fare/ })).toContainText(FARE.threeHours);
  await expect(dialog.getByRole('row', { name: /^Fare/ })).toContainText(FARE.fourHours);
  await dialog.getByRole('button', { name: `Pay ${MORE.fromThreeToFour}` }).click();
  await payMore(rider.getByRole('dialog', { name: `Pay ${MORE.fromThreeToFour}` }), MORE.fromThreeToFour);
}

/** Shares the trip and returns its link. */
async function shareTrip(rider: Page): Promise<string> {
  await rider.getByRole('button', { name: 'Share trip' }).click();
  await rider.getByRole('button', { name: 'Get a link' }).click();
  const link = await rider.getByLabel('Trip link').inputValue();
  await rider.keyboard.press('Escape');
  return link;
}

/** Opens the other windows: My Rides in a second one, the friend's phone, and the console with the ride. */
async function openOthers(browser: Browser, rider: Page, rideId: string) {
  const { web } = marquee.services;
  const list = await rider.context().newPage();
  await list.goto('/my-rides');
  const card = list.getByRole('article', { name: 'Bellagio' });
  await expect(card).toContainText(FARE.threeHours);
  const staff = await openStaff(browser, 'admin', web);
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.goto(`/ops?ride=${rideId}`);
  const drawer = staff.getByRole('dialog').filter({ hasText: 'Jordan Lee' });
  await expect(drawer.getByText(/^Paid by Visa 4242/)).toBeVisible();
  const friend = await openVisitor(browser, web, PHONE);
  return { list, card, staff, drawer, friend };
}

/** Finds a line of amounts in the console's drawer. */
const moneyOf = (drawer: ReturnType<Page['getByRole']>, label: string) =>
  drawer.locator('dl > div').filter({ hasText: label });

/** Returns the position of the car on each page's map. Leaflet moves it by its style attribute. */
const carsOn = (pages: Page[]) =>
  Promise.all(
    pages.map((page) => page.locator('.map-marker-driver').evaluate((car) => car.getAttribute('style'))),
  );

/** Moves the phone by a hundred yards every second and a half until the car has moved on every page's map. */
async function driveUntilSeen(phone: Page, pages: Page[]): Promise<void> {
  for (const page of pages) await expect(page.locator('.map-marker-driver')).toBeVisible();
  const before = await carsOn(pages);
  let { latitude, longitude } = START;
  const drive = async () => {
    latitude -= 0.0008;
    await phone.context().setGeolocation({ latitude, longitude, accuracy: 8 });
    const cars = await carsOn(pages);
    return cars.filter((car, index) => car !== before[index]).length;
  };
  await expect.poll(drive, { intervals: [1_500], timeout: 45_000 }).toBe(pages.length);
}

test('a ride for a friend updates live in five windows from booking to receipt, with exact amounts', async ({
  browser,
}) => {
  const { web, mail } = marquee.services;
  const rider = await openConfirmedRider(browser, { web, mail });
  await rider.setViewportSize({ width: 1440, height: 900 });
  const driver = await openDriversPhone(browser, 'nora', web);
  await driver.goto('/driver');
  await driver.getByRole('link', { name: 'Drive view' }).tap();
  await expect(shown(driver, 'No requests now')).toBeVisible();

  const rideId = await bookForFriend(rider);
  await payByCard(rider);
  await rider.waitForURL('**/my-rides');
  const [booked] = await expectMails(({ subject }) => / is booked$/.test(subject), 1, mail);
  expect(booked?.text).toContain(FARE.threeHours);
  expect(await readAttachment(booked, 'application/ics', mail)).toContain('T193000');
  await expect(shown(driver, '7:30 PM')).toBeVisible();
  await expect(shown(driver, SHARE.threeHours)).toBeVisible();

  await rider.goto(`/my-rides/${rideId}`);
  const { list, card, staff, drawer, friend } = await openOthers(browser, rider, rideId);
  const noise = (await Promise.all([rider, list, driver, staff, friend].map(watchNoise))).flat();
  await editTime(rider);
  const [changed] = await expectMails(({ subject }) => /changed/i.test(subject), 1, mail);
  expect(await readAttachment(changed, 'application/ics', mail)).toContain('T200000');
  const link = await shareTrip(rider);
  await friend.goto(link);
  await expect(title(friend, /^Pickup Tue .*8:00 PM/)).toBeVisible();
  const loads = [rider, list, driver, staff, friend].map(watchLoads);
  await expect(card).toContainText(FARE.fourHours);
  await expect(shown(driver, '8:00 PM')).toBeVisible();
  await expect(shown(driver, SHARE.fourHours)).toBeVisible();
  await expect(moneyOf(drawer, 'Change')).toContainText(MORE.fromThreeToFour);

  await tap(driver, 'Accept');
  await expect(shown(driver, 'Yours')).toBeVisible();
  await expect(title(rider, /^Your driver is booked for Tue .*8:00 PM/)).toBeVisible();
  await expect(card.getByText(/^Your driver is booked for/)).toBeVisible();
  await expect(shown(friend, 'Nora drives')).toBeVisible();
  await expect(drawer).toContainText(/Nora drives/);

  // The pickup is a week ahead, so every step asks for confirmation.
  await tap(driver, "I'm on my way");
  await tap(driver, 'Yes, tell them');
  await expect(shown(driver, 'To the pickup')).toBeVisible();
  await expect(shown(driver, 'WN 1482')).toBeVisible();
  await expect(title(rider, 'Your driver is on the way!')).toBeVisible();
  await expect(card.getByText('On the way').first()).toBeVisible();
  await expect(title(friend, 'Nora is on the way')).toBeVisible();

  await driver.context().setGeolocation({ ...START, accuracy: 8 });
  await tap(driver, 'Let Jordan see you');
  await tap(driver, 'Share my position');
  await expect(shown(driver, 'Jordan sees you')).toBeVisible();
  await expect(shown(rider, /^\d+( to \d+)? min$/)).toBeVisible();
  await expect(shown(friend, /^\d+( to \d+)? min$/)).toBeVisible();
  await driveUntilSeen(driver, [rider, friend]);

  await tap(driver, 'Arrived');
  await tap(driver, 'Yes, tell them');
  await expect(title(rider, 'Your driver is here')).toBeVisible();
  await expect(card.getByText('Your driver is here')).toBeVisible();
  await expect(title(friend, 'Nora waits at the pickup')).toBeVisible();
  await tap(driver, 'Start ride');
  await tap(driver, 'Start it now');
  await expect(title(rider, 'Ride in progress')).toBeVisible();
  await expect(card.getByText('Ride in progress')).toBeVisible();
  await expect(title(friend, 'Ride in progress')).toBeVisible();
  await expect(shown(driver, 'Planned until 12:00 AM')).toBeVisible();

  await rider.getByRole('button', { name: /^30 more minutes/ }).click();
  await payMore(rider.getByRole('dialog', { name: `Pay ${MORE.halfAnHour}` }), MORE.halfAnHour);
  await expect(shown(rider, /^Booked until 12:30 AM/)).toBeVisible();
  await expect(card).toContainText(FARE.fourAndAHalf);
  await expect(shown(driver, 'Planned until 12:30 AM')).toBeVisible();
  await expect(moneyOf(drawer, 'More time')).toContainText(MORE.halfAnHour);

  await tap(driver, 'Complete');
  const hours = driver.getByRole('status', { name: 'Hours used' });
  await expect(hours).toHaveText('0.5');
  for (let used = 1; used <= 4.5; used += 0.5) {
    await tap(driver, 'More hours');
    await expect(hours).toHaveText(`${used}`);
  }
  await tapThere(driver, 'Next');
  await tapThere(driver, 'Yes');
  await expect(shown(driver, SHARE.fourAndAHalf)).toBeVisible();
  await expect(title(rider, 'Ride completed')).toBeVisible();
  await expect(title(friend, 'This ride has ended')).toBeVisible();
  await expect(list.getByRole('region', { name: 'Completed Rides' })).toContainText(FARE.fourAndAHalf);
  expect(loads.flat()).toEqual([]);

  await tap(driver, 'Leave');
  await driver.getByRole('link', { name: 'Earnings' }).locator('visible=true').tap();
  await expect(shown(driver, SHARE.fourAndAHalf)).toBeVisible();
  await rateAndTip(rider, { driver: 'Nora', stars: '5 of 5, Excellent', share: '20%', tip: MORE.tip });
  await expect(shown(driver, SHARE.tipped)).toBeVisible();
  await expect(moneyOf(drawer, 'Tip')).toContainText(MORE.tip);
  await expect(moneyOf(drawer, 'Driver’s share')).toContainText(SHARE.tipped);

  const receipt = rider.getByRole('region', { name: 'Receipt' });
  const sums = [FARE.threeHours, MORE.fromThreeToFour, MORE.halfAnHour, MORE.tip, ALL_PAID];
  for (const sum of sums) await expect(receipt).toContainText(sum);
  await rider.emulateMedia({ media: 'print' });
  const paper = rider.locator('.receipt-paper');
  for (const sum of sums) await expect(paper).toContainText(sum);
  const receipts = await expectMails(({ subject }) => /^Your receipt/.test(subject), 2, mail);
  for (const paid of [FARE.fourAndAHalf, ALL_PAID]) {
    expect(receipts.filter(({ subject }) => subject.includes(paid))).toHaveLength(1);
  }

  expect(noise).toEqual([]);
  await expectLedgerInOrder(marquee.dataDir);
});
