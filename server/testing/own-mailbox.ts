import { EventEmitter, once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { freePort } from '#embedded/launch/free-port.ts';
import { type Mailbox, type ReceivedMail, startMailbox } from '#embedded/mailbox/start-mailbox.ts';
import { env } from '../env.ts';
import { requireOwnProcess } from './require-own-process.ts';

requireOwnProcess('A mailbox of its own');

const smtpPort = await freePort();
env.SMTP_URL = `smtp://127.0.0.1:${smtpPort}`;

const mails: ReceivedMail[] = [];
const arrivals = new EventEmitter();

/**
 * With an empty folder each time: it would report the emails of an old one again. The folder stays after the test, since a mail
 * that is accepted is stored a moment later, closed or not.
 */
const start = async (): Promise<Mailbox> =>
  startMailbox({ smtpPort, webPort: null, directory: await mkdtemp(join(inject('folder'), 'mail-')) });

let mailbox: Mailbox | null = await start();
mailbox.onMail((mail) => {
  mails.push(mail);
  arrivals.emit('mail');
});
afterAll(() => mailbox?.close());

/** Emails to this address, in order of arrival. */
const to = (address: string): ReceivedMail[] =>
  mails.filter((mail) => mail.envelope.to.some((recipient) => recipient.address === address));

/**
 * A mailbox for one test file alone, which may therefore shut it. Import this file for its effect, before all
 * others: the mailer reads its address as it loads.
 */
export const ownMailbox = {
  to,
  /** Waits for `count` emails to this address. @returns them */
  async waitFor(address: string, count = 1): Promise<ReceivedMail[]> {
    while (to(address).length < count) await once(arrivals, 'mail');
    return to(address);
  },
  /** Waits for the email of this subject to this address. */
  async waitForSubject(address: string, subject: string | RegExp): Promise<ReceivedMail> {
    for (;;) {
      const found = to(address).find((mail) => mail.subject.match(subject));
      if (found) return found;
      await once(arrivals, 'mail');
    }
  },
  /** The mail server goes down. */
  async shut(): Promise<void> {
    await mailbox?.close();
    mailbox = null;
  },
  /** And comes back. */
  async open(): Promise<void> {
    mailbox ??= await start();
  },
};
