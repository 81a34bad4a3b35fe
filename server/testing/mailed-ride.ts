import { readFileSync } from 'node:fs';
import ical, { type VEvent } from 'node-ical';
import { vi } from 'vitest';
import type { ReceivedMail } from '#embedded/mailbox/start-mailbox.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { MailModel } from '../mail/mail-model.ts';
import { sendMail } from '../mail/send-mail.ts';
import { findRide } from '../rides/ride-queries.ts';
import { newSender } from './build-message.ts';
import { buildRider } from './build-user.ts';
import { ownMailbox } from './own-mailbox.ts';
import { bookPaidRide } from './pay-ride.ts';

// The test itself must import `own-mailbox.ts` before all other modules.

/** Books and pays a ride, and gives access to its rider's emails. */
export async function bookMailed(overrides: Parameters<typeof bookPaidRide>[1] = {}) {
  const rider = await buildRider({ email: newSender() });
  const { email } = rider;
  const { id } = await bookPaidRide(rider, overrides);
  let seen = 0;
  /** Sends all emails that the ride owes, even if due later. @returns the emails sent */
  const receive = async (): Promise<ReceivedMail[]> => {
    const { charges } = await findRide(id);
    const about = { aboutId: { $in: [id, ...charges.map((charge) => charge.id)] } };
    const owed = await MailModel.find({ ...about, owedSince: { $exists: true } }).sort({ _id: 1 });
    await MailModel.updateMany({ ...about, owedSince: { $exists: true } }, { owedSince: new Date(0) });
    for (const mail of owed) await sendMail(mail.id, EMAIL_TEMPLATES);
    const sent = await MailModel.countDocuments({ ...about, sentAt: { $exists: true } });
    const mails = await ownMailbox.waitFor(email, sent);
    const latest = mails.slice(seen);
    seen = mails.length;
    return latest;
  };
  return {
    id,
    rider,
    receive,
    subjects: async () => (await receive()).map(({ subject }) => subject),
  };
}

/**
 * Returns the source of a multipart email. Waits until it is complete, since the mailbox announces a mail
 * before all of it is written.
 */
const sourceOf = (mail: ReceivedMail | undefined): Promise<string> =>
  vi.waitUntil(
    () => {
      const source = readFileSync(mail?.source ?? '', 'utf8');
      return /\r\n--\S+--\s*$/.test(source) && source;
    },
    { timeout: 10_000 },
  );

/** Parses the calendar file in an email. Returns its method and its only entry. */
export async function calendarIn(mail: ReceivedMail | undefined) {
  const source = await sourceOf(mail);
  const part = /Content-Type: application\/ics[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source)?.[1] ?? '';
  const file = Buffer.from(part, 'base64').toString();
  const entry = Object.values(ical.sync.parseICS(file)).find((each) => each?.type === 'VEVENT') as VEvent;
  const inline = /Content-Type: text\/calendar; charset=utf-8; method=(\w+)/.exec(source)?.[1];
  return { method: /METHOD:(\w+)/.exec(file)?.[1], inline, entry };
}
