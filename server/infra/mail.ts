import { createTransport } from 'nodemailer';
import { env } from '../env.ts';

interface Person {
  name: string;
  address: string;
}

/** A mail to one person, ready to go. */
export interface OutgoingMail {
  /** Makes its Message-ID: the same mail sent again is recognised by it. */
  id: string;
  to: string;
  /** Who is answered, when it is not us. */
  replyTo?: Person;
  subject: string;
  text: string;
  html: string;
}

const transport = createTransport({
  url: env.SMTP_URL,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  disableFileAccess: true,
  disableUrlAccess: true,
});

const domain = env.MAIL_FROM.split('@')[1];

/** A line break in a header would begin another header. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Hands a mail to the mail server; it is accepted once this resolves. Rejects when it is refused or the server is out of reach. */
export async function deliverMail({ id, to, replyTo, subject, text, html }: OutgoingMail): Promise<void> {
  await transport.sendMail({
    messageId: `<${id}@${domain}>`,
    from: { name: 'Marquee', address: env.MAIL_FROM },
    // Not as text, in which commas, colons and brackets make further addresses.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    subject: oneLine(subject),
    // Answering machines leave it unanswered (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    html,
  });
}

/** Whether an error is the mail server's word that it will never take this mail, as against "not now" and being out of reach. */
export function isMailRefusal(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  const isAboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  const isForNow = 'responseCode' in error && Number(error.responseCode) < 500;
  return isAboutThisMail && !isForNow;
}
