import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium, openPage, typeCard } from '../testing/chromium.ts';
import { startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

let browser: Browser;
let simulator: TestSimulator;

beforeAll(async () => {
  [simulator, browser] = await Promise.all([startTestSimulator(), launchChromium()]);
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await simulator?.close();
});

const create = () =>
  simulator.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 25_000, product_data: { name: '<b>Gift card</b>' } },
      },
    ],
    success_url: `${simulator.url}/healthz?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${simulator.url}/healthz?back`,
    metadata: { giftCardId: 'g1' },
  });

/** Opens the page of a new session and records the browser's console errors. */
async function openSession() {
  const session = await create();
  const { page, consoleErrors } = await openPage(browser);
  await page.goto(session.url ?? '');
  return { page, session, consoleErrors };
}

const PAY = { name: 'Pay $250.00' };

test('a payment redirects to the success_url', async () => {
  const { page, session, consoleErrors } = await openSession();
  expect(await page.getByRole('heading').textContent()).toBe('To pay $250.00');
  expect(await page.getByRole('listitem').textContent()).toBe('<b>Gift card</b>$250.00');

  await page.getByLabel('Email').fill('buyer@example.com');
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', PAY).click();
  await page.waitForURL(`**/healthz?session=${session.id}`);

  expect(await simulator.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    customer_details: { email: 'buyer@example.com', address: { country: 'US', postal_code: '89109' } },
  });
  expect(consoleErrors).toEqual([]);
});

test('after a decline the page stays and accepts another card', async () => {
  const { page, session } = await openSession();
  await page.getByLabel('Email').fill('buyer@example.com');
  await typeCard(page, '4000000000009995');
  await page.getByRole('button', PAY).click();

  await page.getByRole('alert').filter({ hasText: 'Your card has insufficient funds.' }).waitFor();
  await page.getByLabel('Card number').fill('5555555555554444');
  await page.getByRole('button', PAY).click();
  await page.waitForURL(`**/healthz?session=${session.id}`);
});

test('3-D Secure works on the hosted page', async () => {
  const { page, session } = await openSession();
  await page.getByLabel('Email').fill('buyer@example.com');
  await typeCard(page, '4000000000003220');
  await page.getByRole('button', PAY).click();
  await page.getByRole('dialog', { name: '3-D Secure' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: 'unable to authenticate' }).waitFor();
  expect((await simulator.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');

  await page.getByRole('button', PAY).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(`**/healthz?session=${session.id}`);
});

test('an invalid email address is a validation error', async () => {
  const { page } = await openSession();
  await page.getByLabel('Email').fill('nobody');
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', PAY).click();
  await page.getByText('Your email is invalid.').waitFor();
  expect(await page.getByLabel('Email').evaluate((node) => node.matches(':focus'))).toBe(true);
});

test('Back leaves for the cancel_url and the session stays open', async () => {
  const { page, session } = await openSession();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/healthz?back');
  expect((await simulator.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
});

test('an expired or unknown session shows a notice', async () => {
  const { page, session } = await openSession();
  await simulator.stripe.checkout.sessions.expire(session.id);
  await page.reload();
  await page.getByRole('heading', { name: 'This checkout has expired' }).waitFor();
  expect(await page.getByRole('link', { name: 'Back' }).count()).toBe(1);
  await page.goto(`${simulator.url}/sim/checkout/cs_test_nobody`);
  await page.getByRole('heading', { name: 'There is no such checkout' }).waitFor();
});

test('the hosted page has no accessibility violations in light and dark', async () => {
  const { page } = await openSession();
  await page.getByRole('button', PAY).click();
  await page.getByText('Your card number is incomplete.').waitFor();
  const light = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
  expect([...light.violations, ...dark.violations].map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});
