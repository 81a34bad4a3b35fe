import type { Browser, BrowserContextOptions, Page } from 'playwright/test';
import { accessibilityFaults, WCAG } from './testing/accessibility-faults.ts';
import { expectMails } from './testing/mailbox.ts';
import { openVisitor, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { untilConnected } from './testing/until-connected.ts';

const FIRST = 'four lanterns in the rain';
const SECOND = 'nine silver limousines';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let people = 0;

/**
 * Creates an account with the form. Ends on My Rides with an open socket, because a page without one would
 * not be notified of the end of its session.
 */
async function signUp(browser: Browser): Promise<{ page: Page; email: string }> {
  people += 1;
  const email = `account-${process.pid}-${people}-${Date.now()}@example.com`;
  const page = await openVisitor(browser);
  const connected = untilConnected(page);
  await page.goto('/sign-up?next=%2Fmy-rides');
  await page.getByLabel('Full name').fill('Nia Newcomer');
  await page.getByLabel('Email address').fill(email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('NiaNewcomer2026');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(password).toHaveAccessibleDescription(/without your name/);
  await password.fill(FIRST);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/my-rides');
  await connected;
  return { page, email };
}

async function signIn(
  browser: Browser,
  email: string,
  password: string,
  device?: BrowserContextOptions,
): Promise<Page> {
  const page = await openVisitor(browser, siteUrl(), device);
  const connected = untilConnected(page);
  await page.goto('/sign-in?next=%2Faccount');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/account');
  await connected;
  return page;
}

const isSignedOut = (page: Page) =>
  expect(page.getByRole('main').getByRole('link', { name: /^Sign in/ })).toBeVisible();

test('a changed name shows in the header, in the booking form with the phone number, and in a reloaded tab', async ({
  browser,
}) => {
  const { page } = await signUp(browser);
  const other = await page.context().newPage();
  await other.goto('/account');
  await page.goto('/account');
  const change = async (label: string, field: string, value: string) => {
    await page.getByRole('button', { name: label }).click();
    const dialog = page.getByRole('dialog', { name: label });
    await dialog.getByLabel(field).fill(value);
    expect(await accessibilityFaults(page, WCAG)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };

  await change('Change name', 'Full name', 'Nia Nakamura');
  await change('Change phone number', 'Phone number', '(702) 555-0177');
  const header = page.getByRole('button', { name: 'Rider: Nia Nakamura, account' });
  await expect(header).toBeVisible();
  await other.reload();
  await expect(other.getByRole('button', { name: 'Rider: Nia Nakamura, account' })).toBeVisible();

  await page.goto('/#book');
  await expect(page.getByLabel('Full Name')).toHaveValue('Nia Nakamura');
  await expect(page.getByLabel('Phone Number')).toHaveValue('(702) 555-0177');
});

test('resetting a forgotten password by email signs in, signs out other devices, and uses up the link', async ({
  browser,
}) => {
  const { page: elsewhere, email } = await signUp(browser);
  const page = await openVisitor(browser);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The page before has a field of the same name, and stays until the code of this one is loaded.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  await expect(
    page.getByRole('main').getByText(`If an account has ${email}, a link is on its way.`),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send it again' })).toHaveAttribute('aria-disabled', 'true');

  const [mail] = await expectMails(
    ({ to, subject }) => to[0]?.address === email && subject === 'Choose a new password',
  );
  const link = /https?:\/\/\S+\/reset-password#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await expect(page).toHaveURL(`${siteUrl()}/reset-password`);
  expect(await accessibilityFaults(page, WCAG)).toEqual([]);
  const password = page.getByLabel('New password');
  await password.fill('password123');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(password).toHaveAccessibleDescription('That password is too common. Please choose another.');
  await password.fill(SECOND);
  await page.getByRole('button', { name: 'Save and sign in' }).click();

  await page.waitForURL('**/my-rides');
  await isSignedOut(elsewhere);
  await expectMails(({ to, subject }) => to[0]?.address === email && subject === 'Your password was changed');
  const late = await openVisitor(browser);
  await late.goto(link);
  await expect(late.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await late.getByRole('button', { name: 'Send a new link' }).click();
  await expect(late.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});

test('the account page lists signed-in devices, signs one out, and changes the password', async ({
  browser,
}) => {
  const { page, email } = await signUp(browser);
  const [second, third] = [
    await signIn(browser, email, FIRST),
    await signIn(browser, email, FIRST, { userAgent: FIREFOX }),
  ];
  await page.goto('/about');
  await page.getByRole('button', { name: 'Rider: Nia Newcomer, account' }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();

  const devices = page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText('This device');
  await expect(devices.first()).toContainText('Chrome on Linux');
  expect(await accessibilityFaults(page, WCAG)).toEqual([]);
  await devices
    .filter({ hasText: 'Firefox on Linux' })
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(devices).toHaveCount(2);
  await isSignedOut(third);

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('not the present one');
  await dialog.getByLabel('New password').fill(SECOND);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('That is not your current password.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(FIRST);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(devices).toHaveCount(1);
  await isSignedOut(second);
  await signIn(browser, email, SECOND);
});
