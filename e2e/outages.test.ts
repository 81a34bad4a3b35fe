import { Redis } from 'ioredis';
import type { Page } from 'playwright/test';
import { bookRide, payByCard } from './testing/book.ts';
import { bookPaidRide } from './testing/book-paid-ride.ts';
import { ownMarquee } from './testing/own-marquee.ts';
import { openDriver, openRider, signUpRider } from './testing/people.ts';
import { shows } from './testing/shows.ts';
import { expect, test } from './testing/test.ts';

test.describe.configure({ mode: 'serial' });

const marquee = ownMarquee();

const kill = (program: string) => process.kill(marquee.pidOf(program), 'SIGKILL');

/** Kills redis-server and waits until the one that the launcher starts in its place responds. */
async function killRedis(): Promise<void> {
  const redis = new Redis(marquee.services.redis, { maxRetriesPerRequest: null });
  redis.on('error', () => {});
  const pidOfRedis = async () => Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
  const killed = await pidOfRedis();
  process.kill(killed, 'SIGKILL');
  await expect.poll(pidOfRedis, { timeout: 30_000 }).not.toBe(killed);
  redis.disconnect();
}

/** Makes a page's network cuttable like a phone's radio: nothing is closed and nothing is transmitted. */
async function makeCuttable(page: Page) {
  let isCut = false;
  await page.routeWebSocket('**/socket.io/**', (near) => {
    if (isCut) return;
    const far = near.connectToServer();
    near.onMessage((message) => isCut || far.send(message));
    far.onMessage((message) => isCut || near.send(message));
    near.onClose(() => isCut || far.close());
  });
  await page.route('**/api/**', (route) => (isCut ? undefined : route.fallback()));
  return {
    cut: () => {
      isCut = true;
    },
    heal: async () => {
      isCut = false;
      // A phone fires this event.
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    },
  };
}

test('a board whose connection died silently shows Reconnecting, and catches up on a paid ride once back', async ({
  browser,
}) => {
  const { web } = marquee.services;
  const rider = await openRider(browser, web);
  const dropoff = await bookRide(rider);
  const driver = await openDriver(browser, 'sam', web);
  const network = await makeCuttable(driver);
  await driver.goto('/driver');
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();

  network.cut();
  await payByCard(rider);
  await rider.waitForURL('**/my-rides');
  await expect(driver.getByText('Reconnecting…')).toBeVisible({ timeout: 20_000 });
  await expect(driver.getByRole('article', { name: dropoff })).toBeHidden();
  await network.heal();

  await expect(driver.getByText('Live', { exact: true })).toBeVisible();
  await expect(driver.getByRole('article', { name: dropoff })).toBeVisible();
});

test('after the server is killed, the driver’s board reconnects and receives new offers', async ({
  browser,
}) => {
  const { web } = marquee.services;
  const driver = await openDriver(browser, 'sam', web);
  await driver.goto('/driver');
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();

  const reconnecting = shows(driver, 'Reconnecting…');
  kill('server');
  await reconnecting;
  await expect(driver.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 });

  const rider = await signUpRider(browser, web);
  const { dropoff } = await bookPaidRide(rider, { services: marquee.services });
  await expect(driver.getByRole('article', { name: dropoff })).toBeVisible();
});

test('after Redis is killed, the pages reconnect by themselves and show the next change', async ({
  browser,
}) => {
  const { web } = marquee.services;
  const driver = await openDriver(browser, 'sam', web);
  const rider = await openRider(browser, web);
  const { dropoff } = await bookPaidRide(rider, { services: marquee.services });
  await rider.goto('/my-rides');
  await expect(rider.getByText('Live', { exact: true })).toBeVisible();
  await driver.goto('/driver');
  const offer = driver.getByRole('article', { name: dropoff });
  await expect(offer).toBeVisible();
  // A request may have delivered the offer before the page had a connection to lose.
  await expect(driver.getByText('Live', { exact: true })).toBeVisible();

  const reconnecting = shows(driver, 'Reconnecting…');
  await killRedis();
  await reconnecting;
  await expect(driver.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 });
  await offer.getByRole('button', { name: 'Accept Ride' }).click();

  const ride = rider.getByRole('article', { name: dropoff });
  await expect(ride.getByText(/^Your driver is booked for Tue /)).toBeVisible({ timeout: 20_000 });
});

test('a ride booked before the document store, Stripe simulator and worker are killed can be paid afterwards', async ({
  browser,
}) => {
  const rider = await openRider(browser, marquee.services.web);
  const dropoff = await bookRide(rider);
  for (const program of ['document-store', 'stripe', 'worker']) kill(program);

  // The page retries by itself until it succeeds.
  await rider.goto('/my-rides');
  await expect(rider.getByRole('article', { name: dropoff })).toBeVisible({ timeout: 30_000 });
  // The ride only needs the document store, but its payment needs the simulator too.
  const hasStripe = () =>
    fetch(marquee.services.stripe).then(
      () => true,
      () => false,
    );
  await expect.poll(hasStripe, { timeout: 30_000 }).toBe(true);
  await rider.getByRole('button', { name: 'Pay now' }).click();
  await payByCard(rider);
  await rider.waitForURL('**/my-rides', { timeout: 30_000 });
  await expect(rider.getByRole('article', { name: dropoff })).toContainText('Paid');
});
