import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium, openPage, serveCheckoutPage, typeCard } from '../testing/chromium.ts';
import { startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

let browser: Browser;
let simulator: TestSimulator;
let site: Awaited<ReturnType<typeof serveCheckoutPage>>;

beforeAll(async () => {
  simulator = await startTestSimulator();
  [site, browser] = await Promise.all([serveCheckoutPage(simulator.url), launchChromium()]);
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await simulator?.close();
});

const create = (params: object = {}) =>
  simulator.stripe.paymentIntents.create({ amount: 15_982, currency: 'usd', ...params });

/** Opens the checkout of an intent of $159.82 and records the browser's console errors. */
async function openCheckout(query: Record<string, string> = {}) {
  const intent = await create();
  const { page, consoleErrors } = await openPage(browser);
  const search = new URLSearchParams({ secret: intent.client_secret ?? '', ...query });
  await page.goto(`${site.url}/?${search}`);
  return { page, intent, consoleErrors };
}

const pay = (page: Page) => page.getByRole('button', { name: 'Complete Payment' }).click();

/** Waits for the result of Stripe.js on the page. */
async function outcome(page: Page): Promise<unknown> {
  const output = page.locator('output');
  await output.filter({ hasNotText: /^\{\}$|busy/ }).waitFor();
  return JSON.parse((await output.textContent()) ?? '');
}

test('a payment with a card succeeds', async () => {
  const { page, intent, consoleErrors } = await openCheckout();

  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  await page.getByLabel('Expiration date').pressSequentially('0439');
  await page.getByLabel('Security code').pressSequentially('123');
  await page.getByLabel('ZIP code').pressSequentially('89109');
  expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  expect(await page.getByLabel('Expiration date').inputValue()).toBe('04 / 39');
  await pay(page);

  expect(await outcome(page)).toEqual({ status: 'succeeded' });
  expect(
    await simulator.stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] }),
  ).toMatchObject({
    status: 'succeeded',
    amount_received: 15_982,
    payment_method: { billing_details: { address: { country: 'US', postal_code: '89109' } } },
  });
  expect(consoleErrors).toEqual([]);
});

