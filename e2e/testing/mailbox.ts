import { expect } from 'playwright/test';
import { sharedServices } from './people.ts';

/** A mail as the mailbox's HTTP API tells it. */
export interface Mail {
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

/** Waits for the mails that a test means, and gives them: `expectMails((mail) => mail.to[0]?.address === address)`. In the shared mailbox unless told. */
export async function expectMails(
  isMeant: (mail: Mail) => boolean,
  count = 1,
  mailbox = sharedServices().mail,
): Promise<Mail[]> {
  const find = async () => (await readMails(mailbox)).filter(isMeant);
  await expect.poll(async () => (await find()).length).toBe(count);
  return find();
}

/** The file of a type that came with a mail, as text. */
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
