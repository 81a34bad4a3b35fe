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
 * Uses a new folder each time, since the mailbox would report the emails in an existing one again. The folder
 * remains after the test, since an accepted mail is stored a moment later, even after closing.
 */
const start = async (): Promise<Mailbox> =>
  startMailbox({ smtpPort, webPort: null, directory: await mkdtemp(join(inject('folder'), 'mail-')) });

let mailbox: Mailbox | null = await start();
mailbox.onMail((mail) => {
  mails.push(mail);
  arrivals.emit('mail');
});
afterAll(() => mailbox?.close());

/** Returns the emails to this address, in order of arrival. */
const to = (address: string): ReceivedMail[] =>
  mails.filter((mail) => mail.envelope.to.some((recipient) => recipient.address === address));

/**
 * A mailbox used by one test file only, which may therefore shut it down. Import this file for its side
 * effect before all other modules: the mailer reads the mailbox's address when it is loaded.
 */
export const ownMailbox = {
  to,
  /** Waits for `count` emails to this address. @returns them */
  async waitFor(address: string, count = 1): Promise<ReceivedMail[]> {
    while (to(address).length < count) await once(arrivals, 'mail');
    return to(address);
  },
  /** Waits for an email with this subject to this address. */
  async waitForSubject(address: string, subject: string | RegExp): Promise<ReceivedMail> {
    for (;;) {
      const found = to(address).find((mail) => mail.subject.match(subject));
      if (found) return found;
      await once(arrivals, 'mail');
    }
  },
  /** Shuts the mail server down. */
  async shut(): Promise<void> {
    await mailbox?.close();
    mailbox = null;
  },
  /** Starts the mail server again. */
  async open(): Promise<void> {
    mailbox ??= await start();
  },
};