test('after a decline the form keeps its values, marks the number and accepts another card', async () => {
  const { page, consoleErrors } = await openCheckout();
  await typeCard(page, '4000000000000002');
  await pay(page);

  expect(await outcome(page)).toEqual({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    status: 'requires_payment_method',
  });
  const number = page.getByLabel('Card number');
  expect(await number.inputValue()).toBe('4000 0000 0000 0002');
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  expect(await number.isEnabled()).toBe(true);

  await number.fill('4242424242424242');
  expect(await number.getAttribute('aria-invalid')).toBe('false');
  await pay(page);
  await page.locator('output', { hasText: 'succeeded' }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('an incorrect CVC marks the security code field', async () => {
  const { page } = await openCheckout();
  await typeCard(page, '4000000000000127');
  await pay(page);
  expect(await outcome(page)).toMatchObject({ code: 'incorrect_cvc' });
  expect(await page.getByLabel('Security code').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Card number').getAttribute('aria-invalid')).toBe('false');
});

/** Opens a checkout and pays until the 3-D Secure challenge appears. */
async function openChallenge(number = '4000000000003220') {
  const checkout = await openCheckout();
  await typeCard(checkout.page, number);
  await pay(checkout.page);
  const dialog = checkout.page.getByRole('dialog', { name: '3-D Secure' });
  await dialog.waitFor();
  return { ...checkout, dialog };
}

const CHALLENGE_FAILED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  status: 'requires_payment_method',
};

test('a completed 3-D Secure challenge succeeds the payment', async () => {
  const { page, dialog, consoleErrors } = await openChallenge();
  expect(await dialog.textContent()).toContain('$159.82');
  expect(await page.getByLabel('Card number').isDisabled()).toBe(true);

  await dialog.getByRole('button', { name: 'Complete authentication' }).click();

  expect(await outcome(page)).toEqual({ status: 'succeeded' });
  expect(await dialog.count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test('a failed 3-D Secure challenge is an error', async () => {
  const { page, dialog } = await openChallenge();
  await dialog.getByRole('button', { name: 'Fail authentication' }).click();
  expect(await outcome(page)).toEqual(CHALLENGE_FAILED);
});

test('Escape in the 3-D Secure dialog fails the authentication', async () => {
  const { page, dialog } = await openChallenge();
  const focused = () => dialog.evaluate((node) => node.contains(Object(node.getRootNode()).activeElement));
  expect(await focused()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await outcome(page)).toEqual(CHALLENGE_FAILED);
  expect(await page.getByLabel('Card number').isEnabled()).toBe(true);
});

test('a card can be declined after 3-D Secure', async () => {
  const { page, dialog } = await openChallenge('4000008400001629');
  await dialog.getByRole('button', { name: 'Complete authentication' }).click();
  expect(await outcome(page)).toMatchObject({ type: 'card_error', code: 'card_declined' });
});

test('validation errors are shown beside their fields before a request is sent', async () => {
  const { page, intent } = await openCheckout();
  await page.getByLabel('Card number').pressSequentially('4242424242424241');
  await pay(page);

  expect(await outcome(page)).toMatchObject({ type: 'validation_error', code: 'invalid_number' });
  const described = async (label: string) => {
    const field = page.getByLabel(label);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    return page.locator(`#${await field.getAttribute('aria-describedby')}`).textContent();
  };
  expect(await described('Card number')).toBe('Your card number is invalid.');
  expect(await described('Expiration date')).toBe("Your card's expiration date is incomplete.");
  expect(await described('Security code')).toBe("Your card's security code is incomplete.");
  expect(await described('ZIP code')).toBe('Your ZIP code is incomplete.');
  expect(await page.getByLabel('Card number').evaluate((node) => node.matches(':focus'))).toBe(true);
  expect((await simulator.stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBeNull();
});

test('inserting or deleting a digit in the middle keeps the caret there', async () => {
  const { page } = await openCheckout();
  const number = page.getByLabel('Card number');
  await number.pressSequentially('424242424242424');
  await number.evaluate((node: HTMLInputElement) => node.setSelectionRange(6, 6));
  await page.keyboard.type('9');
  expect(await number.inputValue()).toBe('4242 4924 2424 2424');
  expect(await number.evaluate((node: HTMLInputElement) => node.selectionStart)).toBe(7);

  const expiry = page.getByLabel('Expiration date');
  await expiry.pressSequentially('0439');
  for (let press = 0; press < 7; press += 1) await page.keyboard.press('Backspace');
  expect(await expiry.inputValue()).toBe('');
});

test('the form works with the keyboard alone', async () => {
  const { page } = await openCheckout();
  await page.getByLabel('Card number').focus();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('439');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Tab');
  await page.keyboard.type('United States');
  await page.keyboard.press('Tab');
  await page.keyboard.type('89109');
  await page.keyboard.press('Enter');
  expect(await outcome(page)).toEqual({ status: 'succeeded' });
});

test('the country determines the label of the postal code and whether there is one', async () => {
  const { page } = await openCheckout();
  await page.getByLabel('Country').selectOption('Canada');
  await page.getByLabel('Postal code').waitFor();
  await page.getByLabel('Country').selectOption('France');
  expect(await page.getByLabel(/code$/).filter({ visible: true }).count()).toBe(1);
});

test('a paid intent and a wrong client secret emit loaderror', async () => {
  const paid = await create({ confirm: true, payment_method: 'pm_card_visa' });
  const { page } = await openCheckout({ secret: paid.client_secret ?? '' });
  expect(await outcome(page)).toEqual({ loaderror: 'payment_intent_unexpected_state' });
  const { page: other } = await openCheckout({ secret: `${paid.id}_secret_wrong` });
  expect(await outcome(other)).toEqual({ loaderror: 'resource_missing' });
});

test('redirect: always leaves for the return_url after the payment', async () => {
  const { page, intent } = await openCheckout({ redirect: 'always' });
  await typeCard(page, '4242424242424242');
  await pay(page);
  await page.waitForURL('**/done?*');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  });
});

test('the form applies the appearance and its updates', async () => {
  const { page } = await openCheckout();
  const number = page.getByLabel('Card number');
  const style = (name: string) =>
    number.evaluate((node, property) => getComputedStyle(node).getPropertyValue(property), name);
  expect(await style('border-color')).toBe('rgb(140, 132, 115)');
  expect(await style('border-radius')).toBe('10px');
  expect(await style('height')).toBe('48px');
  expect(await style('color')).toBe('rgb(21, 19, 15)');
  await number.focus();
  expect(await style('box-shadow')).toContain('rgb(176, 138, 60)');

  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await style('color')).toBe('rgb(245, 240, 230)');
});

test('form and dialog have no accessibility violations', async () => {
  const { page, dialog } = await openChallenge();
  const challenge = await new AxeBuilder({ page }).analyze();
  await dialog.getByRole('button', { name: 'Fail authentication' }).click();
  await outcome(page);
  await page.getByLabel('Security code').fill('1');
  await pay(page);
  const form = await new AxeBuilder({ page }).analyze();
  expect([...challenge.violations, ...form.violations].map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
    [],
  );
});
