import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright/test';
import { ownDataSchema } from '#common/personal-data/own-data.ts';
import { accessibilityFaults, WCAG } from './testing/accessibility-faults.ts';
import { expectMails } from './testing/mailbox.ts';
import { openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

const PASSWORD = 'four lanterns in the rain';

/** Creates an account with the form. Ends on the account page. */
async function signUp(browser: Browser, email: string): Promise<Page> {
  const page = await openVisitor(browser);
  await page.goto('/sign-up?next=%2Faccount');
  await page.getByLabel('Full name').fill('Nia Newcomer');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/account');
  return page;
}

test('a rider downloads their data, deletes the account, and can sign up again with the same email', async ({
  browser,
}) => {
  const email = `own-data-${process.pid}-${Date.now()}@example.com`;
  const page = await signUp(browser, email);
  const data = page.getByRole('region', { name: 'Your data' });

  await data.getByRole('button', { name: 'Download your data' }).click();
  const download = page.getByRole('dialog', { name: 'Download your data' });
  await download.getByLabel('Current password').fill('not the present one');
  await download.getByRole('button', { name: 'Download' }).click();
  await expect(download.getByText('That is not your current password.')).toBeVisible();
  await download.getByLabel('Current password').fill(PASSWORD);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    download.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^marquee-data-\d{4}-\d\d-\d\d\.json$/);
  const held = ownDataSchema.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(held.account).toMatchObject([{ email, name: 'Nia Newcomer' }]);
  expect(held.sessions).toHaveLength(1);

  await data.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('Anyone with a card’s code can spend what is left on it');
  expect(await accessibilityFaults(page, WCAG)).toEqual([]);
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();

  await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible();
  await expectMails(({ to, subject }) => to[0]?.address === email && subject === 'Your account is deleted');
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Email or password is incorrect')).toBeVisible();

  await expect(async () => {
    const again = await signUp(browser, email);
    await expect(again.getByRole('main').getByText(email).first()).toBeVisible();
  }).toPass();
});
