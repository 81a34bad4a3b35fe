import { createTransport } from 'nodemailer';
import { env } from '../env.ts';
import type { CalendarMethod } from './calendar-file.ts';

interface Person {
  name: string;
  address: string;
}

/** A rendered email to one person. */
export interface OutgoingMail {
  /** Makes its Message-ID, by which a second sending is recognised. */
  id: string;
  to: string;
  /** Whom an answer goes to, where that is not us. */
  replyTo?: Person;
  subject: string;
  text: string;
  html: string;
  /** A calendar file, and what it does. */
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
 * A line break would begin another header (header injection), and an encoded word (RFC 2047) be read as what it
 * encodes: an invisible mark leaves it as typed.
 */
const headerText = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().replaceAll('=?', `=${ZERO_WIDTH_NON_JOINER}?`);

/** Signs in at the mail server, and sends nothing. @throws when it refuses, or is unavailable */
export const verifyMailServer = (): Promise<true> => transport.verify();

/** Delivers an email to the mail server. @throws when it is rejected, or the server is unavailable */
export async function deliverMail(mail: OutgoingMail): Promise<void> {
  const { id, to, replyTo, subject, text, html, calendar } = mail;
  await transport.sendMail({
    messageId: `<${id}@${domain}>`,
    from: { name: 'Marquee', address: env.MAIL_FROM },
    // As an object: in a string, commas, colons and brackets would make further addresses.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: headerText(replyTo.name), address: replyTo.address } }),
    subject: headerText(subject),
    // Automatic responders do not answer it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    html,
    ...(calendar && {
      icalEvent: { method: calendar.method, filename: 'ride.ics', content: calendar.file },
    }),
  });
}

/**
 * Whether an error is a permanent rejection of this email, as against a temporary one and the server being
 * unavailable.
 */
export function isMailRefusal(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  const isAboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  const isForNow = 'responseCode' in error && Number(error.responseCode) < 500;
  return isAboutThisMail && !isForNow;
}
