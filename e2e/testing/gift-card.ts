import { type Browser, expect, type Page } from 'playwright/test';
import { expectMails } from './mailbox.ts';
import { openVisitor } from './people.ts';

let cards = 0;

/** Returns a unique recipient, who identifies the card's mail. */
export function newRecipient(): string {
  cards += 1;
  return `gift-${process.pid}-${cards}-${Date.now()}@example.com`;
}

/** Pays on the open hosted checkout. */
export async function payAtHostedCheckout(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('buyer@example.com');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiration date').fill('04 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('89109');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}

/**
 * Waits for the confirmation after the hosted checkout. Webhook, worker and mail take a while
 * on a busy machine.
 */
export const expectDelivered = (page: Page) =>
  expect(page.getByRole('heading', { name: /^On its way/ })).toBeVisible({ timeout: 30_000 });

/** Reads the code from the mail that delivers a gift card. */
export async function codeMailedTo(recipient: string): Promise<string> {
  const [mail] = await expectMails(({ to }) => to[0]?.address === recipient);
  const code = /MRQ(-[0-9A-Z]{4}){4}/.exec(mail?.text ?? '')?.[0];
  expect(code).toBeDefined();
  return code ?? '';
}

/** Buys a gift card in its own browser. Returns its code. */
export async function buyGiftCard(browser: Browser, dollars: 50 | 100 | 250 | 500): Promise<string> {
  const recipient = newRecipient();
  const buyer = await openVisitor(browser);
  await buyer.goto('/gift-cards');
  await buyer.getByRole('button', { name: `Select the $${dollars} card` }).click();
  await buyer.getByLabel('Recipient email').fill(recipient);
  await buyer.getByRole('button', { name: 'Purchase Gift Card' }).click();
  await payAtHostedCheckout(buyer);
  await expectDelivered(buyer);
  const code = await codeMailedTo(recipient);
  await buyer.context().close();
  return code;
}
