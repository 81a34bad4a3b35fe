import { createTransport } from 'nodemailer';
import { env } from '../env.ts';
import type { CalendarMethod } from './calendar-file.ts';

interface Person {
  name: string;
  address: string;
}

/** A rendered email to one recipient. */
interface OutgoingMail {
  /** Used in its Message-ID, so that a duplicate can be recognised. */
  id: string;
  to: string;
  /** Reply-To, if different from the sender. */
  replyTo?: Person;
  subject: string;
  text: string;
  html: string;
  /** A calendar file and its iTIP method. */
  calendar?: { method: CalendarMethod; file: string };
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

const ZERO_WIDTH_NON_JOINER = '\u200c';

/**
 * Sanitizes a header value. A line break would begin another header (header injection), and an encoded word
 * (RFC 2047) would be decoded; a zero-width character prevents that.
 */
const headerText = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().replaceAll('=?', `=${ZERO_WIDTH_NON_JOINER}?`);

/** Signs in to the mail server without sending anything. @throws Error when it refuses or is unavailable */
export const verifyMailServer = (): Promise<true> => transport.verify();

/** Delivers an email to the mail server. @throws Error when it is rejected or the server is unavailable */
export async function deliverMail(mail: OutgoingMail): Promise<void> {
  const { id, to, replyTo, subject, text, html, calendar } = mail;
  await transport.sendMail({
    messageId: `<${id}@${domain}>`,
    from: { name: 'Marquee', address: env.MAIL_FROM },
    // As an object, because commas, colons and brackets in a string would be parsed as further addresses.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: headerText(replyTo.name), address: replyTo.address } }),
    subject: headerText(subject),
    // Keeps automatic responders from replying (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    html,
    ...(calendar && {
      icalEvent: { method: calendar.method, filename: 'ride.ics', content: calendar.file },
    }),
  });
}

/** Whether an error is a permanent rejection of this email, not a temporary one or an unavailable server. */
export function isMailRefusal(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  const isAboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  const isForNow = 'responseCode' in error && Number(error.responseCode) < 500;
  return isAboutThisMail && !isForNow;
}
