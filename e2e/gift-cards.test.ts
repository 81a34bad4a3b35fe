import type { Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { fillBookingForm, payByCard, pickupDate } from './testing/book.ts';
import { openConfirmedRider } from './testing/confirmed-rider.ts';
import {
  buyGiftCard,
  codeMailedTo,
  expectDelivered,
  newRecipient,
  payAtHostedCheckout,
} from './testing/gift-card.ts';
import { holdRequests } from './testing/hold-requests.ts';
import { expectMails } from './testing/mailbox.ts';
import { openRider, openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

const toastOf = (page: Page) => page.locator('[data-sonner-toast][data-visible=true]');
const purchase = (page: Page) => page.getByRole('button', { name: 'Purchase Gift Card' });

const dropoffOf = (title: string) => `${title} ${process.pid}-${Date.now()}`;

/** Fills in the booking form for a ride of $233.58 and opens its code section. */
async function openCodes(rider: Page, dropoff: string): Promise<void> {
  await rider.goto('/');
  await fillBookingForm(rider, { dropoff });
  await rider.getByText('Have a promo code or gift card?').click();
}

/** Applies a gift card that still has its full value. */
async function applyGiftCard(rider: Page, code: string, dollars: 50 | 250): Promise<void> {
  await rider.getByLabel('Gift card code').fill(code.toLowerCase());
  await rider.getByRole('button', { name: 'Apply gift card' }).click();
  await expect(toastOf(rider)).toContainText(new RegExp(`Gift card applied!\\s*Balance: \\$${dollars}\\.00`));
}

const requestRide = (rider: Page) => rider.getByRole('button', { name: 'Request Ride' }).click();

test('a gift card is bought on the hosted checkout, its delivery is shown, and its code arrives by email', async ({
  browser,
}) => {
  const buyer = await openVisitor(browser);
  const recipient = newRecipient();
  await buyer.goto('/gift-cards');
  await buyer.getByRole('button', { name: 'Choose an amount' }).click();
  await buyer.getByLabel('Amount', { exact: true }).fill('75');
  await buyer.getByRole('button', { name: 'Continue' }).click();
  await expect(buyer.getByRole('dialog', { name: '$75 gift card' })).toBeVisible();
  await expect(buyer.getByLabel('Recipient email')).toBeFocused();
  await buyer.getByLabel('Recipient email').fill(recipient);
  await buyer.getByLabel('Recipient name').fill('Jordan Lee');
  await buyer.getByLabel('Personal message').fill('Take the long way.');
  await expect(buyer.getByText('18 / 200')).toBeVisible();
  await purchase(buyer).click();
  await payAtHostedCheckout(buyer);

  await expectDelivered(buyer);
  await expect(buyer).toHaveURL(/\/gift-cards$/);
  await expect(buyer.getByText(recipient)).toBeVisible();
  const code = await codeMailedTo(recipient);
  const [mail] = await expectMails(({ to }) => to[0]?.address === recipient);
  expect(mail?.text).toContain('Take the long way.');

  await buyer.reload();
  await expect(buyer.getByRole('heading', { name: 'On its way to Jordan' })).toBeVisible();
  await buyer.getByRole('link', { name: 'Send another' }).click();
  await expect(buyer.getByRole('heading', { name: 'Gift Cards', level: 1 })).toBeVisible();

  await buyer.getByLabel('Gift card code').fill(code);
  await buyer.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(buyer.getByRole('row', { name: /Gift card bought/ })).toContainText('$75.00');
});

test('a gift card pays part of a ride and a payment card the rest; the gift card’s statement lists the ride', async ({
  browser,
}) => {
  const code = await buyGiftCard(browser, 50);
  const rider = await openConfirmedRider(browser);
  const dropoff = dropoffOf('Half paid');
  await openCodes(rider, dropoff);
  await applyGiftCard(rider, code, 50);
  await expect(rider.getByText('$183.58')).toBeVisible();
  await expect(rider.getByLabel('Gift card code')).toHaveAttribute('readonly');

  await requestRide(rider);
  await rider.waitForURL('**/checkout?*');
  await expect(rider.getByText('−$50.00')).toBeVisible();
  await payByCard(rider);
  await expect(rider.getByText('Payment Successful').first()).toBeVisible();

  await rider.goto('/gift-cards#balance');
  await rider.getByLabel('Gift card code').fill(code);
  await rider.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(rider.getByText('$0.00', { exact: true })).toBeVisible();
  await expect(rider.getByRole('row', { name: new RegExp(dropoff) })).toContainText('−$50.00');
});

test('a ride that a gift card covers is confirmed without a payment card', async ({ browser }) => {
  const code = await buyGiftCard(browser, 250);
  const rider = await openRider(browser);
  const dropoff = dropoffOf('All paid');
  await openCodes(rider, dropoff);
  await applyGiftCard(rider, code, 250);
  await expect(rider.getByText('$16.42 stays on your gift card.')).toBeVisible();

  await requestRide(rider);
  await expect(rider.getByText('Your gift card covers this ride.')).toBeVisible();
  await expect(rider.getByLabel('Card number')).toHaveCount(0);
  await rider.getByRole('button', { name: 'Confirm Booking' }).click();
  await rider.waitForURL('**/my-rides');
  await expect(rider.getByRole('article', { name: dropoff })).toBeVisible();
});

test('a gift card held by an unfinished checkout is refused, and the ride is booked without it', async ({
  browser,
}) => {
  const code = await buyGiftCard(browser, 50);
  const first = await openRider(browser);
  await openCodes(first, dropoffOf('Holding'));
  await applyGiftCard(first, code, 50);
  const second = await openRider(browser);
  await openCodes(second, dropoffOf('Too late'));
  await applyGiftCard(second, code, 50);

  await requestRide(first);
  await first.waitForURL('**/checkout?*');
  await requestRide(second);
  await expect(second.getByLabel('Gift card code')).toHaveAttribute('aria-invalid', 'true');
  await expect(second.getByLabel('Gift card code')).toBeFocused();
  await expect(second.getByText('To pay')).toHaveCount(0);
  await requestRide(second);
  await second.waitForURL('**/checkout?*');
});

test('a promo discount changes with the ride, and is removed with a message when it no longer applies', async ({
  browser,
}) => {
  const rider = await openConfirmedRider(browser);
  await rider.goto('/');
  await rider.getByText('Have a promo code or gift card?').click();
  const code = rider.getByLabel('Promo code', { exact: true });
  const apply = rider.getByRole('button', { name: 'Apply promo' });
  await apply.click();
  await expect(toastOf(rider)).toContainText('Promo code required');
  await code.fill('corporate20');
  await expect(code).toHaveValue('CORPORATE20');
  await apply.click();
  await expect(toastOf(rider)).toContainText('Please fill in all booking details first');

  await fillBookingForm(rider, { dropoff: dropoffOf('Cheaper') });
  await code.press('Enter');
  await expect(toastOf(rider)).toContainText('You saved $46.72');
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await rider.getByLabel('Number of Hours').fill('2');
  await expect(rider.getByText('You save $31.93')).toBeVisible();
  await rider.reload();
  await expect(rider.getByText('You save $31.93')).toBeVisible();

  await rider.getByRole('button', { name: 'Remove promo' }).click();
  await expect(code).toHaveValue('');
  await expect(code).toBeFocused();
  await code.fill('WEEKEND15');
  await apply.click();
  await expect(toastOf(rider)).toContainText('Invalid promo code');
  await expect(code).toHaveAccessibleDescription(/Friday/);

  await rider.getByLabel('Pickup Date').fill(pickupDate('saturday'));
  await apply.click();
  await expect(rider.getByText(/^You save \$/)).toBeVisible();
  await rider.getByLabel('Pickup Date').fill(pickupDate('tuesday'));
  await expect(toastOf(rider)).toContainText('Invalid promo code');
  await expect(code).toHaveAccessibleDescription(/Friday/);
  await expect(rider.getByText(/^You save \$/)).toHaveCount(0);
});

test('a promo code or gift card that could not be checked is not reported as invalid', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  await openCodes(rider, dropoffOf('Unchecked'));
  const busy = { message: 'Too many attempts. Please try again in 9 minutes.', code: 'TOO_MANY_REQUESTS' };
  await rider.route('**/api/validate-promo-code', (route) => route.fulfill({ status: 429, json: busy }));
  await rider.route('**/api/validate-gift-card', (route) => route.fulfill({ status: 500, body: '' }));

  await rider.getByLabel('Promo code', { exact: true }).fill('WELCOME25');
  await rider.getByRole('button', { name: 'Apply promo' }).click();
  await expect(toastOf(rider)).toContainText(
    /Code not checked\s*Too many attempts\. Please try again in 9 minutes\./,
  );

  await rider.getByLabel('Gift card code').fill('MRQ-0000-0000-0000-0000');
  await rider.getByRole('button', { name: 'Apply gift card' }).click();
  await expect(toastOf(rider)).toContainText('The server could not be reached. Please try again.');
});

test('the checkout shows the promo discount and the reduced fare', async ({ browser }) => {
  const rider = await openConfirmedRider(browser);
  await openCodes(rider, dropoffOf('Welcome'));
  await rider.getByLabel('Promo code', { exact: true }).fill('WELCOME25');
  await rider.getByRole('button', { name: 'Apply promo' }).click();
  await expect(toastOf(rider)).toContainText('Promo code applied!');
  await requestRide(rider);
  await rider.waitForURL('**/checkout?*');
  await expect(rider.getByText('−$25.00')).toBeVisible();
  await expect(rider.getByText('$208.58').first()).toBeVisible();
});

test('gift card purchase errors show in a toast and beside the field, in the specification’s words', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  await page.goto('/gift-cards');
  await page.getByRole('button', { name: 'Choose an amount' }).click();
  const amount = page.getByLabel('Amount', { exact: true });
  for (const [typed, title, message] of [
    ['many', 'Invalid Amount', 'Please enter a valid number'],
    ['24', 'Amount Too Low', 'Minimum gift card amount is $25'],
    ['5001', 'Amount Too High', 'Maximum gift card amount is $5000'],
  ] as const) {
    await amount.fill(typed);
    await amount.press('Enter');
    await expect(toastOf(page)).toContainText(title);
    await expect(amount).toHaveAccessibleDescription(message);
  }
  await amount.fill('25');
  await amount.press('Enter');

  const email = page.getByLabel('Recipient email');
  await purchase(page).click();
  await expect(toastOf(page)).toContainText('Missing Information');
  await expect(email).toHaveAccessibleDescription('Recipient email is required');
  await email.fill('jordan lee@example.com');
  await email.press('Enter');
  await expect(toastOf(page)).toContainText('Invalid Email');
  await expect(email).toBeFocused();
});

