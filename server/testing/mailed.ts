import type { MailTemplate } from '#common/mail-templates.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { MailModel } from '../mail/mail-model.ts';

/** Composes the emails of a template to an address that are in the outbox or were sent, oldest first. */
export async function mailed(template: MailTemplate, address: string): Promise<EmailContent[]> {
  const mails = await MailModel.find({ template }).sort({ _id: 1 });
  const { compose }: { compose: (id: string, what?: string) => Promise<EmailContent | null> } =
    EMAIL_TEMPLATES[template];
  const contents = await Promise.all(mails.map(({ aboutId, what }) => compose(aboutId.toHexString(), what)));
  return contents.filter((content) => content !== null).filter(({ to }) => to === address);
}

/** Returns the token after the # of the link in an email. */
export function tokenIn(email: EmailContent | undefined): string {
  const link = email?.parts.find((part) => part.kind === 'link');
  const token = link ? new URL(link.href).hash.slice(1) : '';
  if (!token) throw new Error(`no link with a token: ${JSON.stringify(email)}`);
  return token;
}
