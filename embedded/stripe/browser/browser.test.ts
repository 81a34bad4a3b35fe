import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveCheckoutPage } from '../testing/serve-checkout-page.ts';
import { startTestSimulator } from '../testing/start-test-simulator.ts';

let browser: Browser;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let site: Awaited<ReturnType<typeof serveCheckoutPage>>;

beforeAll(async () => {
  simulator = await startTestSimulator();
  site = await serveCheckoutPage(simulator.url);
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});

afterAll(async () => {
  await browser?.close();
  site?.close();
  await simulator?.close();
});

/** A checkout page for a new intent of $159.82, with what the browser complained of. */
async function openCheckout(query = '') {
  const intent = await simulator.stripe.paymentIntents.create({ amount: 15_982, currency: 'usd' });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A refused card is an answer of 402, which the browser logs by itself.
    if (message.type() === 'error' && !message.text().includes('402')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${site.url}/?secret=${intent.client_secret}${query}`);
  await page.getByRole('button', { name: 'Complete Payment' }).isEnabled();
  return { page, intent, complaints };
}

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiration date').pressSequentially('0429');
  await page.getByLabel('Security code').pressSequentially('123');
  await page.getByLabel('ZIP code').pressSequentially('89109');
}

async function pay(page: Page) {
  await page.getByRole('button', { name: 'Complete Payment' }).click();
}

/** What Stripe.js told the page, once it is not busy any more. */
async function outcome(page: Page): Promise<unknown> {
  const output = page.locator('output');
  await expect.poll(() => output.textContent(), { timeout: 5_000 }).not.toMatch(/^\{\}$|busy/);
  return JSON.parse((await output.textContent()) ?? '');
}

test('a card is taken', async () => {
  const { page, intent, complaints } = await openCheckout();

  await typeCard(page, '4242424242424242');
  await pay(page);

  expect(await outcome(page)).toEqual({ status: 'succeeded' });
  expect(await simulator.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'succeeded',
    amount_received: 15_982,
  });
  expect(complaints).toEqual([]);
});
