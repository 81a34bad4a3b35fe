import { AppError } from '#common/errors.ts';
import { logger } from '../infra/logger.ts';
import { deliverMail, isMailRefusal } from '../infra/mail.ts';
import { enqueueUndeliveredEmail } from './enqueue-undelivered-email.ts';
import { type MailDoc, MailModel } from './mail-model.ts';
import { renderEmail } from './render-email.ts';
import { TEMPLATES } from './templates.ts';

/** Longer than the mail server may take, so that a second worker finds only what a dead one left. */
const CLAIM_MS = 120_000;

/**
 * Sends a mail that is owed, and notes it. One that is sent, refused or in another worker's hands is left alone, so running twice sends
 * once. Only a worker that dies between the mail server's yes and the note makes for a second sending, under the same Message-ID.
 *
 * Rejects when the mail server is out of reach; the mail is then free for the next try.
 */
export async function sendMail(mailId: string): Promise<void> {
  const mail = await claim(mailId);
  if (!mail) return;
  try {
    const letter = await TEMPLATES[mail.template](mail.aboutId.toHexString());
    await deliverMail({ id: mailId, ...letter, ...renderEmail(letter) });
  } catch (error) {
    if (!isFinal(error)) {
      await MailModel.updateOne({ _id: mailId }, { $unset: { claimedUntil: 1 } });
      throw error;
    }
    logger.error({ error, mailId, template: mail.template }, 'email rejected by server');
    await enqueueUndeliveredEmail(mail);
    await close(mailId, 'refusedAt');
    return;
  }
  await close(mailId, 'sentAt');
}

async function claim(mailId: string): Promise<MailDoc | null> {
  const now = Date.now();
  return MailModel.findOneAndUpdate(
    {
      _id: mailId,
      owedSince: { $exists: true },
      $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lt: new Date(now) } }],
    },
    { $set: { claimedUntil: new Date(now + CLAIM_MS) } },
    { returnDocument: 'after' },
  ).lean<MailDoc>();
}

async function close(mailId: string, how: 'sentAt' | 'refusedAt'): Promise<void> {
  await MailModel.updateOne(
    { _id: mailId },
    { $set: { [how]: new Date() }, $unset: { owedSince: 1, claimedUntil: 1 } },
  );
}

/** Trying again would not help: the mail server said no, or what the mail is about is gone. */
const isFinal = (error: unknown): boolean => error instanceof AppError || isMailRefusal(error);
