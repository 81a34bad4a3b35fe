import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { accessibilityFaults, COLOURS, WCAG } from './testing/accessibility-faults.ts';
import { setUpApp } from './testing/authenticator-app.ts';
import { expectMails } from './testing/mailbox.ts';
import { openStaff, openVisitor, sharedData, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { toggleTheme } from './testing/theme.ts';

test.setTimeout(180_000);

const PASSWORD = 'a fleet of black sedans';

const newEmail = (who: string) => `${who}-${process.pid}-${Date.now()}@example.com`;

/** Runs `npm run create:admin` and returns its output. */
async function createAdmin(email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/on-services.mjs', 'server/create-admin.ts', email, 'Ada Lane'],
    { env: { ...process.env, DATA_DIR: sharedData() } },
  );
  return stdout.trim();
}

async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.waitForURL('**/ops');
}

/** Sets up an authenticator app, without which the console shows nothing. */
async function setUpFactor(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link')).toHaveCount(0);
  expect(await accessibilityFaults(page, WCAG)).toEqual([]);
  await setUpApp(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Rides' })).toBeVisible();
}

test('an admin created on the command line invites a dispatcher, who sees the console except the admin pages', async ({
  browser,
}) => {
  const admin = await openVisitor(browser);
  const link = await createAdmin(newEmail('admin'));
  await choosePassword(admin, link);
  await setUpFactor(admin);
  await expect(admin.getByRole('button', { name: 'Admin: Ada Lane, account' })).toBeVisible();

  await admin.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'People' }).click();
  await admin.getByRole('button', { name: 'Invite someone' }).click();
  const email = newEmail('dispatcher');
  await admin.getByLabel('Name').fill('Dale Winter');
  await admin.getByLabel('Email address').fill(email);
  await admin.getByRole('button', { name: 'Send invitation' }).click();
  const row = admin.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Invited, until');

  const [mail] = await expectMails(({ to }) => to[0]?.address === email);
  const invitation = /https?:\/\/\S+\/invitation\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const dispatcher = await openVisitor(browser);
  await choosePassword(dispatcher, invitation);
  await setUpFactor(dispatcher);
  const navigation = dispatcher.getByRole('navigation', { name: 'Console' });
  await expect(navigation.getByRole('link', { name: 'Rides' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'People' })).toHaveCount(0);
  await dispatcher.goto('/ops/people');
  await expect(dispatcher.getByText('This page is for admins')).toBeVisible();
  await expect(dispatcher.getByText('You are signed in as Dispatcher: Dale Winter.')).toBeVisible();
  await expect(dispatcher.getByRole('table')).toHaveCount(0);
  await dispatcher.getByRole('link', { name: 'Back to Rides' }).click();
  await expect(dispatcher.getByRole('heading', { level: 1, name: 'Rides' })).toBeVisible();

  const late = await openVisitor(browser);
  await late.goto(invitation);
  await expect(late.getByText('This link does not work')).toBeVisible();
  await expect(late.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();

  await admin.reload();
  await row.getByRole('button', { name: 'More about Dale Winter' }).click();
  await admin.getByRole('button', { name: 'Disable', exact: true }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await dispatcher.reload();
  await expect(dispatcher.getByText('This page is for our staff')).toBeVisible();

  await admin.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Log' }).click();
  await admin.getByLabel('Search the log').fill('dale winter');
  await expect(admin.getByRole('row').filter({ hasText: 'Staff changed' })).toContainText(
    'active to disabled',
  );
  await expect(admin.getByRole('row').filter({ hasText: 'Invitation accepted' }).first()).toBeVisible();
  await admin.getByLabel('Day in Las Vegas').fill('2024-01-01');
  await expect(admin.getByText('No entry fits')).toBeVisible();
  await admin.getByRole('button', { name: 'Clear filters' }).click();
  await expect(admin.getByLabel('Search the log')).toHaveValue('');
});

test('a visitor to a console page signs in as staff and returns to that page', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.goto('/ops/log');
  await page.getByRole('link', { name: 'Sign in as staff' }).click();
  await expect(page.getByText('Dispatchers and admins sign in here.')).toBeVisible();
  await page.getByLabel('Email address').fill('dana.reyes@marquee.example');
  await page.getByLabel('Password', { exact: true }).fill('marquee-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/ops/log');
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
});

test('the demo’s role switch leads to the console and from there to the driver board', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: siteUrl() })).newPage();
  await page.goto('/about');
  await page.getByRole('button', { name: /^Rider: .*, account$/ }).click();
  await page.getByRole('button', { name: 'Switch to Operations' }).click();
  await page.waitForURL('**/ops');
  await page.getByRole('button', { name: 'Admin: Dana Reyes, account' }).click();
  await page.getByRole('button', { name: 'Switch to Driver' }).click();
  await page.waitForURL('**/driver');
  await expect(page.getByRole('button', { name: /^Driver: .*, account$/ })).toBeVisible();
});

for (const width of [390, 1440]) {
  test(`the invitation and the pages that refuse access at ${width} px are accessible in both themes`, async ({
    browser,
  }) => {
    const cases: [Page, string, string][] = [
      [await openVisitor(browser), await createAdmin(newEmail('look')), 'Welcome, Ada Lane'],
      [await openVisitor(browser), '/ops/people', 'This page is for our staff'],
      [await openStaff(browser, 'dispatcher'), '/ops/people', 'This page is for admins'],
      [await openVisitor(browser), `/invitation/${'x'.repeat(40)}`, 'This link does not work'],
    ];
    for (const [page, path, heading] of cases) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      expect(await accessibilityFaults(page, WCAG)).toEqual([]);
      await toggleTheme(page);
      expect(await accessibilityFaults(page, COLOURS)).toEqual([]);
    }
  });
}
