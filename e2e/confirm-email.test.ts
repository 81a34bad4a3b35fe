import { accessibilityFaults, WCAG } from './testing/accessibility-faults.ts';
import { fillBookingForm } from './testing/book.ts';
import { confirmationLink } from './testing/confirmed-rider.ts';
import { expectMails } from './testing/mailbox.ts';
import { openRider, openVisitor, RIDER_PASSWORD, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

test('a promo code works only once the rider’s email is confirmed; the form can send the link again', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  const { username: address } = (await (await rider.request.get('/api/session')).json()).rider;
  await rider.goto('/');
  await fillBookingForm(rider, { dropoff: `Confirmed ${process.pid}-${Date.now()}` });
  await rider.getByText('Have a promo code or gift card?').click();
  const code = rider.getByLabel('Promo code', { exact: true });
  const apply = rider.getByRole('button', { name: 'Apply promo' });
  await code.fill('CORPORATE20');
  await apply.click();
  await expect(code).toHaveAccessibleDescription(/^Please confirm your email address first/);
  const link = await confirmationLink(address);
  await rider.getByRole('button', { name: 'Send the link again' }).click();
  await expect(rider.getByText(/^Another link is on its way/)).toBeVisible();
  expect(await accessibilityFaults(rider)).toEqual([]);

  const mailbox = await rider.context().newPage();
  await mailbox.goto(link);
  await expect(mailbox.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
  await expect(mailbox).toHaveURL(`${siteUrl()}/confirm-email`);
  expect(await accessibilityFaults(mailbox, WCAG)).toEqual([]);
  await mailbox.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(mailbox.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await mailbox.getByRole('link', { name: 'Your account' }).click();
  await expect(mailbox.getByText(/^Confirmed /)).toBeVisible();

  await apply.click();
  await expect(rider.getByText(/^You save \$/)).toBeVisible();
});

test('an email change needs the link sent to the new address, is emailed to both, and changes the sign-in', async ({
  browser,
}) => {
  const rider = await openRider(browser);
  const { username: former } = (await (await rider.request.get('/api/session')).json()).rider;
  const address = `new-${former}`;
  await rider.goto('/account');
  await rider.getByRole('button', { name: 'Change email address' }).click();
  const dialog = rider.getByRole('dialog', { name: 'Change email address' });
  await dialog.getByLabel('New email address').fill(address);
  await dialog.getByLabel('Current password').fill('not the present one');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByText('That is not your current password.')).toBeVisible();
  expect(await accessibilityFaults(rider)).toEqual([]);
  await dialog.getByLabel('Current password').fill(RIDER_PASSWORD);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(rider.getByRole('dialog', { name: 'Look into your mailbox' })).toBeVisible();

  await expectMails(
    ({ to, subject }) => to[0]?.address === former && subject === 'Your email address is about to change',
  );
  const [mail] = await expectMails(({ to }) => to[0]?.address === address);
  const link = /https?:\/\/\S+\/confirm-email#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const phone = await openVisitor(browser);
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Use this address' }).click();
  await expect(phone.getByText('Please enter your password.')).toBeVisible();
  expect(await accessibilityFaults(phone, WCAG)).toEqual([]);
  await phone.getByLabel('Password', { exact: true }).fill(RIDER_PASSWORD);
  await phone.getByRole('button', { name: 'Use this address' }).click();
  await expect(phone.getByRole('heading', { name: 'Your address is changed' })).toBeVisible();

  // The change ends the rider's session here; the demo then signs in its own rider.
  await expect(rider.getByText(former)).toHaveCount(0);
  for (const recipient of [former, address]) {
    await expectMails(
      ({ to, subject }) => to[0]?.address === recipient && subject === 'Your email address was changed',
    );
  }
  await phone.getByRole('link', { name: 'Sign in', exact: true }).last().click();
  await phone.getByLabel('Email address').fill(address);
  await phone.getByLabel('Password', { exact: true }).fill(RIDER_PASSWORD);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await phone.waitForURL((url) => url.pathname !== '/sign-in');
});
