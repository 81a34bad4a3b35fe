import { enqueueEmail } from './enqueue-email.ts';
import type { MailDoc, MailTemplate } from './mail-model.ts';

/** Mails that somebody else than their recipient waits for, and by which mail that one learns that they cannot be delivered. */
const NEWS: Partial<Record<MailTemplate, MailTemplate>> = { 'gift-card': 'gift-card-undelivered' };

/** Has whoever must know told that a mail is refused for good; once, however often it is refused. */
export async function enqueueUndeliveredEmail({ template, aboutId }: MailDoc): Promise<void> {
  const news = NEWS[template];
  if (news) await enqueueEmail(news, aboutId.toHexString());
}
