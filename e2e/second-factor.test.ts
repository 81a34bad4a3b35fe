import type { Browser, CDPSession, Page } from 'playwright/test';
import { accessibilityFaults, WCAG } from './testing/accessibility-faults.ts';
import { codeOf, setUpApp } from './testing/authenticator-app.ts';
import { expectMails } from './testing/mailbox.ts';
import { openVisitor, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

const PASSWORD = 'four lanterns in the rain';

let people = 0;

/** Returns the site's URL with a host name, because browsers create no passkeys for an IP address. */
const namedSite = () => siteUrl().replace('127.0.0.1', 'localhost');

/** Creates an account with the form. Ends on the account page. */
async function signUp(browser: Browser, site = namedSite()): Promise<{ page: Page; email: string }> {
  people += 1;
  const email = `factor-${process.pid}-${people}-${Date.now()}@example.com`;
  const page = await openVisitor(browser, site);
  await page.goto('/sign-up?next=%2Faccount');
  await page.getByLabel('Full name').fill('Nia Newcomer');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/account');
  return { page, email };
}

/** Enters the password, which alone does not sign in. */
async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in?next=%2Faccount');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(/six digits your authenticator app shows/)).toBeVisible();
}

interface Authenticator {
  /** Sets whether the user touches the authenticator when it is used. */
  touch: (isThere: boolean) => Promise<unknown>;
}

/** Adds a virtual authenticator that verifies its user to the browser of a page. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client: CDPSession = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    touch: (enabled) => client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

/** Makes a page record when its browser begins to offer passkeys. */
async function noteOffers(page: Page): Promise<{ untilOffered: () => Promise<unknown> }> {
  await page.addInitScript(() => {
    const { get } = CredentialsContainer.prototype;
    CredentialsContainer.prototype.get = function (options) {
      if (options?.mediation === 'conditional') Object.assign(window, { isOffered: true });
      return get.call(this, options);
    };
  });
  return { untilOffered: () => page.waitForFunction(() => 'isOffered' in window) };
}

/**
 * Signs out with the menu on the account page, and waits for the result: navigating away earlier would
 * abort the request.
 */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rider: Nia Newcomer, account' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible();
}

const mailTo = (address: string, about: string) =>
  expectMails(({ to, subject }) => to[0]?.address === address && subject === about);

test('a passkey signs in without the password until it is removed, and both changes send an email', async ({
  browser,
}) => {
  const { page, email } = await signUp(browser);
  const authenticator = await addAuthenticator(page);
  const { untilOffered } = await noteOffers(page);
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys).toHaveCount(1);
  await expect(passkeys).toContainText('not used yet');
  await mailTo(email, 'A passkey was added');
  expect(await accessibilityFaults(page, WCAG)).toEqual([]);

  await authenticator.touch(false);
  await signOut(page);
  await page.goto('/sign-in?next=%2Faccount');
  const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(withPasskey).toBeVisible();
  expect(await accessibilityFaults(page, WCAG)).toEqual([]);
  // If the offer began after the touch was enabled, it would sign in before the button is pressed.
  await untilOffered();
  await authenticator.touch(true);
  await withPasskey.click();
  await page.waitForURL('**/account');
  await expect(passkeys).toContainText('last used');

  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await expect(passkeys).toHaveCount(0);
  await mailTo(email, 'A passkey was removed');
  await authenticator.touch(false);
  await signOut(page);
  await page.goto('/sign-in');
  await untilOffered();
  await authenticator.touch(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/That passkey does not work here/)).toBeVisible();
});

test('an account with an authenticator app signs in with a code from it or with a recovery code', async ({
  browser,
}) => {
  const { page, email } = await signUp(browser, siteUrl());
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  const { secret, recoveryCodes } = await setUpApp(page);
  await expect(page.getByText('10 left')).toBeVisible();
  await mailTo(email, 'Your authenticator app was turned on');

  const second = await openVisitor(browser);
  await enterPassword(second, email);
  expect(await accessibilityFaults(second, WCAG)).toEqual([]);
  const code = second.getByLabel('Code');
  await expect(code).toBeFocused();
  await code.fill('12');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/A code has six digits/);
  await code.fill(codeOf(secret, 1));
  await code.press('Enter');
  await second.waitForURL('**/account');

  const third = await openVisitor(browser);
  await enterPassword(third, email);
  await third.getByRole('button', { name: 'Use a recovery code' }).click();
  await third.getByLabel('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '');
  await third.getByRole('button', { name: 'Sign in', exact: true }).click();
  await third.waitForURL('**/account');
  await expect(third.getByText('9 left')).toBeVisible();
  await mailTo(email, 'A recovery code was used');

  await page.getByRole('button', { name: 'Turn off the authenticator app' }).click();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  await mailTo(email, 'Your authenticator app was turned off');
});
