import type { Browser, Page } from 'playwright/test';
import { expectMails } from './mailbox.ts';
import { openRider, sharedServices } from './people.ts';
import type { Services } from './run-marquee.ts';
import { expect } from './test.ts';

/** Returns the link in the confirmation mail to an address. */
export async function confirmationLink(address: string, mailbox = sharedServices().mail): Promise<string> {
  const [mail] = await expectMails(
    ({ to, subject }) => to[0]?.address === address && subject === 'Confirm your email address',
    1,
    mailbox,
  );
  return /https?:\/\/\S+\/confirm-email#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
}

/**
 * Opens a browser for a rider who has just signed up and confirmed their email address. Such riders may use
 * promo codes and share trips, and mails about their rides contain all details.
 */
export async function openConfirmedRider(
  browser: Browser,
  { web, mail }: Pick<Services, 'web' | 'mail'> = sharedServices(),
): Promise<Page> {
  const rider = await openRider(browser, web);
  const session = await (await rider.request.get('/api/session')).json();
  const link = await confirmationLink(session.rider.username, mail);
  const reply = await rider.request.post('/api/email-confirmations/spend', {
    headers: { origin: web },
    data: { token: new URL(link).hash.slice(1) },
  });
  expect(reply.status()).toBe(200);
  return rider;
}
