import { AppError } from '#common/errors.ts';
import type { MailTemplate } from '#common/mail-templates.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { deliverMail, isMailRefusal } from '../infra/mail.ts';
import type { EmailContent } from './email-content.ts';
import { enqueueEmail } from './email-outbox.ts';
import { type MailDoc, MailModel } from './mail-model.ts';
import { renderEmail } from './render-email.ts';

interface EmailTemplate {
  /**
   * Composes the email from the id of the document it is about, as that is now; null when there is nothing left to say.
   *
   * @param to where to, where the outbox says so
   * @throws NOT_FOUND when that document is gone
   */
  compose: (aboutId: string, what?: string, to?: string) => Promise<EmailContent | null>;
  /** The email that informs somebody else, once, when this one is rejected for good. */
  whenRejected?: MailTemplate;
}

export type EmailTemplates = Readonly<Record<MailTemplate, EmailTemplate>>;

/** Longer than the mail server may take, so that a second worker finds only what a dead one left. */
const CLAIM_MS = 120_000;

/**
 * Sends an email from the outbox, and records that. One that is not due yet, sent, rejected, dropped or claimed by
 * another worker is left alone, so running twice sends once. One that is asked for again meanwhile stays owed, and is sent
 * once more. Only a worker that dies between the mail server's acceptance and the record causes a second sending, under the
 * same Message-ID.
 *
 * @throws whatever the mail server's unavailability throws; the email is then free for the next attempt
 */
export async function sendMail(mailId: string, templates: EmailTemplates): Promise<void> {
  const mail = await claim(mailId);
  if (!mail) return;
  const { compose, whenRejected } = templates[mail.template];
  const aboutId = mail.aboutId.toHexString();
  try {
    const content = await compose(aboutId, mail.what, mail.to);
    // Who deleted their account has left no address.
    if (!content?.to) return close(mail, 'droppedAt');
    await deliverMail({ id: mailId, ...content, ...renderEmail(content) });
  } catch (error) {
    if (!isFinal(error)) {
      await release(mail);
      throw error;
    }
    logger.error({ error, mailId, template: mail.template }, 'email rejected by server');
    if (whenRejected) await enqueueEmail(whenRejected, aboutId);
    await close(mail, 'refusedAt');
    return;
  }
  await close(mail, 'sentAt');
}

async function claim(mailId: string): Promise<MailDoc | null> {
  const now = databaseClock.nowMs();
  return MailModel.findOneAndUpdate(
    {
      _id: mailId,
      owedSince: { $lte: new Date(now) },
      $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lt: new Date(now) } }],
    },
    { $set: { claimedUntil: new Date(now + CLAIM_MS) } },
    { returnDocument: 'after' },
  ).lean<MailDoc>();
}

/** Closes what was claimed. What was asked for again meanwhile, or erased, is another: reconciliation enqueues what is owed. */
async function close(mail: MailDoc, how: 'sentAt' | 'refusedAt' | 'droppedAt'): Promise<void> {
  const { matchedCount } = await MailModel.updateOne(
    { _id: mail._id, owedSince: mail.owedSince },
    {
      $set: { [how]: databaseClock.now() },
      $unset: { owedSince: 1, reconciledAt: 1, claimedUntil: 1, to: 1 },
    },
  );
  if (matchedCount === 0) await release(mail);
}

async function release({ _id, claimedUntil }: MailDoc): Promise<void> {
  await MailModel.updateOne({ _id, claimedUntil }, { $unset: { claimedUntil: 1 } });
}

/**
 * Another attempt would not help: the mail server rejected the email, or the document it is about is gone.
 */
const isFinal = (error: unknown): boolean => error instanceof AppError || isMailRefusal(error);