test('a gift card purchase cannot be closed while sent, can be retried after a failure, and closing resets it', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  await page.goto('/gift-cards');
  await page.getByRole('button', { name: 'Select the $100 card' }).click();
  await page.getByLabel('Recipient email').fill('jordan@example.com');
  const fail = await holdRequests(page, '**/api/purchase-gift-card', (route) => route.abort());
  await purchase(page).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();

  fail();
  await expect(toastOf(page)).toContainText(
    /Purchase Failed\s*Failed to create gift card checkout\. Please try again\./,
  );
  await expect(page.getByLabel('Recipient email')).toHaveValue('jordan@example.com');

  for (const [reply, message] of [
    [{}, 'No checkout URL returned'],
    [{ checkoutUrl: 'https://checkout.example.com/pay' }, 'Failed to create gift card checkout.'],
  ] as const) {
    await page.unroute('**/api/purchase-gift-card');
    await page.route('**/api/purchase-gift-card', (route) => route.fulfill({ json: reply }));
    await purchase(page).click();
    await expect(toastOf(page)).toContainText(message);
  }

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Select the $100 card' })).toBeFocused();
  await page.getByRole('button', { name: 'Select the $50 card' }).click();
  await expect(page.getByLabel('Recipient email')).toHaveValue('');
});

test('an unknown gift card purchase shows that it was not found', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.goto('/gift-cards?purchase=cs_test_nothing');
  await expect(page.getByRole('heading', { name: 'Purchase not found' })).toBeVisible();
  await expect(page).toHaveURL(/\/gift-cards$/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`gift cards, their dialogs and the code section have no accessibility faults, ${colorScheme}`, async ({
    browser,
  }) => {
    const page = await openVisitor(browser);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const expectNoFaults = async () => expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto('/gift-cards');
    await page.getByRole('heading', { name: 'Check a balance' }).waitFor();
    await expectNoFaults();
    await page.getByRole('button', { name: 'Choose an amount' }).click();
    await page.getByLabel('Amount', { exact: true }).press('Enter');
    await expectNoFaults();
    await page.getByLabel('Amount', { exact: true }).fill('75');
    await page.keyboard.press('Enter');
    await purchase(page).click();
    await expectNoFaults();

    await openCodes(page, 'Sphere');
    await page.getByLabel('Promo code', { exact: true }).fill('NOTHING');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Promo code', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expectNoFaults();
  });
}
