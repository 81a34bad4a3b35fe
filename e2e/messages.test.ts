import type { Page } from 'playwright/test';
import { expectMails } from './testing/mailbox.ts';
import { openRider, openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

let senders = 0;

/** Returns an email address that has not written before. */
function newSender(): string {
  senders += 1;
  return `sender-${process.pid}-${senders}-${Date.now()}@example.com`;
}

const MARKUP = '<img src=x onerror=alert(1)>';

const toastOf = (page: Page) => page.locator('[data-sonner-toast][data-visible=true]');

async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill(MARKUP);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Subject').fill('Wedding transport');
  await page.getByLabel('Message', { exact: true }).fill(`Two party buses, please. ${MARKUP}`);
}

test('a contact message is emailed to operations with its markup escaped, and confirmed to its sender', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  const email = newSender();
  await page.goto('/contact');
  await fillContact(page, email);
  await page.getByRole('button', { name: 'Send message' }).click();

  await expect(toastOf(page)).toContainText(
    /Message sent successfully!\s*We'll get back to you within 24 hours\./,
  );
  for (const label of ['Name', 'Email address', 'Subject']) {
    await expect(page.getByLabel(label)).toHaveValue('');
  }
  const [forHouse] = await expectMails(({ replyTo }) => replyTo?.[0]?.address === email);
  expect(forHouse?.text).toContain(`> Two party buses, please. ${MARKUP}`);
  expect(forHouse?.html).not.toContain('<img');
  const [confirmation] = await expectMails(({ to }) => to[0]?.address === email);
  expect(confirmation?.subject).toBe('We have your message');
});

test('the contact form reports missing and invalid fields in a toast and beside each field', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  await page.goto('/contact');
  const send = page.getByRole('button', { name: 'Send message' });

  await send.click();
  await expect(toastOf(page)).toContainText('Name is required');
  await expect(page.getByLabel('Name')).toBeFocused();
  for (const [label, problem] of [
    ['Name', 'Name is required'],
    ['Email address', 'Please enter a valid email address'],
    ['Subject', 'Subject is required'],
    ['Message', 'Message is required'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(problem);
  }

  await fillContact(page, 'jordan@example');
  await page.getByLabel('Message', { exact: true }).fill('Nine char');
  await page.getByLabel('Phone').fill('call me');
  await send.click();
  await expect(toastOf(page)).toContainText('Please enter a valid email address');
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Please enter a valid phone number');
  await expect(page.getByLabel('Message', { exact: true })).toHaveAccessibleDescription(
    'Message must be at least 10 characters',
  );
});

test('the contact form keeps its input when the server is unreachable, and a double click sends it once', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  const email = newSender();
  await page.goto('/contact');
  await fillContact(page, email);
  await page.route('**/api/contact', (route) => route.abort());
  const send = page.getByRole('button', { name: 'Send message' });

  await send.click();
  await expect(toastOf(page)).toContainText(/Error sending message\s*Please try again later\./);
  await expect(page.getByRole('form')).toContainText('Error sending message. Please try again later.');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await expect(page.getByLabel('Name')).toHaveValue(MARKUP);

  await page.unroute('**/api/contact');
  const posts: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/contact') && posts.push(request.method()));
  await send.dblclick();
  await expect(toastOf(page)).toContainText('Message sent successfully!');
  expect(posts).toEqual(['POST']);
});

test('a lost item report has the account’s phone number filled in, and refuses a trip date in the future', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  await rider.goto('/lost-found');
  await expect(rider.getByLabel('Contact phone')).toHaveValue('(702) 555-0101');
  const email = newSender();
  await rider.getByLabel('Contact email').fill(email);
  await rider.getByLabel('Trip date').fill('2999-01-01');
  await rider.getByLabel('Pickup location').fill('Bellagio');
  await rider.getByLabel('Drop-off location').fill('Sphere');
  await rider.getByLabel('What did you lose?').fill('A grey scarf');
  const report = rider.getByRole('button', { name: 'Report lost item' });

  await report.click();
  await expect(toastOf(rider)).toContainText('The trip date cannot be in the future');
  await expect(rider.getByLabel('Trip date')).toBeFocused();

  await rider.getByLabel('Trip date').fill('2026-01-31');
  await report.click();
  await expect(toastOf(rider)).toContainText('Found items are held for 30 days.');
  await expect(rider.getByLabel('Trip date')).toHaveValue('');
  await expectMails(({ to }) => to[0]?.address === email);
});

test('a job application is sent from its dialog, and the focus returns to its button', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  const email = newSender();
  await page.goto('/careers');
  const apply = page.getByRole('button', { name: 'Apply Now: Software Engineer' });
  await apply.click();
  const dialog = page.getByRole('dialog', { name: 'Software Engineer' });
  await dialog.getByLabel('Name').fill('Jordan Lee');
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByRole('button', { name: 'Send application' }).click();

  await expect(toastOf(page)).toContainText('Application sent');
  await expect(dialog).toHaveCount(0);
  await expect(apply).toBeFocused();
  const [forHouse] = await expectMails(({ replyTo }) => replyTo?.[0]?.address === email);
  expect(forHouse?.text).toContain('Position: Software Engineer');
});

test('an invalid field that has the focus looks different from other invalid fields', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.goto('/contact');
  const send = page.getByRole('button', { name: 'Send message' });
  await expect(send).toBeEnabled();
  await send.press('Enter');

  const outlineOf = (label: string) =>
    page.getByLabel(label).evaluate((field) => {
      const { outlineColor, outlineOffset } = getComputedStyle(field);
      return `${outlineColor} ${outlineOffset}`;
    });
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true');
  expect(await outlineOf('Name')).not.toBe(await outlineOf('Email address'));
});
