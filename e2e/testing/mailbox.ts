import { expect } from 'playwright/test';
import { sharedServices } from './people.ts';

/** A mail in the format of the mailbox's HTTP API. */
interface Mail {
  id: string;
  attachments: { contentType: string; generatedFileName: string }[] | null;
  subject: string;
  text: string;
  html: string;
  to: { address: string }[];
  replyTo?: { address: string }[];
}

async function readMails(mailbox: string): Promise<Mail[]> {
  const reply = await fetch(`${mailbox}/email`);
  return reply.json();
}

/**
 * Waits for exactly `count` matching mails and returns them: `expectMails((mail) => mail.to[0]?.address ===
 * address)`. Uses the shared mailbox by default.
 */
export async function expectMails(
  isMeant: (mail: Mail) => boolean,
  count = 1,
  mailbox = sharedServices().mail,
): Promise<Mail[]> {
  const find = async () => (await readMails(mailbox)).filter(isMeant);
  await expect.poll(async () => (await find()).length).toBe(count);
  return find();
}

/** Returns the text of a mail's attachment of this content type. */
export async function readAttachment(
  mail: Mail | undefined,
  type: string,
  mailbox = sharedServices().mail,
): Promise<string> {
  const file = mail?.attachments?.find(({ contentType }) => contentType === type);
  expect(file, JSON.stringify(mail?.attachments)).toBeDefined();
  const reply = await fetch(`${mailbox}/email/${mail?.id}/attachment/${file?.generatedFileName}`);
  expect(reply.status).toBe(200);
  return reply.text();
}
